-- Schema 22 to 23, as SQLite's `version23.sql` does.

CREATE TABLE tournaments (
    id TEXT COLLATE "C" PRIMARY KEY,
    organiser BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    game TEXT,
    joining TEXT NOT NULL,
    phase TEXT NOT NULL,
    steps BIGINT NOT NULL,
    players BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    closed TEXT
);
CREATE INDEX tournaments_by_time ON tournaments (created);
CREATE INDEX tournaments_of_organiser ON tournaments (organiser);

CREATE TABLE tournament_steps (
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    step TEXT NOT NULL,
    account BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
    role TEXT NOT NULL,
    reason TEXT,
    time BIGINT NOT NULL,
    PRIMARY KEY (tournament, number)
);
CREATE INDEX tournament_steps_of_account ON tournament_steps (account) WHERE account IS NOT NULL;

CREATE TABLE tournament_players (
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    account BIGINT REFERENCES accounts (id) ON DELETE SET NULL,
    name TEXT,
    gone BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tournament, number)
);
CREATE UNIQUE INDEX tournament_players_by_account ON tournament_players (account, tournament)
    WHERE account IS NOT NULL;
CREATE INDEX tournament_players_deleted ON tournament_players (tournament)
    WHERE account IS NULL AND name IS NULL AND NOT gone;

CREATE TABLE tournament_tables (
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    pairing BIGINT NOT NULL,
    game BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    tab TEXT COLLATE "C" NOT NULL UNIQUE,
    status TEXT NOT NULL,
    PRIMARY KEY (tournament, pairing, game, attempt)
);
CREATE UNIQUE INDEX tournament_tables_in_use ON tournament_tables (tournament, pairing, game) WHERE status <> 'replaced';
CREATE INDEX tournament_tables_open ON tournament_tables (tab) WHERE status = 'open';
