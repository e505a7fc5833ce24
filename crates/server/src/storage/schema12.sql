-- Whether the result of a table counts for the ratings of those who play there.
ALTER TABLE terms ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

-- What games came to that ended here, a row a table, written with the last entries of its log: so a result enters once. `setup` is a hash,
-- the same for all that is played alike; `expansions` are ids, each with a space on both sides. `public` is what the table was when it
-- ended; `began` and `ended` are of the first and the last entry of the log, in milliseconds since 1970.
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tab TEXT NOT NULL UNIQUE REFERENCES tables (name),
    game TEXT NOT NULL,
    expansions TEXT NOT NULL,
    setup TEXT NOT NULL,
    team INTEGER NOT NULL,
    speed TEXT NOT NULL,
    seats INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    public INTEGER NOT NULL,
    how TEXT NOT NULL,
    turns INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;
-- All that the archive asks of a game, in its order: a search reads this alone.
CREATE INDEX results_in_order ON results (ended, id, public, how, game, expansions, setup, speed, seats, rated, turns);

-- What each seat came to. A seat of an account has no name: it is the account's, as long as there is one. `level` is that of a computer
-- player. `outcome` is won, shared or lost; `kinds` are points by kind, as a JSON object.
CREATE TABLE result_seats (
    result INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    account INTEGER,
    name TEXT,
    folded TEXT,
    level TEXT,
    score INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    kinds TEXT NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (result, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_seats_by_account ON result_seats (account, ended, result, outcome) WHERE account IS NOT NULL;
CREATE INDEX result_seats_by_name ON result_seats (folded, ended, result, outcome) WHERE folded IS NOT NULL;

-- Ratings, by game, speed and size: of games of two, and of those of more. `settled` says that there were enough games to go by.
CREATE TABLE ratings (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    size TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (account, game, speed, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_in_order ON ratings (game, speed, size, settled DESC, rating DESC, account);

-- Which result changed a rating, and how: once for each account.
CREATE TABLE rating_changes (
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    result INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    size TEXT NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    deviation REAL NOT NULL,
    games INTEGER NOT NULL,
    time INTEGER NOT NULL,
    PRIMARY KEY (account, result)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_changes_by_result ON rating_changes (result);
CREATE INDEX rating_changes_in_order ON rating_changes (account, game, speed, size, games);

-- Whether games that ended before there were results have theirs.
CREATE TABLE results_complete (
    one INTEGER PRIMARY KEY CHECK (one = 1)
) STRICT;
