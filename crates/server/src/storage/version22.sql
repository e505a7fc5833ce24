-- Schema 21 to 22: studies.

-- Studies of accounts, each as one document. `bytes` is the length of the document, and `closed` is a
-- moderator's reason for hiding the study from all but its owner.
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    visibility TEXT NOT NULL,
    version INTEGER NOT NULL,
    chapters INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    document TEXT NOT NULL,
    closed TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX studies_of_account ON studies (account, updated);
CREATE INDEX public_studies ON studies (updated) WHERE visibility = 'public';
