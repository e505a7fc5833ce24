-- From the schema of version 17 to version 18, as `version18.sql` of SQLite.

CREATE TABLE seat_households (
    tab TEXT COLLATE "C" NOT NULL REFERENCES tables (name),
    seat BIGINT NOT NULL,
    household TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tab, seat, household)
);

CREATE TABLE household_results (
    result BIGINT PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE,
    moved BOOLEAN NOT NULL
);
