-- Schema 18 to 19: public profiles.

-- Optional parts of public profiles: `avatar` is a picture as JSON, `flag` a country code. An account that chose neither has no row.
CREATE TABLE profiles (
    account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    avatar TEXT,
    flag TEXT
) STRICT;
