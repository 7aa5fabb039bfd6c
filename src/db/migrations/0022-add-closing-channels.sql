-- Archived channels whose messages do not yet count as read for all subscribers.
CREATE TABLE closing_channels (
  channel_id INTEGER PRIMARY KEY REFERENCES channels (id),
  done_user_id INTEGER NOT NULL
) STRICT;
