-- An export of public data that an administrator requested.
CREATE TABLE realm_exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  requested_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  failed_at INTEGER,
  deleted_at INTEGER,
  key TEXT NOT NULL UNIQUE -- secret part of its URL
) STRICT;
