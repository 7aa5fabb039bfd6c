-- Messages can be pinned.
CREATE TABLE pinned_messages (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id), -- the message's
  pinned_to TEXT NOT NULL CHECK (pinned_to IN ('topic', 'channel')),
  user_id INTEGER NOT NULL REFERENCES users (id), -- who pinned it
  pinned_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pinned_messages_by_channel ON pinned_messages (channel_id);
