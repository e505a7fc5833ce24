-- Who seeks others to play with, by the number of the seek, which is never given again; what they seek is in JSON. A row lasts as long as
-- they are there and wait.
CREATE TABLE seeks (
    id INTEGER PRIMARY KEY,
    seek TEXT NOT NULL
) STRICT;
