-- The schema of version 0.2.0.

-- Tables: set-up, draw order seed (secret until the game ends), and progress. `phase` and `turn` follow from the answers, but are stored so
-- that a list of tables needs no replay.
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

-- Occupants of seats, as JSON.
CREATE TABLE seats (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    sitter TEXT NOT NULL,
    PRIMARY KEY (tab, seat)
) STRICT, WITHOUT ROWID;

-- Hashes of the secrets that open a seat; seat -1 is the host's right to start the game. One secret, such as a browser's, can open many
-- seats at many tables.
CREATE TABLE keys (
    hash BLOB NOT NULL,
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    PRIMARY KEY (hash, tab, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_table ON keys (tab);

-- Answers, append-only: a game consists of its set-up and its answers, neither of which ever changes.
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

-- Tile files for tables that use custom tiles. The set-up refers to the file by its hash, which keeps it short in lists of tables.
CREATE TABLE tile_files (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    file TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Tables created from a record: the draw order given by the record, and whether the game was broken off and scored. The draw order for
-- these tables is not derived from a seed, so their seed is empty.
CREATE TABLE imports (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    commitment TEXT,
    seed BLOB,
    stopped INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
