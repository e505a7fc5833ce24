-- The log of a table got kinds: beside answers there is room for what else happens to a game, such as answers that are taken back or a
-- seat that gives it up. What was stored are answers. `word` says what is written down, by the kind: the answer's word, a number, an
-- occupant as JSON.
DROP TRIGGER answers_never_change;
DROP TRIGGER answers_never_go;
ALTER TABLE answers RENAME TO log;
ALTER TABLE log RENAME COLUMN seq TO number;
ALTER TABLE log ADD COLUMN kind TEXT NOT NULL DEFAULT 'answer';
CREATE TRIGGER log_never_changes BEFORE UPDATE ON log
BEGIN SELECT raise(ABORT, 'entries of a log never change'); END;
CREATE TRIGGER log_never_shrinks BEFORE DELETE ON log
BEGIN SELECT raise(ABORT, 'entries of a log never go'); END;
