-- An act of an administrator, the operator or another user that affects others (src/audit/).
CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  done_at INTEGER NOT NULL,
  actor_id INTEGER REFERENCES users (id), -- NULL: the operator, by a command
  action TEXT NOT NULL,                   -- operation id of the API, or the command
  address TEXT,                           -- the client's address; NULL: a command
  about TEXT NOT NULL,                    -- JSON: subjects named in the request's path or the command
  changes TEXT NOT NULL,                  -- JSON list of rows with old and new values
  omitted INTEGER NOT NULL                -- number of further changes
) STRICT;
