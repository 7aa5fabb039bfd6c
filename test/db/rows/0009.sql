-- Rows of the tables that schema 9 adds.
INSERT INTO audit_entries VALUES
  (1, 901, 1, 'updateUser', '203.0.113.7', '{"user_id_or_email":"2"}', '[{"object":"user","key":{"id":2},"old":{"role":400},"new":{"role":300}}]', 0),
  (2, 902, NULL, 'create-user', NULL, '{"email":"bob@x.test"}', '[]', 0);
