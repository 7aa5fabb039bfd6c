-- Rows of the table that schema 27 adds: a pinned message.
INSERT INTO pinned_messages VALUES (1, 1, 'topic', 1, 0);
