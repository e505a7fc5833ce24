-- Tokens by which programs act as an account, within their scopes: words with a space between. The secret is known by its hash alone;
-- `used` is when it was last used, to the hour, and `expires` when it ends, in milliseconds since 1970, where it does.
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER,
    expires INTEGER
) STRICT;
CREATE INDEX tokens_by_account ON tokens (account);

-- Accounts that a program plays with, for good: their ratings are apart from those of people.
CREATE TABLE programs (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    since INTEGER NOT NULL
) STRICT;
