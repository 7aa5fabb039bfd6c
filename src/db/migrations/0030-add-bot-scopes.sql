-- What bots may do can be limited when they are made.
CREATE TABLE bot_scopes (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  writing TEXT NOT NULL CHECK (writing IN ('anywhere', 'where_mentioned', 'nowhere')),
  channel_ids TEXT -- JSON
) STRICT;
