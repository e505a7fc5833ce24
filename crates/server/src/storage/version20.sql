-- Schema 19 to 20: colours of accounts.

-- The colour, from 0 to 5, that an account chose last for its seat at a table.
ALTER TABLE profiles ADD COLUMN colour INTEGER;
