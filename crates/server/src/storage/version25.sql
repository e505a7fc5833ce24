-- Schema 24 to 25: followed players.

-- Accounts that an account follows.
CREATE TABLE follows (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    followed INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    PRIMARY KEY (account, followed)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_followed ON follows (followed);
