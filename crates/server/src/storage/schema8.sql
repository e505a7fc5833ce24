-- What a table is played by beside its rules: its clock as JSON, what becomes of a seat whose time is used up, and whether answers can be
-- taken back. A table that is not named here has no clock; a seat that resigns loses, and answers can be taken back if the others agree.
CREATE TABLE terms (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    clock TEXT,
    fall TEXT NOT NULL,
    undo INTEGER NOT NULL
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
