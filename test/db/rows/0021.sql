-- Rows of the table that schema 21 adds: an export that was requested, and one that was made.
INSERT INTO realm_exports VALUES (1, 1, 300, NULL, NULL, NULL, NULL, 'a'), (2, 1, 400, 410, 420, NULL, NULL, 'b');
