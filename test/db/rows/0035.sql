-- Rows of the tables that schema 35 adds: a call with a member.
INSERT INTO calls VALUES (1, 1, 1, 1700000000);
INSERT INTO call_people VALUES (1, 1, 'present', 'session-1', NULL, 1700000000, 1, 0, 0, 0);
