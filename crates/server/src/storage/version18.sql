-- From the schema of version 17 to version 18.

-- From which addresses the seats of a rated game were played, as long as it goes on: a result within one household moves ratings only a few
-- times a day. The rows go when the game has ended.
CREATE TABLE seat_households (
    tab TEXT NOT NULL REFERENCES tables (name),
    seat INTEGER NOT NULL,
    household TEXT NOT NULL,
    PRIMARY KEY (tab, seat, household)
) STRICT, WITHOUT ROWID;

-- Rated games all seats of which were played from one address, and whether they moved the ratings.
CREATE TABLE household_results (
    result INTEGER PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    moved INTEGER NOT NULL
) STRICT;
