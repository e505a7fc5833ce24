-- Upgrades the schema from version 17 to version 18.

-- Public tables shown in the lobby, with the columns used to search them, so that reading a page stays cheap. `updated` is the same as in
-- `tables`; `clock` is live, days or none; `open` is true while players are wanted. Finished tables and tables inactive for a long time
-- have no row.
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

-- Tables whose game has not begun; they are deleted when abandoned.
CREATE INDEX tables_gathering ON tables (updated) WHERE phase = 'gathering';

-- The newest position in each rated game in progress: the bits of its hash, as a number.
CREATE TABLE rated_positions (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    hash INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_positions_by_hash ON rated_positions (hash);

-- Client networks from which the seats in a rated game were played, kept while it is in progress: results within one network change ratings
-- only a few times a day. The rows are deleted when the game ends.
CREATE TABLE seat_households (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    household TEXT NOT NULL,
    PRIMARY KEY (tab, seat, household)
) STRICT, WITHOUT ROWID;

-- Rated games in which all seats were played from one network, and whether they changed the ratings.
CREATE TABLE household_results (
    result INTEGER PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    moved INTEGER NOT NULL
) STRICT;

-- Sealed challenges that were answered successfully, stored so that each works only once. A row is deleted when its challenge would have
-- expired.
CREATE TABLE spent_challenges (
    id BLOB PRIMARY KEY,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires);

-- Recipient of an email that is sent to the account's previous address instead of the current one.
ALTER TABLE outbox ADD COLUMN address TEXT;

-- When a mail server rejected the address, or the operator marked it as bounced, in milliseconds since 1970; no more email is sent to it.
ALTER TABLE mail_addresses ADD COLUMN bounced INTEGER;

-- Marks chat lines removed by a moderator: the text is deleted, but the line keeps its place in the chat.
ALTER TABLE lines ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX lines_removed ON lines (tab, id) WHERE removed;

-- The audit log can also refer to chat lines.
ALTER TABLE audit ADD COLUMN line INTEGER;
ALTER TABLE audit ADD COLUMN ban INTEGER;
ALTER TABLE audit ADD COLUMN detail TEXT;

-- Bans on guests and addresses: `block` is a network in CIDR notation, and `guest` the name of the guest in the seat that identifies them.
-- A row is deleted when the ban ends; the audit log refers to it only by its number.
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

-- Hashes of the secrets with which a banned guest holds seats.
CREATE TABLE banned_keys (
    hash BLOB PRIMARY KEY,
    ban INTEGER NOT NULL REFERENCES bans (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX banned_keys_by_ban ON banned_keys (ban);

-- Settings that operators and moderators can change while the server runs; a setting without a row has its default value.
CREATE TABLE server_settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- True if players in a rated game shared a client network, which is an IPv4 address or the first 64 bits of an IPv6 address. Nothing else
-- about their addresses is stored.
ALTER TABLE terms ADD COLUMN one_household INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN one_household INTEGER NOT NULL DEFAULT 0;
CREATE INDEX results_of_one_household ON results (id) WHERE one_household;
