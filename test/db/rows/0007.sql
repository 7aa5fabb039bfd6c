-- Rows of the tables that schema 7 adds.
INSERT INTO sessions VALUES (1, 1, x'0a', 501, 502, 'Firefox on Linux');
INSERT INTO sent_names VALUES (1, x'0b', 1, 503);
