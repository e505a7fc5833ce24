-- The tile file of a table that plays with one of the players' own. The set-up names it by its hash, and stays short where tables
-- are listed.
CREATE TABLE tile_files (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    file TEXT NOT NULL
) STRICT, WITHOUT ROWID;
