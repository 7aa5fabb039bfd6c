-- Messages that were moved to a topic and keep a read state of their own.
CREATE TABLE joined_places (
  id INTEGER PRIMARY KEY,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  max_message_id INTEGER NOT NULL
) STRICT;
CREATE INDEX joined_places_by_conversation ON joined_places (conversation_id);
CREATE INDEX joined_places_by_channel ON joined_places (channel_id);

ALTER TABLE messages ADD COLUMN joined_place_id INTEGER REFERENCES joined_places (id);
ALTER TABLE messages ADD COLUMN place_id INTEGER AS (coalesce(joined_place_id, conversation_id));
CREATE INDEX messages_joined ON messages (joined_place_id) WHERE joined_place_id IS NOT NULL;

-- A place need not be a conversation, and a foreign key cannot be dropped.
ALTER TABLE read_watermarks RENAME TO old_read_watermarks;
DROP INDEX read_watermarks_by_conversation;
CREATE TABLE read_watermarks (
  user_id INTEGER NOT NULL REFERENCES users (id),
  place_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, place_id)
) STRICT, WITHOUT ROWID;
INSERT INTO read_watermarks SELECT user_id, conversation_id, message_id FROM old_read_watermarks;
DROP TABLE old_read_watermarks;
CREATE INDEX read_watermarks_by_place ON read_watermarks (place_id, user_id);
