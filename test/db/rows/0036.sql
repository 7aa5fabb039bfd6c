-- Rows of the table that schema 36 adds: a link at the head of a channel.
INSERT INTO channel_bookmarks VALUES (1, 0, 'Handbook', 'https://example.com/handbook');
