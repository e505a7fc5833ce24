-- Schema 24 to 25, as SQLite's `version25.sql` does.

CREATE TABLE follows (
    account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    followed BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    PRIMARY KEY (account, followed)
);
CREATE INDEX follows_by_followed ON follows (followed);
