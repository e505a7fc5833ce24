-- From the schema of version 17 to version 18.

-- Lines of chat that a moderator has removed. Their words are deleted; the place where they stood remains.
ALTER TABLE lines ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX lines_removed ON lines (tab, id) WHERE removed;

-- The audit log also names lines of chat.
ALTER TABLE audit ADD COLUMN line INTEGER;
ALTER TABLE audit ADD COLUMN ban INTEGER;
ALTER TABLE audit ADD COLUMN detail TEXT;

-- Bans of guests and of addresses: `block` is a network in CIDR notation, `guest` what a guest was called on the seat by which they are
-- known. A row goes when the ban ends, and the audit log names it by its number alone.
CREATE TABLE bans (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    block TEXT,
    guest TEXT,
    tab TEXT,
    seat INTEGER,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER
) STRICT;
CREATE UNIQUE INDEX bans_by_block ON bans (block) WHERE block IS NOT NULL;

-- The hashes of secrets by which a banned guest holds seats.
CREATE TABLE banned_keys (
    hash BLOB PRIMARY KEY,
    ban INTEGER NOT NULL REFERENCES bans (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX banned_keys_by_ban ON banned_keys (ban);

-- Settings that hosts and moderators change while the server runs. One that is missing has its default.
CREATE TABLE server_settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether players of a rated game were seen to come from one household, an IPv4 address or the first 64 bits of an IPv6 one. Nothing else
-- of their addresses is kept.
ALTER TABLE terms ADD COLUMN one_household INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN one_household INTEGER NOT NULL DEFAULT 0;
CREATE INDEX results_of_one_household ON results (id) WHERE one_household;
