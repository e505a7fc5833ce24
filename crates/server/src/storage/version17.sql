-- Upgrades the schema of release 0.2.0 to version 17.

-- Plain tables, which give no hints while the game is being played. A table without a row is not plain.
CREATE TABLE plain_tables (
    tab TEXT PRIMARY KEY REFERENCES tables (name)
) STRICT, WITHOUT ROWID;

-- A table's log has entries of several kinds: besides answers, it contains other events in a game, such as undos and resignations. All
-- existing entries are answers. `word` depends on the kind: the answer's word, a number, or an occupant as JSON.
DROP TRIGGER answers_never_change;
DROP TRIGGER answers_never_go;
ALTER TABLE answers RENAME TO log;
ALTER TABLE log RENAME COLUMN seq TO number;
ALTER TABLE log ADD COLUMN kind TEXT NOT NULL DEFAULT 'answer';
CREATE TRIGGER log_never_changes BEFORE UPDATE ON log
BEGIN SELECT raise(ABORT, 'entries of a log never change'); END;
CREATE TRIGGER log_never_shrinks BEFORE DELETE ON log
BEGIN SELECT raise(ABORT, 'entries of a log never go'); END;

-- Secrets expire when unused; `expires` is in milliseconds since 1970. Existing secrets get a full lifetime from now on.
ALTER TABLE keys ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
UPDATE keys SET expires = (unixepoch() + 180 * 24 * 60 * 60) * 1000;

-- A table's terms besides its rules: its clock as JSON, what happens when a seat runs out of time, and whether answers can be undone. A
-- table without a row has no clock; a seat that resigns loses, and answers can be undone if the other players agree.
CREATE TABLE terms (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    clock TEXT,
    fall TEXT NOT NULL,
    undo INTEGER NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- The tables' clocks, written with every answer that changes them: the time left for each seat in milliseconds, as a JSON list; the seat
-- whose clock is running, when it was started, and when it expires, in milliseconds of the server's running time.
CREATE TABLE clocks (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    left TEXT NOT NULL,
    seat INTEGER,
    since INTEGER,
    falls INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX clocks_by_fall ON clocks (falls) WHERE falls IS NOT NULL;

-- The server's running time in milliseconds, across all starts. It is saved regularly while a clock is running, so that clocks stop while
-- the server is down.
CREATE TABLE running_time (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    millis INTEGER NOT NULL
) STRICT;
INSERT INTO running_time VALUES (1, 0);

-- Accounts. They are optional: a guest's seats are opened with the browser's secret. `folded` is the case-folded name for signing in;
-- `password` is an argon2id hash.
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;

-- Look-alike keys for names: no two accounts share one.
CREATE TABLE account_looks (
    look TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX account_looks_by_account ON account_looks (account);

-- Hashes of the keys with which an account opens tables: the first is its own, under which it takes seats; the rest belong to browsers
-- whose games it has claimed.
CREATE TABLE account_keys (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    own INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_keys_by_account ON account_keys (account);

-- Sessions of accounts: hashes of the cookie secrets, and the browser's user agent.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    browser TEXT NOT NULL,
    system TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account);

-- Browsers that were previously signed in to an account: password guessing from elsewhere does not lock the owner out of these.
CREATE TABLE known_browsers (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

-- Seats by the account that occupies them, if any.
CREATE INDEX seats_by_sitting_account ON seats (sitter ->> '$.account') WHERE sitter ->> '$.account' IS NOT NULL;

-- Seats held by deleted accounts at tables whose game was not over; the server gives them up as soon as possible.
CREATE TABLE departures (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    PRIMARY KEY (tab, seat)
) STRICT, WITHOUT ROWID;

-- Roles of accounts; an account without a row is a player.
CREATE TABLE roles (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    role TEXT NOT NULL
) STRICT;

-- Accounts that an account has blocked.
CREATE TABLE blocks (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    blocked INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    PRIMARY KEY (account, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- Accounts that are muted (`mute`) or banned (`ban`), with the reason and the end; a null end means permanently.
CREATE TABLE sanctions (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER,
    PRIMARY KEY (account, kind)
) STRICT, WITHOUT ROWID;

-- Chat lines: at a table, or in the lobby if `tab` is null. `apart` marks lines by spectators, which are hidden from players until the end
-- of the game. The name is stored for guests only; accounts are shown with their current name. `phrase` is the id of a phrase that is shown
-- in the reader's language.
CREATE TABLE lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tab TEXT REFERENCES tables (name),
    apart INTEGER NOT NULL,
    seat INTEGER,
    account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT,
    phrase TEXT,
    words TEXT,
    time INTEGER NOT NULL
) STRICT;
CREATE INDEX lines_by_place ON lines (tab, id);
CREATE INDEX lines_by_account ON lines (account);

-- Reports on a line or on a person at a table, with the context at that time as JSON. `act` is the decision; null while the report is open.
-- The reporter is null for a guest; the reported account is null for a person without an account.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reporter INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
    about INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
    tab TEXT,
    seat INTEGER,
    line INTEGER,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    context TEXT NOT NULL,
    time INTEGER NOT NULL,
    act TEXT
) STRICT;
CREATE INDEX reports_open ON reports (id) WHERE act IS NULL;
CREATE INDEX reports_by_reporter ON reports (reporter);
CREATE INDEX reports_by_about ON reports (about);

-- Tables that moderators have closed, with the reason.
CREATE TABLE closed_tables (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The moderation audit log: who acted (null: the operator), what they did, to whom or which table, why, and when. Append-only. Accounts are
-- referred to by id, so that a deleted account's name is gone too.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time INTEGER NOT NULL,
    actor INTEGER,
    act TEXT NOT NULL,
    account INTEGER,
    tab TEXT,
    report INTEGER,
    until INTEGER,
    why TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'entries of the audit log never change'); END;
CREATE TRIGGER audit_never_shrinks BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'entries of the audit log never go'); END;

-- Former names of renamed accounts, by audit log entry.
CREATE TABLE former_names (
    audit INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL
) STRICT;
CREATE INDEX former_names_by_account ON former_names (account);

-- Access to tables: whether people without a seat may watch, and whether only invited people may join. A table without a row is open to
-- everyone who has its link. Invited people have a key for seat -2.
CREATE TABLE access (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    spectators INTEGER NOT NULL,
    invited INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Rematches: a table has at most one.
CREATE TABLE rematches (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    next TEXT NOT NULL UNIQUE REFERENCES tables (name)
) STRICT, WITHOUT ROWID;

-- Open challenges: a gathering table, the account challenged to it, and the challenger. The table is deleted with its last challenge.
CREATE TABLE challenges (
    tab TEXT NOT NULL REFERENCES tables (name),
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    challenger INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (tab, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_by_account ON challenges (account);
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_expiry ON challenges (expires);

CREATE INDEX public_tables ON tables (updated) WHERE public;

-- Results of finished games, one row per table, written together with the last log entries so that a result is stored only once. `setup` is
-- a hash that is equal for games with the same set-up; `expansions` are ids, each with a space on both sides. `public` is the table's state
-- at the end; `began` and `ended` are the times of the first and last log entries, in milliseconds since 1970.
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tab TEXT NOT NULL UNIQUE REFERENCES tables (name),
    game TEXT NOT NULL,
    expansions TEXT NOT NULL,
    setup TEXT NOT NULL,
    team INTEGER NOT NULL,
    speed TEXT NOT NULL,
    seats INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    public INTEGER NOT NULL,
    how TEXT NOT NULL,
    turns INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;
-- Covering index for archive searches, in the archive's order.
CREATE INDEX results_in_order ON results (ended, id, public, how, game, expansions, setup, speed, seats, rated, turns);

-- Results for seats. No name is stored for an account's seat, which is shown with the account's current name. `level` is a computer
-- player's level. `outcome` is won, shared or lost; `kinds` are points by kind, as a JSON object.
CREATE TABLE result_seats (
    result INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    account INTEGER,
    name TEXT,
    folded TEXT,
    level TEXT,
    score INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    kinds TEXT NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (result, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_seats_by_account ON result_seats (account, ended, result, outcome) WHERE account IS NOT NULL;
CREATE INDEX result_seats_by_name ON result_seats (folded, ended, result, outcome) WHERE folded IS NOT NULL;

-- Ratings by game, speed and size (two players, or more). `settled` is true once enough games have been played.
CREATE TABLE ratings (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    size TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (account, game, speed, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_in_order ON ratings (game, speed, size, settled DESC, rating DESC, account);

-- Rating changes, one row for each account whose rating was changed by a result.
CREATE TABLE rating_changes (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    result INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    size TEXT NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    deviation REAL NOT NULL,
    games INTEGER NOT NULL,
    time INTEGER NOT NULL,
    PRIMARY KEY (account, result)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_changes_by_result ON rating_changes (result);
CREATE INDEX rating_changes_in_order ON rating_changes (account, game, speed, size, games);

-- Whether results have been added for games that ended before this table existed.
CREATE TABLE results_complete (
    one INTEGER PRIMARY KEY CHECK (one = 1)
) STRICT;

-- Access tokens for accounts, with their scopes separated by spaces. Only the hash of the secret is stored; `used` is the last use, to the
-- hour, and `expires` the expiry, if any, in milliseconds since 1970.
CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER,
    expires INTEGER
) STRICT;
CREATE INDEX tokens_by_account ON tokens (account);

-- Accounts permanently marked as played by a program; their ratings are separate from those of people.
CREATE TABLE programs (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    since INTEGER NOT NULL
) STRICT;

-- Passkeys for signing in. An account without a password has an empty one, which matches no password. `credential` is the
-- authenticator's id, `rp` the site's name, `key` its public key and counter as JSON; `used` is the last sign-in with it, in
-- milliseconds since 1970.
CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    credential BLOB NOT NULL UNIQUE,
    rp TEXT NOT NULL,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER
) STRICT;
CREATE INDEX passkeys_by_account ON passkeys (account);

-- Links between accounts and identity providers: the issuer (a URL), and its subject identifier for the person.
CREATE TABLE links (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX links_by_account ON links (account, issuer);

-- The server's own keys, generated at its first start: `vapid` is the private key that identifies it to push services.
CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Notification preferences of accounts: email, push, language, and quiet hours, in minutes after midnight in the account's time zone; null
-- if there are none.
CREATE TABLE notice_choices (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    mail INTEGER NOT NULL,
    push INTEGER NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    zone TEXT NOT NULL,
    language TEXT NOT NULL
) STRICT;

-- Email addresses of accounts: the confirmed address, and one awaiting confirmation. `unsubscribe` is the secret for unsubscribe links;
-- `folded` is the address in lower case.
CREATE TABLE mail_addresses (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    confirmed INTEGER NOT NULL,
    address TEXT NOT NULL,
    folded TEXT NOT NULL,
    unsubscribe TEXT NOT NULL UNIQUE,
    since INTEGER NOT NULL,
    PRIMARY KEY (account, confirmed)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_addresses_by_address ON mail_addresses (folded) WHERE confirmed;

-- One-time links in emails, used to confirm an address or to reset a password, and identified by the hashes of their secrets.
CREATE TABLE mail_links (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_links_by_account ON mail_links (account);
CREATE INDEX mail_links_by_expiry ON mail_links (expires);

-- Password recovery requests: a name or an address as typed, whether or not it exists. It is looked up a moment later, so that the
-- response time reveals nothing.
CREATE TABLE recovery_asks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;

-- Browsers that receive pushes, each for as long as its session lasts: the endpoint and the key. `secret` is the secret shared with the
-- browser.
CREATE TABLE push_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    secret BLOB NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX push_devices_by_account ON push_devices (account);
CREATE INDEX push_devices_by_session ON push_devices (session);

-- The outbox: emails, and pushes to devices. A row is written together with its cause, and deleted once it has been sent or is out of date.
-- Its subject is a table, the number of a log entry, and a seat. `due` is the time of the next attempt.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    device INTEGER REFERENCES push_devices (id) ON DELETE CASCADE,
    tab TEXT REFERENCES tables (name) ON DELETE CASCADE,
    number INTEGER,
    seat INTEGER,
    created INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX outbox_once ON outbox (tab, number, account, kind, ifnull(device, 0)) WHERE tab IS NOT NULL;
CREATE INDEX outbox_by_due ON outbox (due);
CREATE INDEX outbox_by_account ON outbox (account);
CREATE INDEX outbox_by_device ON outbox (device) WHERE device IS NOT NULL;

-- Nodes that share the database, by name. `beat` is the last heartbeat in milliseconds since 1970, by the database's clock; `moment` is the
-- servers' running time at that heartbeat; `rules` is the newest rules version that the node supports.
CREATE TABLE nodes (
    name TEXT PRIMARY KEY,
    beat INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    rules INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Owner node of each table; null if it has none. `epoch` counts takeovers; writes with an earlier epoch are rejected.
ALTER TABLE tables ADD COLUMN keeper TEXT;
ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_by_keeper ON tables (keeper) WHERE keeper IS NOT NULL;

-- Open seeks. Ids are never reused; the wanted game is JSON. A row lasts as long as the seeker is connected and waiting.
CREATE TABLE seeks (
    id INTEGER PRIMARY KEY,
    seek TEXT NOT NULL
) STRICT;
