-- Schema 23 to 24: channels, and arbiters of tournaments.

-- Channels, through which accounts get notifications outside email and push: webhooks (`form` is `json` or `discord`, and `address` the
-- URL) and Telegram chats (`address` is the id of the chat). A channel without a `tournament` gets the account's own notifications,
-- another one the news of its tournament. `events` is a JSON list of kinds, `name` what the account sees of the address, `secret` the key
-- that signs the messages, and `failure` why the last message could not be sent.
CREATE TABLE channels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    form TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    secret BLOB NOT NULL,
    tournament TEXT REFERENCES tournaments (id) ON DELETE CASCADE,
    events TEXT NOT NULL,
    language TEXT NOT NULL,
    created INTEGER NOT NULL,
    failure TEXT
) STRICT;
CREATE INDEX channels_of_account ON channels (account);
CREATE INDEX channels_of_tournament ON channels (tournament) WHERE tournament IS NOT NULL;
CREATE INDEX channels_by_address ON channels (form, address);

-- Notifications to a channel. `body` is the news of a tournament as JSON.
ALTER TABLE outbox ADD COLUMN channel INTEGER REFERENCES channels (id) ON DELETE CASCADE;
ALTER TABLE outbox ADD COLUMN body TEXT;
DROP INDEX outbox_once;
CREATE UNIQUE INDEX outbox_once ON outbox (tab, number, account, kind, ifnull(device, 0), ifnull(channel, 0))
    WHERE tab IS NOT NULL;
CREATE INDEX outbox_by_channel ON outbox (channel) WHERE channel IS NOT NULL;

-- One-time links with which a Telegram chat becomes a channel, identified by the hashes of their secrets.
CREATE TABLE telegram_links (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    tournament TEXT REFERENCES tournaments (id) ON DELETE CASCADE,
    language TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX telegram_links_of_account ON telegram_links (account);

-- Work that only one node does at a time: `holder` until the time `until`, in milliseconds since 1970.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The arbiters of tournaments beside their organisers, numbered as they were appointed first. `active` is FALSE while one is dismissed.
CREATE TABLE tournament_arbiters (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    account INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
    active INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_arbiters_of_account ON tournament_arbiters (account) WHERE account IS NOT NULL;
