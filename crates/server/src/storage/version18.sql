-- From the schema of version 17 to version 18.

-- The public tables that the lobby shows, with what it is searched by, so that a page reads little however many there are. `updated` is
-- that of the table; `clock` is live, days or none; `open` says that players are still wanted. A finished table, or one at which nothing
-- has happened for long, is not here.
CREATE TABLE lobby (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    updated INTEGER NOT NULL,
    game TEXT NOT NULL,
    clock TEXT NOT NULL,
    open INTEGER NOT NULL,
    rated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX lobby_in_order ON lobby (updated DESC, tab, game, clock, open, rated);
INSERT INTO lobby (tab, updated, game, clock, open, rated)
    SELECT name, updated, coalesce(setup ->> '$.game', ''),
        CASE (SELECT clock ->> '$.type' FROM terms WHERE tab = name)
            WHEN 'game' THEN 'live' WHEN 'turn' THEN 'live' WHEN 'days' THEN 'days' ELSE 'none' END,
        phase = 'gathering', name IN (SELECT tab FROM terms WHERE rated)
    FROM tables WHERE public AND phase <> 'finished';

-- Tables whose game has not begun, which are deleted when they are abandoned.
CREATE INDEX tables_gathering ON tables (updated) WHERE phase = 'gathering';

-- The newest position of each rated game that goes on: the bits of its hash as a number.
CREATE TABLE rated_positions (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    hash INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_positions_by_hash ON rated_positions (hash);

-- From which addresses the seats of a rated game were played, as long as it goes on: a result within one household moves ratings only a few
-- times a day. The rows go when the game has ended.
CREATE TABLE seat_households (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    household TEXT NOT NULL,
    PRIMARY KEY (tab, seat, household)
) STRICT, WITHOUT ROWID;

-- Rated games all seats of which were played from one address, and whether they moved the ratings.
CREATE TABLE household_results (
    result INTEGER PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    moved INTEGER NOT NULL
) STRICT;

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
