-- The tables of schema16.sql of SQLite.
CREATE TABLE nodes (
    name TEXT PRIMARY KEY,
    beat BIGINT NOT NULL,
    moment BIGINT NOT NULL,
    rules BIGINT NOT NULL
);

ALTER TABLE tables ADD COLUMN keeper TEXT;
ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_by_keeper ON tables (keeper) WHERE keeper IS NOT NULL;
