-- Rows of the tables, and values of the columns, that schema 2 adds.
UPDATE messages SET moved_at_id = 6, mentions_channel = 1 WHERE id = 3;
INSERT INTO user_topics VALUES (2, 1, 'lunch', 'Lunch', 3, 201);
INSERT INTO alert_words VALUES (1, 'engine', 'Engine');
INSERT INTO submessages VALUES (1, 3, 3, 'widget', '{"widget_type":"poll"}');
INSERT INTO realm_emoji VALUES (1, 'engine', 1, 0);
INSERT INTO message_flags VALUES (2, 'topic_wildcard_mentioned', 1);
