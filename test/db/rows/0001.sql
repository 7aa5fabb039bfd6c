-- Rows of every table of schema 1.
INSERT INTO realm VALUES (1, '0f0e', 'Analytical', 'Engines', 100);
INSERT INTO realm_settings VALUES ('video_chat_provider', '1');
INSERT INTO users VALUES
  (1, 'Ada@x.test', 'ada@x.test', 'Ada', 100, 1, NULL, NULL, 0, '$argon2id$', 'Europe/London', 2, 101),
  (2, 'bob@x.test', 'bob@x.test', 'Bob', 400, 1, NULL, NULL, 0, NULL, '', 1, 102),
  (3, 'bot@x.test', 'bot@x.test', 'Bot', 400, 1, 1, 1, 0, NULL, '', 1, 103);
INSERT INTO user_settings VALUES (1, 'enter_sends', 'true');
INSERT INTO api_keys VALUES (1, 1, x'01', 104);
INSERT INTO groups VALUES
  (1, 'Readers', 'Who reads', 0, 1, 105, 0),
  (2, 'Writers', '', 0, 2, 106, 0),
  (3, NULL, '', 0, NULL, NULL, 0);
INSERT INTO group_members VALUES (1, 1), (2, 2);
INSERT INTO group_subgroups VALUES (1, 2);
INSERT INTO channels VALUES
  (1, 'General', 'general', 'All', '<p>All</p>', 1, 107, 0, 0, 1, 0, 1, 30, 'inherit'),
  (2, 'Other', 'other', '', '', NULL, 108, 1, 0, 0, 1, 0, NULL, 'empty_topic_only');
INSERT INTO channel_permissions VALUES (1, 'can_send_message_group', 3);
INSERT INTO subscriptions VALUES (1, 1, 1, '#123456', 1, 1, 1, 0, 1, 0, 1), (2, 1, 1, '#654321', 0, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO subscription_spans VALUES (1, 1, 0, NULL), (2, 1, 0, 1), (2, 1, 2, NULL);
INSERT INTO conversations VALUES
  (1, 1, 'Lunch', 'lunch', NULL, 3),
  (2, NULL, NULL, NULL, '1,2', 5);
INSERT INTO direct_members VALUES (1, 2), (2, 2);
INSERT INTO messages VALUES
  (1, 1, 1, 1, 'web', 111, 'one', '<p>one</p>', 1),
  (2, 1, 1, 2, 'web', 112, 'two', '<p>two</p>', 1),
  (3, 1, 1, 3, 'bot', 113, 'three', '<p>three</p>', 1),
  (4, 2, NULL, 1, 'web', 114, 'four', '<p>four</p>', 1),
  (5, 2, NULL, 2, 'web', 115, 'five', '<p>five</p>', 1);
INSERT INTO read_floors VALUES (1, 1, 1);
INSERT INTO read_watermarks VALUES (1, 1, 3), (2, 1, 2), (2, 2, 4);
INSERT INTO read_exceptions VALUES (1, 5, 1), (2, 2, 0);
INSERT INTO message_flags VALUES
  (1, 'starred', 2), (1, 'mentioned', 2), (2, 'mentioned', 3), (2, 'group_mentioned', 3), (2, 'collapsed', 4);
INSERT INTO reactions VALUES (1, 1, 2, 'tada', '1f389', 'unicode_emoji');
INSERT INTO message_edits VALUES (1, 1, 1, 116, 'once', '<p>once</p>', 'Dinner', 'Lunch', 2, 1);
INSERT INTO outbox VALUES (1, '{"event":{},"audience":[1]}');
