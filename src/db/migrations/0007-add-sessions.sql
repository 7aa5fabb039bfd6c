-- A browser that is logged in. Only a keyed hash of its cookie is stored.
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  token_hmac BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  browser TEXT NOT NULL -- its name for people, such as 'Firefox on Linux'
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- A client's own name for a message that it sent, kept for an hour: a repeated request gets the same message.
CREATE TABLE sent_names (
  user_id INTEGER NOT NULL REFERENCES users (id),
  name_hash BLOB NOT NULL,     -- SHA-256 of the client's event queue and the name
  message_id INTEGER NOT NULL, -- may be deleted
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, name_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_names_by_time ON sent_names (sent_at);
