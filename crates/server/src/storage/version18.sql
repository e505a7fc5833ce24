-- From the schema of version 17 to version 18.

-- Public tables shown in the lobby, with their search columns, so that reading a page stays cheap. `updated` is the table's; `clock` is
-- live, days or none; `open` is true while players are wanted. Finished and long inactive tables have no row.
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

-- The newest position of each rated game in progress: the bits of its hash as a number.
CREATE TABLE rated_positions (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    hash INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_positions_by_hash ON rated_positions (hash);

-- Client networks from which the seats of a rated game were played, while it is in progress: results within one network change ratings
-- only a few times a day. The rows are deleted when the game ends.
CREATE TABLE seat_households (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    household TEXT NOT NULL,
    PRIMARY KEY (tab, seat, household)
) STRICT, WITHOUT ROWID;

-- Rated games whose seats were all played from one network, and whether they changed the ratings.
CREATE TABLE household_results (
    result INTEGER PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    moved INTEGER NOT NULL
) STRICT;

-- Sealed challenges that were answered successfully, so that each works only once. A row is deleted when its challenge would have
-- expired.
CREATE TABLE spent_challenges (
    id BLOB PRIMARY KEY,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires);

-- Recipient of an email, if it is not the account's current address: its previous one.
ALTER TABLE outbox ADD COLUMN address TEXT;

-- Time at which a mail server rejected an address, or the operator marked it, in milliseconds since 1970; no more email is sent there.
ALTER TABLE mail_addresses ADD COLUMN bounced INTEGER;

-- Chat lines that a moderator has removed: the text is deleted, the line's place remains.
ALTER TABLE lines ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX lines_removed ON lines (tab, id) WHERE removed;

-- The audit log can also refer to chat lines.
ALTER TABLE audit ADD COLUMN line INTEGER;
ALTER TABLE audit ADD COLUMN ban INTEGER;
ALTER TABLE audit ADD COLUMN detail TEXT;

-- Bans of guests and of addresses: `block` is a network in CIDR notation, `guest` the name of the guest on the seat that identifies
-- them. A row is deleted when the ban ends; the audit log refers to it by its number only.
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

-- Hashes of the secrets by which a banned guest holds seats.
CREATE TABLE banned_keys (
    hash BLOB PRIMARY KEY,
    ban INTEGER NOT NULL REFERENCES bans (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX banned_keys_by_ban ON banned_keys (ban);

-- Settings that hosts and moderators change while the server runs; a missing one has its default.
CREATE TABLE server_settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- True if players of a rated game shared a client network: an IPv4 address or the first 64 bits of an IPv6 one. Nothing else of their
-- addresses is stored.
ALTER TABLE terms ADD COLUMN one_household INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN one_household INTEGER NOT NULL DEFAULT 0;
CREATE INDEX results_of_one_household ON results (id) WHERE one_household;
