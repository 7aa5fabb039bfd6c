-- A row of the table, and a value of the column, that schema 8 adds.
UPDATE api_keys SET used_at = 601;
INSERT INTO login_failures VALUES (1, 'ada@x.test', '192.0.2.1', 602);
