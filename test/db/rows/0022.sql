-- A row of the table that schema 22 adds.
INSERT INTO closing_channels VALUES (1, 1);
