-- Passkeys, by which accounts sign in. An account without a password has an empty one, which nothing is the password of. `credential` is
-- the id that the authenticator gave it, `rp` the name of the site that it is for, `key` its public key and counter as JSON; `used` is when
-- somebody last signed in by it, in milliseconds since 1970.
CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    credential BLOB NOT NULL UNIQUE,
    rp TEXT NOT NULL,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER
) STRICT;
CREATE INDEX passkeys_by_account ON passkeys (account);

-- Providers by which accounts sign in: who says so (the issuer, an address), and the word that it has for whoever that is.
CREATE TABLE links (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX links_by_account ON links (account, issuer);
