-- The schema of version 0.2.0.

-- A table: what is played, the seed of its draw order (shown to nobody before the end), and how far it has come.
-- phase and turn repeat what the answers say, so that a list of tables needs no replay.
CREATE TABLE tables (
    name TEXT PRIMARY KEY,
    setup TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    seed BLOB NOT NULL,
    public INTEGER NOT NULL,
    phase TEXT NOT NULL,
    turn INTEGER,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who sits where, as JSON.
CREATE TABLE seats (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    sitter TEXT NOT NULL,
    PRIMARY KEY (tab, seat)
) STRICT, WITHOUT ROWID;

-- The hashes of the secrets that open a seat; seat -1 is the host's right to start. The same secret (a browser's) may
-- open many seats at many tables.
CREATE TABLE keys (
    hash BLOB NOT NULL,
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    PRIMARY KEY (hash, tab, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_table ON keys (tab);

-- The answers. They are only ever added: a game is its set-up and its answers, and neither changes afterwards.
CREATE TABLE answers (
    tab TEXT NOT NULL REFERENCES tables (name),
    seq INTEGER NOT NULL,
    seat INTEGER,
    word TEXT NOT NULL,
    time INTEGER NOT NULL,
    PRIMARY KEY (tab, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER answers_never_change BEFORE UPDATE ON answers
BEGIN SELECT raise(ABORT, 'answers never change'); END;
CREATE TRIGGER answers_never_go BEFORE DELETE ON answers
BEGIN SELECT raise(ABORT, 'answers never go'); END;

-- The tile file of a table that plays with one of the players' own. The set-up names it by its hash, and stays short where tables
-- are listed.
CREATE TABLE tile_files (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    file TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Tables that were made from a record: what the record says of its draw order, and whether it calls the game broken off and scored.
-- Such a table has no draw order of its own, and the seed of its table is empty.
CREATE TABLE imports (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    commitment TEXT,
    seed BLOB,
    stopped INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
