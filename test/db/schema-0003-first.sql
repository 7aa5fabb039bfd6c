-- The whole database of one chatd organization, in reading order. A fresh
-- database runs this file; an older one reaches the same shape through
-- src/db/migrations. Times are UNIX seconds in UTC. Columns named as in the
-- HTTP API hold what the API sends. AUTOINCREMENT marks ids that must never
-- come again, not even after the row is gone.

PRAGMA application_id = 1667785076; -- 'chat' in ASCII: tells file(1) and us whose file this is
PRAGMA user_version = 3;            -- number of the newest migration this file contains

-- The organization. Exactly one row.
CREATE TABLE realm (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
) STRICT;

-- An organization setting that differs from its default (src/realm/settings.ts).
CREATE TABLE realm_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

-- A picture that somebody uploaded: an avatar, an emoji, the organization's icon or logo.
CREATE TABLE images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

-- A picture of the organization where it is not the one that comes with chatd.
CREATE TABLE realm_images (
  purpose TEXT PRIMARY KEY CHECK (purpose IN ('icon', 'logo', 'night_logo')),
  image_id INTEGER REFERENCES images (id), -- NULL: reset
  version INTEGER NOT NULL                 -- grows with each change, for the picture's URL
) STRICT, WITHOUT ROWID;

-- A domain that addresses must be of where the organization asks for that.
CREATE TABLE realm_domains (
  domain TEXT PRIMARY KEY, -- in lower case
  allow_subdomains INTEGER NOT NULL DEFAULT 0 CHECK (allow_subdomains IN (0, 1))
) STRICT, WITHOUT ROWID;

-- What turns text into links: a pattern in messages and topics, and where it leads.
CREATE TABLE linkifiers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pattern TEXT NOT NULL UNIQUE,
  url_template TEXT NOT NULL,
  example_input TEXT,
  reverse_template TEXT,
  alternative_url_templates TEXT NOT NULL DEFAULT '[]', -- JSON
  position INTEGER NOT NULL
) STRICT;

-- Where code of a language can be tried out.
CREATE TABLE playgrounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  pygments_language TEXT NOT NULL,
  url_template TEXT NOT NULL,
  UNIQUE (pygments_language, name)
) STRICT;

-- A person or a bot.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,               -- the real address; what others see of it is decided on reading
  email_key TEXT NOT NULL UNIQUE,    -- the address in lower case
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL CHECK (role IN (100, 200, 300, 400, 600)),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  bot_type INTEGER CHECK (bot_type IN (1, 2, 3, 4)), -- NULL for people
  bot_owner_id INTEGER REFERENCES users (id),
  is_system_bot INTEGER NOT NULL DEFAULT 0 CHECK (is_system_bot IN (0, 1)),
  password_hash TEXT,                -- argon2id as a PHC string; NULL: cannot log in by password
  timezone TEXT NOT NULL DEFAULT '',
  avatar_version INTEGER NOT NULL DEFAULT 1,
  joined_at INTEGER NOT NULL,
  avatar_image_id INTEGER REFERENCES images (id) -- NULL: the picture chatd draws
) STRICT;

-- A personal setting that differs from its default (src/users/settings.ts).
CREATE TABLE user_settings (
  user_id INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL, -- JSON
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

-- A key that logs a user in; each login makes one. Only a keyed hash is
-- stored, so the file alone opens no account.
CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  key_hmac BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX api_keys_by_user ON api_keys (user_id);

-- A personal setting's value for newcomers, where it differs from the default.
CREATE TABLE new_user_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

-- What a bot has beside other users, where it differs from nothing.
CREATE TABLE bots (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  default_sending_channel_id INTEGER REFERENCES channels (id),
  default_events_channel_id INTEGER REFERENCES channels (id),
  default_all_public_streams INTEGER NOT NULL DEFAULT 0 CHECK (default_all_public_streams IN (0, 1)),
  payload_url TEXT,       -- outgoing webhook: where messages for the bot are sent
  service_interface INTEGER, -- outgoing webhook: 1 as documented, 2 as Slack has it
  service_token TEXT      -- outgoing webhook: by which the receiver knows this server
) STRICT;

-- What a user says about themselves. No row: nothing.
CREATE TABLE user_status (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  status_text TEXT NOT NULL DEFAULT '',
  emoji_name TEXT NOT NULL DEFAULT '',
  emoji_code TEXT NOT NULL DEFAULT '',
  reaction_type TEXT NOT NULL DEFAULT '',
  away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1))
) STRICT;

-- When a user's clients were last heard of. A row is replaced with each report, so that its id tells what is new.
CREATE TABLE presence (
  update_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL UNIQUE REFERENCES users (id),
  active_at INTEGER,            -- somebody was at the keyboard
  connected_at INTEGER NOT NULL -- a client was running
) STRICT;

-- A user whom another one does not want to hear.
CREATE TABLE muted_users (
  user_id INTEGER NOT NULL REFERENCES users (id),
  muted_user_id INTEGER NOT NULL REFERENCES users (id),
  muted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX muted_users_by_muted ON muted_users (muted_user_id);

-- A field of the organization's own in users' profiles.
CREATE TABLE profile_fields (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  field_type INTEGER NOT NULL CHECK (field_type BETWEEN 1 AND 8),
  name TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL DEFAULT '',
  field_data TEXT NOT NULL DEFAULT '', -- JSON, as the field's type has it
  position INTEGER NOT NULL,
  display_in_profile_summary INTEGER NOT NULL DEFAULT 0 CHECK (display_in_profile_summary IN (0, 1)),
  required INTEGER NOT NULL DEFAULT 0 CHECK (required IN (0, 1)),
  editable_by_user INTEGER NOT NULL DEFAULT 1 CHECK (editable_by_user IN (0, 1)),
  use_for_user_matching INTEGER NOT NULL DEFAULT 0 CHECK (use_for_user_matching IN (0, 1))
) STRICT;

-- What a user's profile has in such a field.
CREATE TABLE profile_values (
  user_id INTEGER NOT NULL REFERENCES users (id),
  field_id INTEGER NOT NULL REFERENCES profile_fields (id) ON DELETE CASCADE,
  value TEXT NOT NULL,
  rendered_value TEXT, -- HTML, where the field's type has Markdown
  PRIMARY KEY (user_id, field_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX profile_values_by_field ON profile_values (field_id);

-- A set of users. System groups (name 'role:…') take their members from
-- users.role; a group without a name is the value of one permission setting.
CREATE TABLE groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  is_system_group INTEGER NOT NULL DEFAULT 0 CHECK (is_system_group IN (0, 1)),
  creator_id INTEGER REFERENCES users (id),
  created_at INTEGER,
  deactivated INTEGER NOT NULL DEFAULT 0 CHECK (deactivated IN (0, 1))
) STRICT;

-- A user who is a direct member of a group.
CREATE TABLE group_members (
  group_id INTEGER NOT NULL REFERENCES groups (id),
  user_id INTEGER NOT NULL REFERENCES users (id),
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_members_by_user ON group_members (user_id);

-- A group all of whose members are members of another one too.
CREATE TABLE group_subgroups (
  group_id INTEGER NOT NULL REFERENCES groups (id),
  subgroup_id INTEGER NOT NULL REFERENCES groups (id),
  PRIMARY KEY (group_id, subgroup_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_subgroups_by_subgroup ON group_subgroups (subgroup_id);

-- Who may do something with a group, where that differs from the default (src/groups/).
CREATE TABLE group_permissions (
  group_id INTEGER NOT NULL REFERENCES groups (id),
  setting TEXT NOT NULL,
  allowed_group_id INTEGER NOT NULL REFERENCES groups (id),
  PRIMARY KEY (group_id, setting)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_permissions_by_allowed ON group_permissions (allowed_group_id);

-- A folder that channels are sorted into.
CREATE TABLE channel_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- the name folded for comparison (src/text.ts)
  description TEXT NOT NULL DEFAULT '',
  rendered_description TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL,
  creator_id INTEGER REFERENCES users (id),
  created_at INTEGER NOT NULL,
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX channel_folders_by_name ON channel_folders (name_key) WHERE is_archived = 0;

-- A channel.
CREATE TABLE channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- the name folded for comparison (src/text.ts)
  description TEXT NOT NULL DEFAULT '',
  rendered_description TEXT NOT NULL DEFAULT '',
  creator_id INTEGER REFERENCES users (id),
  created_at INTEGER NOT NULL,
  invite_only INTEGER NOT NULL DEFAULT 0 CHECK (invite_only IN (0, 1)),
  is_web_public INTEGER NOT NULL DEFAULT 0 CHECK (is_web_public IN (0, 1)),
  history_public_to_subscribers INTEGER NOT NULL DEFAULT 1 CHECK (history_public_to_subscribers IN (0, 1)),
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  message_retention_days INTEGER, -- NULL: as the organization; -1: for ever
  topics_policy TEXT NOT NULL DEFAULT 'inherit'
    CHECK (topics_policy IN ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  folder_id INTEGER REFERENCES channel_folders (id),
  CHECK (NOT (is_web_public AND invite_only))
) STRICT;
CREATE INDEX channels_by_folder ON channels (folder_id) WHERE folder_id IS NOT NULL;

-- Who may do something in a channel, where that differs from the default
-- (src/channels/permissions.ts).
CREATE TABLE channel_permissions (
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  setting TEXT NOT NULL,
  group_id INTEGER NOT NULL REFERENCES groups (id),
  PRIMARY KEY (channel_id, setting)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_permissions_by_group ON channel_permissions (group_id);

-- A user's relation to a channel they are, or were, subscribed to. The row
-- stays after unsubscribing, so that colour and pins come back with the user.
CREATE TABLE subscriptions (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  color TEXT NOT NULL,
  is_muted INTEGER NOT NULL DEFAULT 0 CHECK (is_muted IN (0, 1)),
  pin_to_top INTEGER NOT NULL DEFAULT 0 CHECK (pin_to_top IN (0, 1)),
  desktop_notifications INTEGER CHECK (desktop_notifications IN (0, 1)), -- NULL: as the user's own setting
  audible_notifications INTEGER CHECK (audible_notifications IN (0, 1)),
  push_notifications INTEGER CHECK (push_notifications IN (0, 1)),
  email_notifications INTEGER CHECK (email_notifications IN (0, 1)),
  wildcard_mentions_notify INTEGER CHECK (wildcard_mentions_notify IN (0, 1)),
  PRIMARY KEY (user_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_channel ON subscriptions (channel_id, is_active, user_id);

-- A stretch of time in which a user was subscribed, in message ids: of this
-- channel they received the messages with from_message_id < id, and
-- id <= until_message_id where the stretch has ended.
CREATE TABLE subscription_spans (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  from_message_id INTEGER NOT NULL,
  until_message_id INTEGER,
  PRIMARY KEY (user_id, channel_id, from_message_id)
) STRICT, WITHOUT ROWID;

-- What a message belongs to: a topic of a channel, or the direct
-- conversation of a set of users. Renaming a topic is one update here.
CREATE TABLE conversations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER REFERENCES channels (id), -- NULL in direct conversations
  topic TEXT,                                  -- as first written; '' is the empty topic
  topic_key TEXT,                              -- the topic folded for comparison (src/text.ts)
  members_key TEXT UNIQUE,                     -- direct: the user ids, ascending, joined by commas
  max_message_id INTEGER,                      -- newest message; NULL when there is none
  CHECK ((channel_id IS NULL) = (members_key IS NOT NULL)),
  CHECK ((channel_id IS NULL) = (topic IS NULL) AND (topic IS NULL) = (topic_key IS NULL)),
  UNIQUE (channel_id, topic_key)
) STRICT;
CREATE INDEX conversations_by_topic ON conversations (topic_key) WHERE topic_key IS NOT NULL;

-- A participant of a direct conversation.
CREATE TABLE direct_members (
  user_id INTEGER NOT NULL REFERENCES users (id),
  conversation_id INTEGER NOT NULL REFERENCES conversations (id),
  PRIMARY KEY (user_id, conversation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX direct_members_by_conversation ON direct_members (conversation_id);

-- A message. Who received it follows from subscription_spans and
-- direct_members; there is no row per recipient anywhere.
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id),
  channel_id INTEGER REFERENCES channels (id), -- that of the conversation, for the index below
  sender_id INTEGER NOT NULL REFERENCES users (id),
  client TEXT NOT NULL,                        -- name of the sending program
  sent_at INTEGER NOT NULL,
  content TEXT NOT NULL,                       -- as written, in Markdown
  rendered_content TEXT NOT NULL,              -- HTML
  rendered_version INTEGER NOT NULL,           -- of the renderer that made the HTML (src/markdown/render.ts)
  sent_channel_id INTEGER REFERENCES channels (id), -- whose subscribers received it, wherever it has moved since
  moved_at_id INTEGER, -- an id taken when it last changed channel, between those of messages; NULL: never did
  mentions_channel INTEGER NOT NULL DEFAULT 0 CHECK (mentions_channel IN (0, 1)) -- addresses all who follow the channel
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id);
CREATE INDEX messages_by_channel ON messages (channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX messages_by_sent_channel ON messages (sent_channel_id) WHERE sent_channel_id IS NOT NULL;
CREATE INDEX messages_moved ON messages (channel_id) WHERE moved_at_id IS NOT NULL;
CREATE INDEX messages_by_sender ON messages (sender_id);
CREATE INDEX messages_by_time ON messages (sent_at);

-- Everything of a channel up to this message is read by the user, or was said before they subscribed.
CREATE TABLE read_floors (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  message_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_floors_by_channel ON read_floors (channel_id, user_id);

-- Everything of a conversation up to this message is read by the user, and nothing after it; the channel's floor says
-- nothing of a conversation that has a row here.
CREATE TABLE read_watermarks (
  user_id INTEGER NOT NULL REFERENCES users (id),
  conversation_id INTEGER NOT NULL REFERENCES conversations (id),
  message_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, conversation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_watermarks_by_conversation ON read_watermarks (conversation_id, user_id);

-- A message whose read state differs from what floor and watermark say:
-- read ahead of them (1), or unread behind them (0).
CREATE TABLE read_exceptions (
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  is_read INTEGER NOT NULL CHECK (is_read IN (0, 1)),
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_exceptions_by_message ON read_exceptions (message_id);

-- A flag other than 'read' that a user has on a message.
CREATE TABLE message_flags (
  user_id INTEGER NOT NULL REFERENCES users (id),
  flag TEXT NOT NULL CHECK (flag IN ('starred', 'collapsed', 'mentioned', 'group_mentioned',
    'topic_wildcard_mentioned', 'has_alert_word')),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, flag, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX message_flags_by_message ON message_flags (message_id, user_id);

-- One user's emoji on a message.
CREATE TABLE reactions (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id),
  emoji_name TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  reaction_type TEXT NOT NULL CHECK (reaction_type IN ('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')),
  UNIQUE (message_id, user_id, reaction_type, emoji_code)
) STRICT;

-- A user's wish for one topic: 1 mutes, 2 unmutes, 3 follows it. The topic need not have messages.
CREATE TABLE user_topics (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  topic_key TEXT NOT NULL, -- the topic folded for comparison (src/text.ts)
  topic TEXT NOT NULL,
  visibility_policy INTEGER NOT NULL CHECK (visibility_policy IN (1, 2, 3)),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, channel_id, topic_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_topics_by_topic ON user_topics (channel_id, topic_key);

-- A word whose use a user wants to hear of.
CREATE TABLE alert_words (
  user_id INTEGER NOT NULL REFERENCES users (id),
  word_key TEXT NOT NULL, -- the word folded for comparison (src/text.ts)
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

-- An emoji of the organization's own.
CREATE TABLE realm_emoji (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  author_id INTEGER REFERENCES users (id),
  deactivated INTEGER NOT NULL DEFAULT 0 CHECK (deactivated IN (0, 1)),
  image_id INTEGER REFERENCES images (id)
) STRICT;
CREATE UNIQUE INDEX realm_emoji_by_name ON realm_emoji (name) WHERE deactivated = 0;

-- An invitation into the organization: by address, or a link that anybody can use. The link's key is made from the
-- key file, so that the database alone lets nobody in.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_hmac BLOB NOT NULL UNIQUE,
  email TEXT, -- NULL: a link
  inviter_id INTEGER NOT NULL REFERENCES users (id),
  invited_as INTEGER NOT NULL CHECK (invited_as IN (100, 200, 300, 400, 600)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- NULL: never
  include_default_channels INTEGER NOT NULL DEFAULT 0 CHECK (include_default_channels IN (0, 1)),
  notify_inviter INTEGER NOT NULL DEFAULT 0 CHECK (notify_inviter IN (0, 1)),
  welcome_message TEXT -- NULL: as the organization has it
) STRICT;
CREATE INDEX invitations_by_email ON invitations (email) WHERE email IS NOT NULL;

-- A channel that an invited user is subscribed to.
CREATE TABLE invitation_channels (
  invitation_id INTEGER NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  PRIMARY KEY (invitation_id, channel_id)
) STRICT, WITHOUT ROWID;

-- A group that an invited user joins.
CREATE TABLE invitation_groups (
  invitation_id INTEGER NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES groups (id),
  PRIMARY KEY (invitation_id, group_id)
) STRICT, WITHOUT ROWID;

-- One change to a message: of its content, its topic, its channel, or several at once.
CREATE TABLE message_edits (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id),
  edited_at INTEGER NOT NULL,
  prev_content TEXT,
  prev_rendered_content TEXT,
  prev_topic TEXT,
  topic TEXT,
  prev_channel_id INTEGER REFERENCES channels (id),
  channel_id INTEGER REFERENCES channels (id),
  CHECK ((prev_content IS NULL) = (prev_rendered_content IS NULL)),
  CHECK ((prev_topic IS NULL) = (topic IS NULL)),
  CHECK ((prev_channel_id IS NULL) = (channel_id IS NULL))
) STRICT;
CREATE INDEX message_edits_by_message ON message_edits (message_id);

-- An event published by an admin command beside a running server, which
-- delivers and deletes it.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL -- JSON: {event, audience}
) STRICT;
