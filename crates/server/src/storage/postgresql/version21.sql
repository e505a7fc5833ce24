-- Schema 20 to 21, as SQLite's `version21.sql` does.

CREATE TABLE puzzle_attempts (
    account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    puzzle TEXT COLLATE "C" NOT NULL,
    solved BIGINT NOT NULL,
    before DOUBLE PRECISION NOT NULL,
    after DOUBLE PRECISION NOT NULL,
    time BIGINT NOT NULL,
    PRIMARY KEY (account, puzzle)
);
CREATE INDEX puzzle_attempts_in_order ON puzzle_attempts (account, time);

CREATE TABLE puzzle_players (
    account BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL
);

CREATE TABLE puzzle_ratings (
    puzzle TEXT COLLATE "C" PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    attempts BIGINT NOT NULL
);
