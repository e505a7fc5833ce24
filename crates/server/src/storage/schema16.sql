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
