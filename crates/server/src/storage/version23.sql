-- Schema 22 to 23: tournaments.

-- Tournaments, each with its settings and the terms of its games (`game`, NULL if they are played in person).
-- `steps` counts the steps; `phase` is derived from them, for lists. `closed` is a moderator's reason for hiding the
-- tournament from all but its organiser.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    organiser INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    game TEXT,
    joining TEXT NOT NULL,
    phase TEXT NOT NULL,
    steps INTEGER NOT NULL,
    players INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    closed TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX tournaments_by_time ON tournaments (created);
CREATE INDEX tournaments_of_organiser ON tournaments (organiser);

-- The steps of tournaments in order. A step has no `account` if the server took it.
CREATE TABLE tournament_steps (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    step TEXT NOT NULL,
    account INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
    role TEXT NOT NULL,
    reason TEXT,
    time INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_steps_of_account ON tournament_steps (account) WHERE account IS NOT NULL;

-- The players of tournaments, numbered as they joined: an account, a name without an account, or neither if the
-- account was deleted. `gone` is set once a deleted account was withdrawn.
CREATE TABLE tournament_players (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    account INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
    name TEXT,
    gone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tournament_players_by_account ON tournament_players (account, tournament)
    WHERE account IS NOT NULL;
CREATE INDEX tournament_players_deleted ON tournament_players (tournament)
    WHERE account IS NULL AND name IS NULL AND NOT gone;

-- The tables of matches (`pairing` is the number of a match). A game has one table, and further ones if the organiser has it played again.
CREATE TABLE tournament_tables (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    pairing INTEGER NOT NULL,
    game INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    tab TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    PRIMARY KEY (tournament, pairing, game, attempt)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tournament_tables_in_use ON tournament_tables (tournament, pairing, game) WHERE status <> 'replaced';
CREATE INDEX tournament_tables_open ON tournament_tables (tab) WHERE status = 'open';
