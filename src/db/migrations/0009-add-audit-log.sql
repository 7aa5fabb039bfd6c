-- What an administrator, the operator or another user did that concerns others (src/audit/).
CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  done_at INTEGER NOT NULL,
  actor_id INTEGER REFERENCES users (id), -- NULL: the operator, by a command
  action TEXT NOT NULL,                   -- operation id of the API, or the command
  address TEXT,                           -- where the request came from; NULL: a command
  about TEXT NOT NULL,                    -- JSON: what the path of the request or the command named
  changes TEXT NOT NULL,                  -- JSON list of rows with old and new values
  omitted INTEGER NOT NULL                -- how many changes more there were
) STRICT;
