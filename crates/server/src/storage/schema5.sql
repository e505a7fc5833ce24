-- Plain tables: nobody is helped there while the game goes on. A table that is not named here is none.
CREATE TABLE plain_tables (
    tab TEXT PRIMARY KEY REFERENCES tables (name)
) STRICT, WITHOUT ROWID;
