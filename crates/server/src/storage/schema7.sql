-- Secrets that are not used for long open nothing any more: until when each is good, in milliseconds since 1970. Those that there are
-- have the whole of that time from now on.
ALTER TABLE keys ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
UPDATE keys SET expires = (unixepoch() + 180 * 24 * 60 * 60) * 1000;
