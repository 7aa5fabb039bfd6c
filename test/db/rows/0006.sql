-- Rows of the table that schema 6 adds.
INSERT INTO dropped_contents VALUES ('abababababababababababababababababababababababababababababababab', 1, 700);
