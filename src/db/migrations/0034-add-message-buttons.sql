-- Messages of bots can have buttons.
CREATE TABLE message_buttons (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  buttons TEXT NOT NULL -- JSON
) STRICT;
