-- Rows of the table that schema 30 adds: a bot that answers in a channel.
INSERT INTO bot_scopes VALUES (1, 'where_mentioned', '[1]');
