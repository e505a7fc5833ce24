-- Tables that were made from a record: what the record says of its draw order, and whether it calls the game broken off and scored.
-- Such a table has no draw order of its own, and the seed of its table is empty.
CREATE TABLE imports (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    commitment TEXT,
    seed BLOB,
    stopped INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
