-- Schema 18 to 19: public profiles.

CREATE TABLE profiles (
    account BIGINT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    avatar TEXT COLLATE "C",
    flag TEXT COLLATE "C"
);
