-- From the schema of version 0.2.0 to version 17.

-- Plain tables: nobody is helped there while the game goes on. A table that is not named here is none.
CREATE TABLE plain_tables (
    tab TEXT PRIMARY KEY REFERENCES tables (name)
) STRICT, WITHOUT ROWID;

-- The log of a table got kinds: beside answers there is room for what else happens to a game, such as answers that are taken back or a
-- seat that gives it up. What was stored are answers. `word` says what is written down, by the kind: the answer's word, a number, an
-- occupant as JSON.
DROP TRIGGER answers_never_change;
DROP TRIGGER answers_never_go;
ALTER TABLE answers RENAME TO log;
ALTER TABLE log RENAME COLUMN seq TO number;
ALTER TABLE log ADD COLUMN kind TEXT NOT NULL DEFAULT 'answer';
CREATE TRIGGER log_never_changes BEFORE UPDATE ON log
BEGIN SELECT raise(ABORT, 'entries of a log never change'); END;
CREATE TRIGGER log_never_shrinks BEFORE DELETE ON log
BEGIN SELECT raise(ABORT, 'entries of a log never go'); END;

-- Secrets that are not used for long open nothing any more: until when each is good, in milliseconds since 1970. Those that there are
-- have the whole of that time from now on.
ALTER TABLE keys ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
UPDATE keys SET expires = (unixepoch() + 180 * 24 * 60 * 60) * 1000;

-- What a table is played by beside its rules: its clock as JSON, what becomes of a seat whose time is used up, and whether answers can be
-- taken back. A table that is not named here has no clock; a seat that resigns loses, and answers can be taken back if the others agree.
CREATE TABLE terms (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    clock TEXT,
    fall TEXT NOT NULL,
    undo INTEGER NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- The clocks of a table that has some, written with every answer that changed them: what each seat has left, in milliseconds, as a JSON
-- list; whose clock runs, since when, and when it falls, in milliseconds of the time that the server has run.
CREATE TABLE clocks (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    left TEXT NOT NULL,
    seat INTEGER,
    since INTEGER,
    falls INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX clocks_by_fall ON clocks (falls) WHERE falls IS NOT NULL;

-- How long the server has run, in milliseconds, over all its starts: while a clock runs it is written down again and again, so that no
-- clock runs while the server does not.
CREATE TABLE running_time (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    millis INTEGER NOT NULL
) STRICT;
INSERT INTO running_time VALUES (1, 0);

-- Accounts. Nobody needs one: a guest's seats are opened by the secret of their browser. `folded` is the name by which its owner signs in,
-- the same in every case of letters; `password` is an argon2id hash.
CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;

-- What each name looks like: two accounts never look the same.
CREATE TABLE account_looks (
    look TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX account_looks_by_account ON account_looks (account);

-- The hashes of keys that an account opens tables with: the first is its own, under which it takes seats; the others are those of browsers
-- whose games it has claimed.
CREATE TABLE account_keys (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    own INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_keys_by_account ON account_keys (account);

-- Where accounts are signed in: hashes of the cookies' secrets, and what the browser says that it is.
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

-- Browsers from which an account was signed in to before: whoever guesses at its password elsewhere does not keep its owner out of these.
CREATE TABLE known_browsers (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

-- Seats by the account that sits there, where one does.
CREATE INDEX seats_by_sitting_account ON seats (sitter ->> '$.account') WHERE sitter ->> '$.account' IS NOT NULL;

-- Seats of accounts that were deleted, at tables whose game was not over: they are given up as soon as the server comes to it.
CREATE TABLE departures (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    PRIMARY KEY (tab, seat)
) STRICT, WITHOUT ROWID;

-- What accounts may do that others may not; one that is not named here is a player.
CREATE TABLE roles (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    role TEXT NOT NULL
) STRICT;

-- Whom an account does not want to hear or to meet.
CREATE TABLE blocks (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    blocked INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    PRIMARY KEY (account, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- Accounts that may not talk (`mute`) or not sign in (`ban`), why, and until when; for ever where that is null.
CREATE TABLE sanctions (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER,
    PRIMARY KEY (account, kind)
) STRICT, WITHOUT ROWID;

-- What was said: at a table, or in the lobby where `tab` is null. `apart` was said by those who watch, and is not told to players before
-- the end. An account is called by the name that it has; only of a guest the name is written here. `phrase` is the word of a phrase that
-- is shown in the reader's language.
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

-- What people report: a line, or somebody at a table, with what there was to be seen then, as JSON. `act` says what became of it; null as
-- long as nobody has decided. The one who reports is null for a guest, the one who is reported where nobody has an account.
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

-- Tables at which nobody may look any more, and why.
CREATE TABLE closed_tables (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was done to keep order: by whom (null: whoever keeps the server), what, to whom or to which table, why, when. Entries are only ever
-- added. Accounts stand there by their numbers, so that the name of one that is deleted goes with it.
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

-- Names that accounts had before they were called otherwise, by the entry of the audit log.
CREATE TABLE former_names (
    audit INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL
) STRICT;
CREATE INDEX former_names_by_account ON former_names (account);

-- Finding a game. Who may come to a table: whether somebody may look who has no seat, and whether those alone may come who are invited. A
-- table that is not named here is for everybody who has its link. Whoever is invited has a key with the seat -2.
CREATE TABLE access (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    spectators INTEGER NOT NULL,
    invited INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which table is the rematch of which: a table has one at most.
CREATE TABLE rematches (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    next TEXT NOT NULL UNIQUE REFERENCES tables (name)
) STRICT, WITHOUT ROWID;

-- Challenges that nobody has answered: a table that still gathers players, and an account that is asked to it, by another. The table goes
-- with the last of them.
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

-- What games came to that ended here, a row a table, written with the last entries of its log: so a result enters once. `setup` is a hash,
-- the same for all that is played alike; `expansions` are ids, each with a space on both sides. `public` is what the table was when it
-- ended; `began` and `ended` are of the first and the last entry of the log, in milliseconds since 1970.
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
-- All that the archive asks of a game, in its order: a search reads this alone.
CREATE INDEX results_in_order ON results (ended, id, public, how, game, expansions, setup, speed, seats, rated, turns);

-- What each seat came to. A seat of an account has no name: it is the account's, as long as there is one. `level` is that of a computer
-- player. `outcome` is won, shared or lost; `kinds` are points by kind, as a JSON object.
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

-- Ratings, by game, speed and size: of games of two, and of those of more. `settled` says that there were enough games to go by.
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

-- Which result changed a rating, and how: once for each account.
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

-- Whether games that ended before there were results have theirs.
CREATE TABLE results_complete (
    one INTEGER PRIMARY KEY CHECK (one = 1)
) STRICT;

-- Tokens by which programs act as an account, within their scopes: words with a space between. The secret is known by its hash alone;
-- `used` is when it was last used, to the hour, and `expires` when it ends, in milliseconds since 1970, where it does.
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

-- Accounts that a program plays with, for good: their ratings are apart from those of people.
CREATE TABLE programs (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    since INTEGER NOT NULL
) STRICT;

-- Passkeys, by which accounts sign in. An account without a password has an empty one, which nothing is the password of. `credential` is
-- the id that the authenticator gave it, `rp` the name of the site that it is for, `key` its public key and counter as JSON; `used` is when
-- somebody last signed in by it, in milliseconds since 1970.
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

-- Providers by which accounts sign in: who says so (the issuer, an address), and the word that it has for whoever that is.
CREATE TABLE links (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX links_by_account ON links (account, issuer);

-- Keys of the server itself, made at its first start: `vapid` is the private key by which push services know it.
CREATE TABLE server_keys (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How an account is told things: whether by letter and by push, in which language, and its quiet hours, in minutes after midnight of its
-- time zone; null where it has none.
CREATE TABLE notice_choices (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    mail INTEGER NOT NULL,
    push INTEGER NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    zone TEXT NOT NULL,
    language TEXT NOT NULL
) STRICT;

-- Addresses of mail: the one that an account has, and one that waits to be confirmed. `unsubscribe` is what the links of letters know that
-- end letters there; `folded` is the address in small letters.
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

-- Links of letters that can be followed once: to confirm an address, or to set another password. Known by hashes of their secrets.
CREATE TABLE mail_links (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_links_by_account ON mail_links (account);
CREATE INDEX mail_links_by_expiry ON mail_links (expires);

-- Who has forgotten a password: a name or an address as it was typed, whether or not anybody has it. Looked up a moment later, so that
-- whoever asks waits as long for one as for the other.
CREATE TABLE recovery_asks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;

-- Browsers that take pushes, each as long as its session: where to send them and for which key. `secret` is the one that the browser
-- shares with us.
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

-- What is still to be sent: a letter, or a push to a device. A row is written with what it tells of, and goes when it was sent or has
-- nothing to tell any more. What it is about is a table, the number of the entry of its log, and a seat. `due` is when it is sent, or tried
-- again.
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

-- Servers that work together on one database, known by name. `beat` is when each last said that it is there, in milliseconds since 1970
-- by the clock of the database; `moment` is the time that the servers had run then; `rules` is the newest version of the rules that it
-- plays by.
CREATE TABLE nodes (
    name TEXT PRIMARY KEY,
    beat INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    rules INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which of them keeps a table in memory; null: none does. `epoch` counts how often another one has taken it, and what one of an earlier
-- epoch would write is refused.
ALTER TABLE tables ADD COLUMN keeper TEXT;
ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_by_keeper ON tables (keeper) WHERE keeper IS NOT NULL;

-- Who seeks others to play with, by the number of the seek, which is never given again; what they seek is in JSON. A row lasts as long as
-- they are there and wait.
CREATE TABLE seeks (
    id INTEGER PRIMARY KEY,
    seek TEXT NOT NULL
) STRICT;
