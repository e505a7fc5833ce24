-- From the schema of version 17 to version 18.

-- Sealed challenges that were answered successfully, so that each works once. A row goes when its challenge would have expired.
CREATE TABLE spent_challenges (
    id BLOB PRIMARY KEY,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires);

-- Where a letter goes, if not to the account's address: to the one that the account had before.
ALTER TABLE outbox ADD COLUMN address TEXT;

-- When a mail server said that an address takes no mail, or the operator did, in milliseconds since 1970; nothing is sent there then.
ALTER TABLE mail_addresses ADD COLUMN bounced INTEGER;
