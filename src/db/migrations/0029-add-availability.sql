-- Users say when they may be notified, and until when their status holds.
CREATE TABLE availability (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  quiet_until INTEGER,    -- no notifications before; NULL: not set
  hours TEXT,             -- JSON; the hours of the week with notifications; NULL: all
  status_ends_at INTEGER  -- NULL: the status stays
) STRICT;
