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
