-- Rows of the tables that schema 5 adds.
INSERT INTO saved_events VALUES (1, '{"type":"presence"', 'presence');
INSERT INTO saved_queues VALUES ('q:1', 1, '{}', 1, 2, '[1,null]', 599.5, 501, '0.1.0');
