-- Rows of the table that schema 28 adds: a section with a channel.
INSERT INTO own_sections VALUES (1, 0, 'Work', '[1]');
