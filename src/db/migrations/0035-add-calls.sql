-- Calls take place in conversations.
-- A live call; the row is gone when it ends.
CREATE TABLE calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  started_by INTEGER NOT NULL REFERENCES users (id),
  started_at INTEGER NOT NULL
) STRICT;

-- A person whom a live call rings, or who is or was a member of it.
CREATE TABLE call_people (
  call_id INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id),
  state TEXT NOT NULL CHECK (state IN ('rung', 'present', 'left')),
  session TEXT, -- chosen by the member's tab; null unless present
  login_id INTEGER, -- the session of the member's browser; null for an API key
  joined_at INTEGER, -- null while rung
  audio INTEGER NOT NULL DEFAULT 0 CHECK (audio IN (0, 1)), -- what the member sends
  video INTEGER NOT NULL DEFAULT 0 CHECK (video IN (0, 1)),
  screen INTEGER NOT NULL DEFAULT 0 CHECK (screen IN (0, 1)),
  hand INTEGER NOT NULL DEFAULT 0 CHECK (hand IN (0, 1)),
  PRIMARY KEY (call_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX call_people_present ON call_people (user_id) WHERE state = 'present';
