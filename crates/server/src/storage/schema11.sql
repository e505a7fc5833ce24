-- Finding a game. Who may come to a table: whether somebody may look who has no seat, and whether those alone may come who are invited. A
-- table that is not named here is for everybody who has its link. Whoever is invited has a key with the seat -2.
CREATE TABLE access (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    spectators INTEGER NOT NULL,
    invited INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which table is the rematch of which: a table has one at most.
CREATE TABLE rematches (
    tab TEXT PRIMARY KEY REFERENCES tables (name),
    next TEXT NOT NULL UNIQUE REFERENCES tables (name)
) STRICT, WITHOUT ROWID;

-- Challenges that nobody has answered: a table that still gathers players, and an account that is asked to it, by another. The table goes
-- with the last of them.
CREATE TABLE challenges (
    tab TEXT NOT NULL REFERENCES tables (name),
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    challenger INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (tab, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_by_account ON challenges (account);
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_expiry ON challenges (expires);

CREATE INDEX public_tables ON tables (updated) WHERE public;
