-- Accounts. Nobody needs one: a guest's seats are opened by the secret of their browser. `folded` is the name by which its owner signs in,
-- the same in every case of letters; `password` is an argon2id hash.
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;

-- What each name looks like: two accounts never look the same.
CREATE TABLE account_looks (
    look TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX account_looks_by_account ON account_looks (account);

-- The hashes of keys that an account opens tables with: the first is its own, under which it takes seats; the others are those of browsers
-- whose games it has claimed.
CREATE TABLE account_keys (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    own INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_keys_by_account ON account_keys (account);

-- Where accounts are signed in: hashes of the cookies' secrets, and what the browser says that it is.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    browser TEXT NOT NULL,
    system TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account);

-- Browsers from which an account was signed in to before: whoever guesses at its password elsewhere does not keep its owner out of these.
CREATE TABLE known_browsers (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;
