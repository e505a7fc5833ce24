-- Schema 20 to 21: puzzles.

-- The first attempt of each account at each puzzle, with the account's rating before and after.
CREATE TABLE puzzle_attempts (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    time INTEGER NOT NULL,
    PRIMARY KEY (account, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_attempts_in_order ON puzzle_attempts (account, time);

-- Ratings of accounts for puzzles.
CREATE TABLE puzzle_players (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    attempts INTEGER NOT NULL
) STRICT;

-- Ratings of puzzles.
CREATE TABLE puzzle_ratings (
    puzzle TEXT PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
