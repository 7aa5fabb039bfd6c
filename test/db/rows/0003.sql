-- Rows of the tables, and values of the columns, that schema 3 adds.
INSERT INTO images VALUES (1, 'image/png', x'89', 1), (2, 'image/gif', x'47', 0), (3, 'image/png', x'90', 1);
INSERT INTO realm_images VALUES ('icon', 1, 2);
INSERT INTO realm_domains VALUES ('x.test', 1);
INSERT INTO linkifiers VALUES (1, '#(?P<id>[0-9]+)', 'https://x.test/{id}', '#1', '#{id}', '["https://y.test/{id}"]', 1);
INSERT INTO playgrounds VALUES (1, 'Try', 'Python', 'https://x.test/{code}');
INSERT INTO new_user_settings VALUES ('enter_sends', 'true');
INSERT INTO bots VALUES (3, 1, 2, 1, 'https://x.test/hook', 1, 'token');
INSERT INTO bot_storage VALUES (3, 'key', 'value');
INSERT INTO user_status VALUES (1, 'Away', 'tada', '1f389', 'unicode_emoji');
INSERT INTO presence VALUES (4, 1, 301, 302);
INSERT INTO muted_users VALUES (1, 2, 303);
INSERT INTO profile_fields VALUES (1, 1, 'Pronouns', 'pronouns', 'hint', '', 1, 1, 0, 1, 1);
INSERT INTO profile_values VALUES (1, 1, 'she', '<p>she</p>');
INSERT INTO group_permissions VALUES (1, 'can_manage_group', 3);
INSERT INTO channel_folders VALUES (1, 'Work', 'work', 'All work', '<p>All work</p>', 1, 1, 304, 0);
INSERT INTO invitations VALUES (1, x'0a', x'0b', 'eve@x.test', 'eve@x.test', 1, 400, 305, 306, 307, 1, 1, 'Welcome');
INSERT INTO invitation_channels VALUES (1, 1);
INSERT INTO invitation_groups VALUES (1, 2);
INSERT INTO address_confirmations VALUES (1, x'0c', 'eve@x.test', 1, 308);
INSERT INTO webhook_calls VALUES (1, 3, 2, 'mention', 1);
INSERT INTO scheduled_messages VALUES
  (1, 1, 1, 'Lunch', NULL, 'later', '<p>later</p>', 'web', 1, 309, 0, NULL),
  (2, 1, NULL, NULL, '[2]', 'sent', '<p>sent</p>', 'web', 0, 310, 1, 311);
INSERT INTO reminders VALUES (1, 1, 2, 'Do', 312, 0);
INSERT INTO drafts VALUES (1, 1, 'stream', '[1]', 'Lunch', 'begun', 313);
INSERT INTO saved_snippets VALUES (1, 1, 'Greeting', 'Dear', 314);
UPDATE users SET avatar_image_id = 1 WHERE id = 1;
UPDATE realm_emoji SET image_id = 2, still_image_id = 3;
UPDATE channels SET folder_id = 1 WHERE id = 1;
UPDATE messages SET has_link = 1, has_image = 1, has_attachment = 1 WHERE id = 2;
INSERT INTO mentions VALUES (3, 1);
INSERT INTO search_changes VALUES (7, 2, NULL), (8, NULL, 1);
INSERT INTO attachments VALUES
  (1, 1, '1/a/one.png', 'one.png', 'aa', 10, 'image/png', 315),
  (2, 2, '1/b/two.txt', 'two.txt', 'bb', 20, 'text/plain', 316);
INSERT INTO unclaimed_attachments VALUES (2, 317);
INSERT INTO attachment_messages VALUES (1, 2);
INSERT INTO pictures VALUES ('aa', 30, 20, 1, 'ready');
INSERT INTO awaited_attachments VALUES (1, 1, NULL, NULL), (1, NULL, 1, NULL), (2, NULL, NULL, 1);
INSERT INTO push_service VALUES (1, 1, 318);
INSERT INTO devices VALUES (1, 1, 9, x'0d', 'token', 'fcm', 'next', 'apns', 'public', 'sealed', 319, 'INVALID');
INSERT INTO plaintext_tokens VALUES (1, 'apns', 'plain', 'test.x');
INSERT INTO browsers VALUES (1, 2, 'https://push.x.test/1', 'p', 'a', 320);
INSERT INTO notified_messages VALUES (1, 2);
INSERT INTO push_tasks VALUES (1, 'device', '{}', 1, NULL, 321, 322, 1), (2, 'browser', '{}', NULL, 1, 323, 324, 0);
