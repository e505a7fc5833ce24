-- Schema 19 to 20, as SQLite's `version20.sql` does.

ALTER TABLE profiles ADD COLUMN colour BIGINT;
