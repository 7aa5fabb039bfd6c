-- The event queue of a client while no server runs. A server saves its queues here when it stops, and restores and
-- deletes them before it listens.
CREATE TABLE saved_queues (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  options TEXT NOT NULL,      -- JSON: the client's registration
  first_id INTEGER NOT NULL,  -- id of its first event
  sent_id INTEGER NOT NULL,   -- id of the last event sent to a poll
  events TEXT NOT NULL,       -- JSON list of ids of saved_events; null for a merged or obsolete event
  seconds_left REAL NOT NULL, -- until it expires without a poll
  saved_at INTEGER NOT NULL,
  saved_by TEXT NOT NULL      -- version of chatd
) STRICT;

-- An event in saved queues, stored once for all of them.
CREATE TABLE saved_events (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL, -- JSON up to the event's id, which differs for each queue
  merge_key TEXT      -- equal for events that can be merged; NULL: none
) STRICT;
