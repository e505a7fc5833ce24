-- Levels got characters, and words of their own: the player that was "medium" is "hard" now, the one that was "hard" is "master". Those
-- who sit at a table stay who they are.
UPDATE seats
SET sitter = json_set(sitter, '$.level', CASE sitter ->> '$.level' WHEN 'medium' THEN 'hard' ELSE 'master' END)
WHERE sitter ->> '$.type' = 'bot' AND sitter ->> '$.level' IN ('medium', 'hard');
