-- Rows of the table that schema 34 adds: a message with a button.
INSERT INTO message_buttons VALUES (1, '[{"id":"yes","label":"Yes","confirm":""}]');
