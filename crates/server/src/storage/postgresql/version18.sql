-- From the schema of version 17 to version 18, as `version18.sql` of SQLite.

CREATE TABLE lobby (
    tab TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (name),
    updated BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    clock TEXT COLLATE "C" NOT NULL,
    open BOOLEAN NOT NULL,
    rated BOOLEAN NOT NULL
);
CREATE INDEX lobby_in_order ON lobby (updated DESC, tab, game, clock, open, rated);
INSERT INTO lobby (tab, updated, game, clock, open, rated)
    SELECT name, updated, coalesce(CAST(setup AS jsonb) ->> 'game', ''),
        CASE (SELECT CAST(clock AS jsonb) ->> 'type' FROM terms WHERE tab = name)
            WHEN 'game' THEN 'live' WHEN 'turn' THEN 'live' WHEN 'days' THEN 'days' ELSE 'none' END,
        phase = 'gathering', name IN (SELECT tab FROM terms WHERE rated)
    FROM tables WHERE public AND phase <> 'finished';

CREATE INDEX tables_gathering ON tables (updated) WHERE phase = 'gathering';

CREATE TABLE rated_positions (
    tab TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (name),
    hash BIGINT NOT NULL
);
CREATE INDEX rated_positions_by_hash ON rated_positions (hash);

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

-- From version 17 to version 18 of the schema; `../version18.sql` describes the tables and columns.

CREATE TABLE spent_challenges (
    id BYTEA PRIMARY KEY,
    expires BIGINT NOT NULL
);
CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires);

ALTER TABLE outbox ADD COLUMN address TEXT COLLATE "C";

ALTER TABLE mail_addresses ADD COLUMN bounced BIGINT;
