-- The event queue of a client, while no server runs: one that stops leaves its
-- queues here, and the next one takes them out before it listens.
CREATE TABLE saved_queues (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  options TEXT NOT NULL,      -- JSON: what its client asked for
  first_id INTEGER NOT NULL,  -- of its first event
  sent_id INTEGER NOT NULL,   -- up to which events were answered to a poll
  events TEXT NOT NULL,       -- JSON list of ids of saved_events; null where there is none any more
  seconds_left REAL NOT NULL, -- how long it lived on without a poll
  saved_at INTEGER NOT NULL,
  saved_by TEXT NOT NULL      -- version of chatd
) STRICT;

-- An event that waits in saved queues, once for all of them.
CREATE TABLE saved_events (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL, -- JSON up to the event's id, which is each queue's own
  merge_key TEXT      -- of what it may be merged with; NULL: nothing
) STRICT;
