-- Users order channels in sections of their own.
CREATE TABLE own_sections (
  user_id INTEGER NOT NULL REFERENCES users (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  channel_ids TEXT NOT NULL, -- JSON
  PRIMARY KEY (user_id, position)
) STRICT, WITHOUT ROWID;
