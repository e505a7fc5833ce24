-- Schema 21 to 22, as SQLite's `version22.sql` does.

CREATE TABLE studies (
    id TEXT COLLATE "C" PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    visibility TEXT NOT NULL,
    version BIGINT NOT NULL,
    chapters BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    document TEXT NOT NULL,
    closed TEXT
);
CREATE INDEX studies_of_account ON studies (account, updated);
CREATE INDEX public_studies ON studies (updated) WHERE visibility = 'public';
