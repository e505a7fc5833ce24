-- The table of schema17.sql of SQLite.
CREATE TABLE seeks (
    id BIGINT PRIMARY KEY,
    seek TEXT NOT NULL
);
