-- A row of the table that schema 7 adds.
INSERT INTO sessions VALUES (1, 1, x'0a', 501, 502, 'Firefox on Linux');
