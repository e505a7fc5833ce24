-- From version 17 to version 18 of the schema; `../version18.sql` describes the tables and columns.

CREATE TABLE spent_challenges (
    id BYTEA PRIMARY KEY,
    expires BIGINT NOT NULL
);
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires);

ALTER TABLE outbox ADD COLUMN address TEXT COLLATE "C";

ALTER TABLE mail_addresses ADD COLUMN bounced BIGINT;
