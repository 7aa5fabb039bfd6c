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

-- A message that a client named when it sent it, for an hour: the same request again is answered with that message.
CREATE TABLE sent_names (
  user_id INTEGER NOT NULL REFERENCES users (id),
  name_hash BLOB NOT NULL,     -- SHA-256 of the client's event queue and its own name for the message
  message_id INTEGER NOT NULL, -- of a message that may be gone
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, name_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_names_by_time ON sent_names (sent_at);
