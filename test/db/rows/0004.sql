-- Rows of the tables, and values of the columns, that schema 4 adds.
INSERT INTO joined_places VALUES (6, 1, 1, 2);
UPDATE messages SET joined_place_id = 6 WHERE id = 2;
INSERT INTO read_watermarks VALUES (2, 6, 2);
