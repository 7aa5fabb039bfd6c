-- A message keeps the channel it was sent to: that channel's subscribers received it, wherever it moves.
ALTER TABLE messages ADD COLUMN sent_channel_id INTEGER REFERENCES channels (id);
ALTER TABLE messages ADD COLUMN moved_at_id INTEGER;
ALTER TABLE messages ADD COLUMN mentions_channel INTEGER NOT NULL DEFAULT 0 CHECK (mentions_channel IN (0, 1));
UPDATE messages SET sent_channel_id = channel_id;
CREATE INDEX messages_by_sent_channel ON messages (sent_channel_id) WHERE sent_channel_id IS NOT NULL;
CREATE INDEX messages_moved ON messages (channel_id) WHERE moved_at_id IS NOT NULL;

CREATE INDEX read_watermarks_by_conversation ON read_watermarks (conversation_id, user_id);
CREATE INDEX read_floors_by_channel ON read_floors (channel_id, user_id);

-- Messages sent before a subscription began are below its floor.
INSERT INTO read_floors (user_id, channel_id, message_id)
  SELECT user_id, channel_id, max(from_message_id) FROM subscription_spans WHERE true GROUP BY user_id, channel_id
  ON CONFLICT DO UPDATE SET message_id = max(message_id, excluded.message_id);
-- A watermark now overrides the floor, even if it is lower.
DELETE FROM read_watermarks WHERE message_id <= (
  SELECT f.message_id FROM read_floors f JOIN conversations c ON c.channel_id = f.channel_id
  WHERE c.id = read_watermarks.conversation_id AND f.user_id = read_watermarks.user_id);

-- A user's visibility policy for a topic: 1 muted, 2 unmuted, 3 followed. The topic need not have messages.
CREATE TABLE user_topics (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  topic_key TEXT NOT NULL, -- the topic folded for comparison (src/ground/text.ts)
  topic TEXT NOT NULL,
  visibility_policy INTEGER NOT NULL CHECK (visibility_policy IN (1, 2, 3)),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, channel_id, topic_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_topics_by_topic ON user_topics (channel_id, topic_key);

-- A word that a user wants to be notified of.
CREATE TABLE alert_words (
  user_id INTEGER NOT NULL REFERENCES users (id),
  word_key TEXT NOT NULL, -- the word folded for comparison (src/ground/text.ts)
  word TEXT NOT NULL,
  PRIMARY KEY (user_id, word_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_words_by_word ON alert_words (word_key, user_id);

-- One step of a poll or to-do list: the first one is the widget itself.
CREATE TABLE submessages (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  sender_id INTEGER NOT NULL REFERENCES users (id),
  msg_type TEXT NOT NULL,
  content TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX submessages_by_message ON submessages (message_id);

-- A custom emoji of the organization.
CREATE TABLE realm_emoji (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  author_id INTEGER REFERENCES users (id),
  deactivated INTEGER NOT NULL DEFAULT 0 CHECK (deactivated IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX realm_emoji_by_name ON realm_emoji (name) WHERE deactivated = 0;

-- A CHECK cannot be changed in place.
ALTER TABLE message_flags RENAME TO old_message_flags;
DROP INDEX message_flags_by_message;
CREATE TABLE message_flags (
  user_id INTEGER NOT NULL REFERENCES users (id),
  flag TEXT NOT NULL CHECK (flag IN ('starred', 'collapsed', 'mentioned', 'group_mentioned',
    'topic_wildcard_mentioned', 'has_alert_word')),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, flag, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_flags_by_message ON message_flags (message_id, user_id);
INSERT INTO message_flags SELECT user_id, flag, message_id FROM old_message_flags;
DROP TABLE old_message_flags;
