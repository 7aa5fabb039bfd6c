-- A browser that is logged in. Of its cookie only a keyed hash is stored.
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  token_hmac BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  browser TEXT NOT NULL -- for people to recognise it, such as 'Firefox on Linux'
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
