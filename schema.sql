-- The whole database of one chatd organization, in reading order. A fresh database runs this file; an older one gets
-- the same schema through src/db/migrations. Times are UNIX seconds in UTC. Columns with the names of API fields hold
-- the values that the API sends. AUTOINCREMENT marks ids that are never reused, even after the row is deleted.

PRAGMA application_id = 1667785076; -- 'chat' in ASCII: identifies the file for file(1) and chatd
PRAGMA user_version = 37;           -- number of the newest migration this file contains

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

-- An uploaded picture: an avatar, an emoji, the organization's icon or logo.
CREATE TABLE images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  is_fitted INTEGER NOT NULL DEFAULT 0 CHECK (is_fitted IN (0, 1)) -- scaled down to its display size
) STRICT;
CREATE INDEX images_to_fit ON images (id) WHERE is_fitted = 0;

-- A picture of the organization that replaces the one of chatd.
CREATE TABLE realm_images (
  purpose TEXT PRIMARY KEY CHECK (purpose IN ('icon', 'logo', 'night_logo')),
  image_id INTEGER REFERENCES images (id), -- NULL: reset
  version INTEGER NOT NULL                 -- incremented by each change, for the picture's URL
) STRICT, WITHOUT ROWID;

-- A domain allowed for email addresses, if the organization restricts them.
CREATE TABLE realm_domains (
  domain TEXT PRIMARY KEY, -- in lower case
  allow_subdomains INTEGER NOT NULL DEFAULT 0 CHECK (allow_subdomains IN (0, 1))
) STRICT, WITHOUT ROWID;

-- A pattern that turns text of messages and topics into links, and the URLs of the links.
CREATE TABLE linkifiers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pattern TEXT NOT NULL UNIQUE,
  url_template TEXT NOT NULL,
  example_input TEXT,
  reverse_template TEXT,
  alternative_url_templates TEXT NOT NULL DEFAULT '[]', -- JSON
  position INTEGER NOT NULL
) STRICT;

-- A site where code in some language can be run.
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
  email TEXT NOT NULL,               -- the real address; settings decide what others see
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
  avatar_image_id INTEGER REFERENCES images (id) -- NULL: drawn by chatd
) STRICT;

-- A personal setting that differs from its default (src/users/settings.ts).
CREATE TABLE user_settings (
  user_id INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL, -- JSON
  PRIMARY KEY (user_id, name)
) STRICT, WITHOUT ROWID;

-- A key that authenticates a user; each login creates one. Only a keyed hash is stored, so a stolen database gives no
-- access.
CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  key_hmac BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL DEFAULT 0 -- accurate to the day
) STRICT;
CREATE INDEX api_keys_by_user ON api_keys (user_id);

-- A recent login with a wrong password.
CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY,
  email_key TEXT NOT NULL, -- the typed address in lower case
  address TEXT NOT NULL,   -- of the client
  failed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX login_failures_by_email ON login_failures (email_key, failed_at);
CREATE INDEX login_failures_by_address ON login_failures (address, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);

-- Number of times that everything granted to a user was revoked: API keys, links, addresses that receive mail. No row:
-- never.
CREATE TABLE mail_generations (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  generation INTEGER NOT NULL
) STRICT;

-- A browser that is logged in. Only a keyed hash of its cookie is stored.
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  token_hmac BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  browser TEXT NOT NULL -- its name for people, such as 'Firefox on Linux'
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- An account of another system with which a user logs in.
CREATE TABLE external_accounts (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX external_accounts_by_user ON external_accounts (user_id);

-- The value of a personal setting for new users that differs from the default.
CREATE TABLE new_user_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL -- JSON
) STRICT, WITHOUT ROWID;

-- Properties of a bot. No row: none are set.
CREATE TABLE bots (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  default_sending_channel_id INTEGER REFERENCES channels (id),
  default_events_channel_id INTEGER REFERENCES channels (id),
  default_all_public_streams INTEGER NOT NULL DEFAULT 0 CHECK (default_all_public_streams IN (0, 1)),
  payload_url TEXT,       -- outgoing webhook: the URL that receives messages for the bot
  service_interface INTEGER, -- outgoing webhook: 1 the documented format, 2 Slack's
  service_token TEXT,     -- outgoing webhook: identifies this server to the receiver
  webhook_secret TEXT     -- webhooks: secret of the request signatures; NULL: not checked, or the token
) STRICT;

-- What a bot may do with its keys, within the rights of its account. No row: everything.
CREATE TABLE bot_scopes (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  writing TEXT NOT NULL CHECK (writing IN ('anywhere', 'where_mentioned', 'nowhere')),
  channel_ids TEXT -- JSON list of the only channels that it sees; NULL: those of its account
) STRICT;

-- A command that people call by its name behind a slash, and a bot answers.
CREATE TABLE bot_commands (
  name TEXT PRIMARY KEY,
  bot_id INTEGER NOT NULL REFERENCES users (id),
  description TEXT NOT NULL,
  parameters TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX bot_commands_by_bot ON bot_commands (bot_id);

-- A value that a program stores here for the user it runs as.
CREATE TABLE bot_storage (
  user_id INTEGER NOT NULL REFERENCES users (id),
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

-- What confirms a user's logins with a password: the codes of an app, unless its salt is empty, and passkeys.
CREATE TABLE second_factors (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  salt BLOB NOT NULL,            -- the app's key follows from it and the key file
  last_step INTEGER NOT NULL,    -- of the newest code that was used: no code is used twice
  recovery_hmacs TEXT NOT NULL,  -- JSON; of the recovery codes that are left
  created_at INTEGER NOT NULL
) STRICT;

-- Keys of authenticators, which sign a challenge (WebAuthn).
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  credential_id BLOB NOT NULL UNIQUE,
  public_key BLOB NOT NULL,      -- as a SubjectPublicKeyInfo
  sign_count INTEGER NOT NULL,   -- of some authenticators, which count their signatures
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL       -- when the newest challenge that it answered was created: no older one is answered
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- A user's status. No row: none.
CREATE TABLE user_status (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  status_text TEXT NOT NULL DEFAULT '',
  emoji_name TEXT NOT NULL DEFAULT '',
  emoji_code TEXT NOT NULL DEFAULT '',
  reaction_type TEXT NOT NULL DEFAULT ''
) STRICT;

-- When a user may be notified, and until when their status holds. No row: always, and without an end.
CREATE TABLE availability (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  quiet_until INTEGER,    -- no notifications before; NULL: not set
  hours TEXT,             -- JSON; the hours of the week with notifications; NULL: all
  status_ends_at INTEGER  -- NULL: the status stays
) STRICT;

-- The last presence of a user's clients. Each report replaces the row, so that higher ids are newer.
CREATE TABLE presence (
  update_id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL UNIQUE REFERENCES users (id),
  active_at INTEGER,            -- the user was at the keyboard
  connected_at INTEGER NOT NULL -- a client was running
) STRICT;

-- A user muted by another one.
CREATE TABLE muted_users (
  user_id INTEGER NOT NULL REFERENCES users (id),
  muted_user_id INTEGER NOT NULL REFERENCES users (id),
  muted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, muted_user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX muted_users_by_muted ON muted_users (muted_user_id);

-- A field that the organization adds to users' profiles.
CREATE TABLE profile_fields (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  field_type INTEGER NOT NULL CHECK (field_type BETWEEN 1 AND 8),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- the name folded for comparison (src/ground/text.ts)
  hint TEXT NOT NULL DEFAULT '',
  field_data TEXT NOT NULL DEFAULT '', -- JSON; the format depends on the field's type
  position INTEGER NOT NULL,
  display_in_profile_summary INTEGER NOT NULL DEFAULT 0 CHECK (display_in_profile_summary IN (0, 1)),
  required INTEGER NOT NULL DEFAULT 0 CHECK (required IN (0, 1)),
  editable_by_user INTEGER NOT NULL DEFAULT 1 CHECK (editable_by_user IN (0, 1)),
  use_for_user_matching INTEGER NOT NULL DEFAULT 0 CHECK (use_for_user_matching IN (0, 1))
) STRICT;

-- A user's value of a profile field.
CREATE TABLE profile_values (
  user_id INTEGER NOT NULL REFERENCES users (id),
  field_id INTEGER NOT NULL REFERENCES profile_fields (id) ON DELETE CASCADE,
  value TEXT NOT NULL,
  rendered_value TEXT, -- HTML, for field types with Markdown
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
  deactivated INTEGER NOT NULL DEFAULT 0 CHECK (deactivated IN (0, 1)),
  name_key TEXT -- the name folded for comparison (src/ground/text.ts)
) STRICT;
CREATE UNIQUE INDEX groups_by_name ON groups (name_key) WHERE name_key IS NOT NULL;

-- A user who is a direct member of a group.
CREATE TABLE group_members (
  group_id INTEGER NOT NULL REFERENCES groups (id),
  user_id INTEGER NOT NULL REFERENCES users (id),
  PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_members_by_user ON group_members (user_id);

-- A group whose members are also members of another group.
CREATE TABLE group_subgroups (
  group_id INTEGER NOT NULL REFERENCES groups (id),
  subgroup_id INTEGER NOT NULL REFERENCES groups (id),
  PRIMARY KEY (group_id, subgroup_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_subgroups_by_subgroup ON group_subgroups (subgroup_id);

-- A permission on a group that differs from the default (src/groups/).
CREATE TABLE group_permissions (
  group_id INTEGER NOT NULL REFERENCES groups (id),
  setting TEXT NOT NULL,
  allowed_group_id INTEGER NOT NULL REFERENCES groups (id),
  PRIMARY KEY (group_id, setting)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_permissions_by_allowed ON group_permissions (allowed_group_id);

-- A folder of channels.
CREATE TABLE channel_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- the name folded for comparison (src/ground/text.ts)
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
  name_key TEXT NOT NULL UNIQUE, -- the name folded for comparison (src/ground/text.ts)
  description TEXT NOT NULL DEFAULT '',
  rendered_description TEXT NOT NULL DEFAULT '',
  creator_id INTEGER REFERENCES users (id),
  created_at INTEGER NOT NULL,
  invite_only INTEGER NOT NULL DEFAULT 0 CHECK (invite_only IN (0, 1)),
  is_web_public INTEGER NOT NULL DEFAULT 0 CHECK (is_web_public IN (0, 1)),
  history_public_to_subscribers INTEGER NOT NULL DEFAULT 1 CHECK (history_public_to_subscribers IN (0, 1)),
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  message_retention_days INTEGER, -- NULL: the organization's setting; -1: unlimited
  topics_policy TEXT NOT NULL DEFAULT 'inherit'
    CHECK (topics_policy IN ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  folder_id INTEGER REFERENCES channel_folders (id),
  CHECK (NOT (is_web_public AND invite_only))
) STRICT;
CREATE INDEX channels_by_folder ON channels (folder_id) WHERE folder_id IS NOT NULL;

-- A permission on a channel that differs from the default (src/conversations/channel-permissions.ts).
CREATE TABLE channel_permissions (
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  setting TEXT NOT NULL,
  group_id INTEGER NOT NULL REFERENCES groups (id),
  PRIMARY KEY (channel_id, setting)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_permissions_by_group ON channel_permissions (group_id);

-- A user's current or former subscription to a channel. The row stays after unsubscribing, so that color and pin are
-- restored if the user subscribes again.
CREATE TABLE subscriptions (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  color TEXT NOT NULL,
  is_muted INTEGER NOT NULL DEFAULT 0 CHECK (is_muted IN (0, 1)),
  pin_to_top INTEGER NOT NULL DEFAULT 0 CHECK (pin_to_top IN (0, 1)),
  desktop_notifications INTEGER CHECK (desktop_notifications IN (0, 1)), -- NULL: the user's own setting
  audible_notifications INTEGER CHECK (audible_notifications IN (0, 1)),
  push_notifications INTEGER CHECK (push_notifications IN (0, 1)),
  email_notifications INTEGER CHECK (email_notifications IN (0, 1)),
  wildcard_mentions_notify INTEGER CHECK (wildcard_mentions_notify IN (0, 1)),
  PRIMARY KEY (user_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_channel ON subscriptions (channel_id, is_active, user_id);

-- A period of a user's subscription, in message ids: the user received this channel's messages with from_message_id <
-- id and, if the period has ended, id <= until_message_id.
CREATE TABLE subscription_spans (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  from_message_id INTEGER NOT NULL,
  until_message_id INTEGER,
  PRIMARY KEY (channel_id, user_id, from_message_id) -- thousands subscribed at once change few pages
) STRICT, WITHOUT ROWID;

-- A topic of a channel, or the direct conversation of a set of users. Each message belongs to one. Renaming a topic
-- updates one row here.
CREATE TABLE conversations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER REFERENCES channels (id), -- NULL in direct conversations
  topic TEXT,                                  -- as first written; '' is the empty topic
  topic_key TEXT,                              -- the topic folded for comparison (src/ground/text.ts)
  members_key TEXT UNIQUE,                     -- direct: the user ids, ascending, joined by commas
  max_message_id INTEGER,                      -- newest message; NULL: none
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
  channel_id INTEGER REFERENCES channels (id), -- the conversation's, for the index below
  sender_id INTEGER NOT NULL REFERENCES users (id),
  client TEXT NOT NULL,                        -- name of the sending program
  sent_at INTEGER NOT NULL,
  content TEXT NOT NULL,                       -- as written, in Markdown
  rendered_content TEXT NOT NULL,              -- HTML
  rendered_version INTEGER NOT NULL,           -- of the renderer of the HTML (src/markdown/render.ts)
  sent_channel_id INTEGER REFERENCES channels (id), -- its subscribers received the message, even if it moved later
  moved_at_id INTEGER, -- a message id reserved when it last changed channel; NULL: never moved
  mentions_channel INTEGER NOT NULL DEFAULT 0 CHECK (mentions_channel IN (0, 1)), -- by a wildcard: all subscribers
  has_link INTEGER NOT NULL DEFAULT 0 CHECK (has_link IN (0, 1)), -- in rendered_content; likewise the next two
  has_image INTEGER NOT NULL DEFAULT 0 CHECK (has_image IN (0, 1)),
  has_attachment INTEGER NOT NULL DEFAULT 0 CHECK (has_attachment IN (0, 1)),
  joined_place_id INTEGER REFERENCES joined_places (id), -- NULL: its place is its conversation
  place_id INTEGER AS (coalesce(joined_place_id, conversation_id)) -- the unit of read state
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id);
CREATE INDEX messages_by_channel ON messages (channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX messages_by_sent_channel ON messages (sent_channel_id) WHERE sent_channel_id IS NOT NULL;
CREATE INDEX messages_moved ON messages (channel_id) WHERE moved_at_id IS NOT NULL;
CREATE INDEX messages_by_sender ON messages (sender_id);
CREATE INDEX messages_by_time ON messages (sent_at);
CREATE INDEX messages_direct_by_time ON messages (sent_at) WHERE channel_id IS NULL;
CREATE INDEX messages_with_link ON messages (id) WHERE has_link = 1;
CREATE INDEX messages_with_image ON messages (id) WHERE has_image = 1;
CREATE INDEX messages_with_attachment ON messages (id) WHERE has_attachment = 1;
CREATE INDEX messages_mentioning_channel ON messages (id) WHERE mentions_channel = 1;
CREATE INDEX messages_joined ON messages (joined_place_id) WHERE joined_place_id IS NOT NULL;

-- Messages that were moved to a topic and keep a read state of their own, because users had read the two up to
-- different messages. Both these and the topic's other messages are a place.
CREATE TABLE joined_places (
  id INTEGER PRIMARY KEY,                      -- unused by conversations; a topic that moved whole passes on its id
  conversation_id INTEGER NOT NULL REFERENCES conversations (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id), -- the conversation's, for the index below
  max_message_id INTEGER NOT NULL              -- newest message
) STRICT;
CREATE INDEX joined_places_by_conversation ON joined_places (conversation_id);
CREATE INDEX joined_places_by_channel ON joined_places (channel_id);

-- The user has read all messages of a channel up to this one, or they were sent before the subscription.
CREATE TABLE read_floors (
  user_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  message_id INTEGER NOT NULL,
  PRIMARY KEY (channel_id, user_id) -- as in subscription_spans
) STRICT, WITHOUT ROWID;

-- The user has read all messages of a place up to this one and none after it. Overrides the channel's floor.
CREATE TABLE read_watermarks (
  user_id INTEGER NOT NULL REFERENCES users (id),
  place_id INTEGER NOT NULL, -- a conversation or a joined place; they never share an id
  message_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, place_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX read_watermarks_by_place ON read_watermarks (place_id, user_id, message_id);

-- A message whose read state differs from floor and watermark: read after them (1), or unread before them (0).
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

-- A user mentioned by name in a message, received or not.
CREATE TABLE mentions (
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_by_message ON mentions (message_id);

-- The buttons of a bot's message.
CREATE TABLE message_buttons (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  buttons TEXT NOT NULL -- JSON
) STRICT;

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

-- A user's reaction to a message.
CREATE TABLE reactions (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id),
  emoji_name TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  reaction_type TEXT NOT NULL CHECK (reaction_type IN ('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji')),
  UNIQUE (message_id, user_id, reaction_type, emoji_code)
) STRICT;

-- A message listed at the head of its topic or of its channel.
CREATE TABLE pinned_messages (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id), -- the message's
  pinned_to TEXT NOT NULL CHECK (pinned_to IN ('topic', 'channel')),
  user_id INTEGER NOT NULL REFERENCES users (id), -- who pinned it
  pinned_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pinned_messages_by_channel ON pinned_messages (channel_id);

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

-- An entry that a user added to the list of views in their clients.
CREATE TABLE navigation_views (
  user_id INTEGER NOT NULL REFERENCES users (id),
  fragment TEXT NOT NULL, -- fragment of the view's URL, such as 'narrow/is/alerted'
  is_pinned INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
  name TEXT, -- NULL: a built-in view of the clients
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;

-- A section of a user's side bar, with channels in the user's own order.
CREATE TABLE own_sections (
  user_id INTEGER NOT NULL REFERENCES users (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  channel_ids TEXT NOT NULL, -- JSON
  PRIMARY KEY (user_id, position)
) STRICT, WITHOUT ROWID;

-- A link at the head of a channel.
CREATE TABLE channel_bookmarks (
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  PRIMARY KEY (channel_id, position)
) STRICT, WITHOUT ROWID;

-- One step of a poll or to-do list: the first one is the widget itself.
CREATE TABLE submessages (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  sender_id INTEGER NOT NULL REFERENCES users (id),
  msg_type TEXT NOT NULL,
  content TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX submessages_by_message ON submessages (message_id);

-- A client's own name for a message that it sent, kept for a day: a repeated request gets the same message.
CREATE TABLE sent_names (
  user_id INTEGER NOT NULL REFERENCES users (id),
  name_hash BLOB NOT NULL,     -- SHA-256 of the client's event queue, the name, and all else of the request
  message_id INTEGER NOT NULL, -- may be deleted
  sent_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, name_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_names_by_time ON sent_names (sent_at);

-- A message to be sent to an outgoing webhook, which may reply.
CREATE TABLE webhook_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  trigger TEXT NOT NULL CHECK (trigger IN ('mention', 'direct_message')),
  attempts INTEGER NOT NULL DEFAULT 0, -- failed deliveries
  next_at INTEGER NOT NULL DEFAULT 0 -- time of the next attempt
) STRICT;
CREATE INDEX webhook_calls_by_bot ON webhook_calls (bot_id);
CREATE INDEX webhook_calls_by_message ON webhook_calls (message_id);

-- An uploaded file. Its content is on disk, stored once for all files with equal content (src/uploads/).
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES users (id),
  path_id TEXT NOT NULL UNIQUE, -- its path below /user_uploads/
  name TEXT NOT NULL,           -- the uploaded file's name
  sha256 TEXT NOT NULL,         -- of the content, in hexadecimal
  size INTEGER NOT NULL,        -- bytes
  content_type TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX attachments_by_owner ON attachments (owner_id);
CREATE INDEX attachments_by_content ON attachments (sha256);

-- The total size of all attachments in bytes; equal content counts each time. No row: none was uploaded yet.
CREATE TABLE upload_space (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  used INTEGER NOT NULL
) STRICT;
CREATE TRIGGER attachments_added AFTER INSERT ON attachments BEGIN
  INSERT INTO upload_space (id, used) VALUES (1, new.size) ON CONFLICT DO UPDATE SET used = used + new.size;
END;
CREATE TRIGGER attachments_removed AFTER DELETE ON attachments BEGIN
  UPDATE upload_space SET used = used - old.size;
END;

-- An attachment that no message refers to.
CREATE TABLE unclaimed_attachments (
  attachment_id INTEGER PRIMARY KEY REFERENCES attachments (id) ON DELETE CASCADE,
  since INTEGER NOT NULL
) STRICT;
CREATE INDEX unclaimed_attachments_by_time ON unclaimed_attachments (since);

-- A message that refers to an attachment; its sender had access to the file.
CREATE TABLE attachment_messages (
  attachment_id INTEGER NOT NULL REFERENCES attachments (id) ON DELETE CASCADE,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (attachment_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_messages_by_message ON attachment_messages (message_id);

-- The content of a file whose last attachment was deleted. It is moved to the trash and later deleted (src/uploads/).
CREATE TABLE dropped_contents (
  sha256 TEXT PRIMARY KEY, -- as in attachments
  in_trash INTEGER NOT NULL DEFAULT 0 CHECK (in_trash IN (0, 1)),
  due_at INTEGER NOT NULL  -- time of the next of these steps
) STRICT, WITHOUT ROWID;
CREATE INDEX dropped_contents_by_time ON dropped_contents (due_at);

-- A picture among the contents of attachments, and the state of its thumbnail on disk.
CREATE TABLE pictures (
  sha256 TEXT PRIMARY KEY, -- as in attachments
  width INTEGER NOT NULL,  -- pixels, after orientation
  height INTEGER NOT NULL,
  orientation INTEGER NOT NULL CHECK (orientation BETWEEN 1 AND 8), -- value of Exif
  thumbnail TEXT NOT NULL CHECK (thumbnail IN ('waiting', 'ready', 'none'))
) STRICT, WITHOUT ROWID;
CREATE INDEX pictures_waiting ON pictures (sha256) WHERE thumbnail = 'waiting';

-- A message to be sent later, or that could not be sent. After sending, the row stays for a day without its content.
CREATE TABLE scheduled_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id INTEGER NOT NULL REFERENCES users (id),
  channel_id INTEGER REFERENCES channels (id), -- NULL: a direct message
  topic TEXT,                                  -- NULL: a direct message
  user_ids TEXT,                               -- direct: JSON list of the recipients
  content TEXT NOT NULL,
  rendered_content TEXT NOT NULL,
  client TEXT NOT NULL,                        -- name of the program that scheduled it
  read_by_sender INTEGER NOT NULL CHECK (read_by_sender IN (0, 1)),
  due_at INTEGER NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0 CHECK (failed IN (0, 1)),
  sent_at INTEGER,                             -- NULL: not yet
  CHECK ((channel_id IS NULL) = (topic IS NULL)),
  CHECK ((channel_id IS NULL) = (user_ids IS NOT NULL))
) STRICT;
CREATE INDEX scheduled_messages_by_sender ON scheduled_messages (sender_id);
CREATE INDEX scheduled_messages_due ON scheduled_messages (due_at) WHERE failed = 0 AND sent_at IS NULL;
CREATE INDEX scheduled_messages_sent ON scheduled_messages (sent_at) WHERE sent_at IS NOT NULL;

-- A user's reminder of a message, which may be deleted before.
CREATE TABLE reminders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL, -- no foreign key: may be deleted
  note TEXT NOT NULL DEFAULT '',
  due_at INTEGER NOT NULL,
  failed INTEGER NOT NULL DEFAULT 0 CHECK (failed IN (0, 1))
) STRICT;
CREATE INDEX reminders_by_user ON reminders (user_id);
CREATE INDEX reminders_due ON reminders (due_at) WHERE failed = 0;

-- An unsent message.
CREATE TABLE drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  type TEXT NOT NULL CHECK (type IN ('', 'stream', 'private')), -- '': no recipient yet
  recipient TEXT NOT NULL, -- JSON list of ids: one channel, or users
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  edited_at INTEGER NOT NULL
) STRICT;
CREATE INDEX drafts_by_user ON drafts (user_id, edited_at);

-- A text that a user saved for reuse.
CREATE TABLE saved_snippets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX saved_snippets_by_user ON saved_snippets (user_id);

-- A stored text that refers to an attachment: a draft, a scheduled message or a snippet.
CREATE TABLE awaited_attachments (
  attachment_id INTEGER NOT NULL REFERENCES attachments (id) ON DELETE CASCADE,
  draft_id INTEGER REFERENCES drafts (id) ON DELETE CASCADE,
  scheduled_message_id INTEGER REFERENCES scheduled_messages (id) ON DELETE CASCADE,
  saved_snippet_id INTEGER REFERENCES saved_snippets (id) ON DELETE CASCADE,
  CHECK ((draft_id IS NULL) + (scheduled_message_id IS NULL) + (saved_snippet_id IS NULL) = 2)
) STRICT;
CREATE INDEX awaited_attachments_by_attachment ON awaited_attachments (attachment_id);
CREATE INDEX awaited_attachments_by_draft ON awaited_attachments (draft_id) WHERE draft_id IS NOT NULL;
CREATE INDEX awaited_attachments_by_scheduled ON awaited_attachments (scheduled_message_id)
  WHERE scheduled_message_id IS NOT NULL;
CREATE INDEX awaited_attachments_by_snippet ON awaited_attachments (saved_snippet_id)
  WHERE saved_snippet_id IS NOT NULL;

-- Whether the push service serves the organization, from its last response. No row: it has not refused.
CREATE TABLE push_service (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  can_push INTEGER NOT NULL CHECK (can_push IN (0, 1)),
  ends_at INTEGER -- when it will stop; NULL: no end announced
) STRICT;

-- A client, usually on a phone, that can receive a user's notifications. Until the push service has confirmed a token,
-- the row also holds the data of its registration.
CREATE TABLE devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  push_key_id INTEGER,   -- the device's id of its key
  push_key BLOB,         -- 32 bytes: the key that encrypts notifications
  push_token_id TEXT,    -- the token's id at the push service; NULL: nothing can be sent
  token_kind TEXT CHECK (token_kind IN ('apns', 'fcm')),
  pending_push_token_id TEXT,
  pending_token_kind TEXT CHECK (pending_token_kind IN ('apns', 'fcm')),
  bouncer_public_key TEXT,          -- the push service's key that the device used
  encrypted_push_registration TEXT, -- the token, encrypted for the push service
  push_token_last_updated_timestamp INTEGER,
  push_registration_error_code TEXT,
  CHECK ((push_key_id IS NULL) = (push_key IS NULL)),
  CHECK ((push_token_id IS NULL) = (token_kind IS NULL)),
  CHECK ((pending_push_token_id IS NULL) = (pending_token_kind IS NULL)),
  CHECK ((pending_push_token_id IS NULL) = (encrypted_push_registration IS NULL)),
  CHECK ((pending_push_token_id IS NULL) = (bouncer_public_key IS NULL))
) STRICT;
CREATE INDEX devices_by_user ON devices (user_id);
CREATE INDEX devices_by_token ON devices (push_token_id, user_id) WHERE push_token_id IS NOT NULL;

-- A token of an app without encrypted notifications. Stored for clients that read it; nothing is sent to it.
CREATE TABLE plaintext_tokens (
  user_id INTEGER NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL CHECK (kind IN ('apns', 'fcm')),
  token TEXT NOT NULL,
  app_id TEXT, -- for apns
  PRIMARY KEY (user_id, kind, token)
) STRICT, WITHOUT ROWID;

-- A browser that receives notifications, and the endpoint for them.
CREATE TABLE browsers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL, -- the browser's public key, base64url
  auth TEXT NOT NULL,   -- a secret shared with this server, base64url
  created_at INTEGER NOT NULL,
  session_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE -- NULL: subscribed with an API key
) STRICT;
CREATE INDEX browsers_by_user ON browsers (user_id);
CREATE INDEX browsers_by_session ON browsers (session_id);

-- A message that a user's phones and browsers were notified of. The notification is withdrawn once the message is read.
CREATE TABLE notified_messages (
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notified_messages_by_message ON notified_messages (message_id);

-- A task of push notifications: find the recipients for a message, send, or register a device.
CREATE TABLE push_tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  lane TEXT NOT NULL,    -- tasks of one lane run one at a time
  details TEXT NOT NULL, -- JSON; see src/push/task.ts
  device_id INTEGER REFERENCES devices (id) ON DELETE CASCADE,
  browser_id INTEGER REFERENCES browsers (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 -- failed attempts
) STRICT;
CREATE INDEX push_tasks_by_due ON push_tasks (due_at);
CREATE INDEX push_tasks_by_device ON push_tasks (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX push_tasks_by_browser ON push_tasks (browser_id) WHERE browser_id IS NOT NULL;

-- A message that a user will be mailed about, unless they read it before.
CREATE TABLE waiting_mails (
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, -- including one that is under way
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_mails_by_message ON waiting_mails (message_id);
CREATE INDEX waiting_mails_by_due ON waiting_mails (due_at);

-- The message up to which waiting_mails is complete. At most one row.
CREATE TABLE mail_progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  message_id INTEGER NOT NULL
) STRICT;

-- The earliest time of a user's next summary by mail.
CREATE TABLE digest_mails (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  next_at INTEGER NOT NULL
) STRICT;

-- A received mail that was posted as a message. Kept for six days: a mail server that missed the response retries for
-- five.
CREATE TABLE posted_mails (
  name_hash BLOB PRIMARY KEY, -- SHA-256 of the data that identifies the mail
  posted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX posted_mails_by_time ON posted_mails (posted_at);

-- An export of public data that an administrator requested.
CREATE TABLE realm_exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  requested_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  failed_at INTEGER,
  deleted_at INTEGER,
  key TEXT NOT NULL UNIQUE -- secret part of its URL
) STRICT;

-- A custom emoji of the organization.
CREATE TABLE realm_emoji (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  author_id INTEGER REFERENCES users (id),
  deactivated INTEGER NOT NULL DEFAULT 0 CHECK (deactivated IN (0, 1)),
  image_id INTEGER REFERENCES images (id),
  still_image_id INTEGER REFERENCES images (id) -- the first frame of an animation
) STRICT;
CREATE UNIQUE INDEX realm_emoji_by_name ON realm_emoji (name) WHERE deactivated = 0;

-- An invitation to the organization: for an email address, or a link for everybody who has it. Its key is derived from
-- the salt and the key file, so a stolen database does not contain it.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  salt BLOB NOT NULL,
  key_hmac BLOB NOT NULL UNIQUE,
  email TEXT,     -- NULL: a link
  email_key TEXT, -- the address in lower case
  inviter_id INTEGER NOT NULL REFERENCES users (id),
  invited_as INTEGER NOT NULL CHECK (invited_as IN (100, 200, 300, 400, 600)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- NULL: never
  ended_at INTEGER,   -- used or revoked; NULL: neither
  include_default_channels INTEGER NOT NULL DEFAULT 0 CHECK (include_default_channels IN (0, 1)),
  notify_inviter INTEGER NOT NULL DEFAULT 0 CHECK (notify_inviter IN (0, 1)),
  welcome_message TEXT, -- NULL: the organization's message
  CHECK ((email IS NULL) = (email_key IS NULL))
) STRICT;
CREATE INDEX invitations_by_email ON invitations (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX invitations_by_time ON invitations (created_at);

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

-- An unconfirmed email address of a sign-up. Opening the link in the mail confirms it.
CREATE TABLE address_confirmations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_hmac BLOB NOT NULL UNIQUE,
  email TEXT NOT NULL,
  invitation_id INTEGER REFERENCES invitations (id), -- the invitation link used; NULL: everybody may sign up
  expires_at INTEGER NOT NULL
) STRICT;

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
  resolves INTEGER NOT NULL DEFAULT 0 CHECK (resolves IN (0, 1)), -- marks the whole topic; not a move
  CHECK ((prev_content IS NULL) = (prev_rendered_content IS NULL)),
  CHECK ((prev_topic IS NULL) = (topic IS NULL)),
  CHECK ((prev_channel_id IS NULL) = (channel_id IS NULL))
) STRICT;
CREATE INDEX message_edits_by_message ON message_edits (message_id);

-- A change that the text index has not applied yet: a message was edited, moved or deleted, or the topic of a whole
-- conversation was renamed. Marking a topic as resolved does not count, because that mark is not searched for. New
-- messages are found by their ids. The last applied row stays, so that an index that is behind can be distinguished
-- from an incomplete one.
CREATE TABLE search_changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER,
  conversation_id INTEGER,
  CHECK ((message_id IS NULL) <> (conversation_id IS NULL))
) STRICT;
CREATE TRIGGER messages_changed AFTER UPDATE OF content, conversation_id ON messages BEGIN
  INSERT INTO search_changes (message_id) VALUES (new.id);
END;
CREATE TRIGGER messages_deleted AFTER DELETE ON messages BEGIN
  INSERT INTO search_changes (message_id) VALUES (old.id);
END;
CREATE TRIGGER conversations_renamed AFTER UPDATE OF topic ON conversations
WHEN substr(new.topic, iif(substr(new.topic, 1, 2) = '✔ ', 3, 1))
  IS NOT substr(old.topic, iif(substr(old.topic, 1, 2) = '✔ ', 3, 1)) BEGIN
  INSERT INTO search_changes (conversation_id) VALUES (new.id);
END;

-- An act of an administrator, the operator or another user that affects others (src/audit/).
CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  done_at INTEGER NOT NULL,
  actor_id INTEGER REFERENCES users (id), -- NULL: the operator, by a command
  action TEXT NOT NULL,                   -- operation id of the API, or the command
  address TEXT,                           -- the client's address; NULL: a command
  about TEXT NOT NULL,                    -- JSON: subjects named in the request's path or the command
  changes TEXT NOT NULL,                  -- JSON list of rows with old and new values
  omitted INTEGER NOT NULL                -- number of further changes
) STRICT;
CREATE INDEX audit_entries_filtered ON audit_entries (id, done_at, actor_id, action);

-- The users whose rows an entry changed, or that its request or command named.
CREATE TABLE audit_concerned (
  user_id INTEGER NOT NULL REFERENCES users (id),
  entry_id INTEGER NOT NULL REFERENCES audit_entries (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_concerned_by_entry ON audit_concerned (entry_id);

-- An organization of another server from which archives were imported.
CREATE TABLE import_sources (
  id INTEGER PRIMARY KEY,
  format TEXT NOT NULL, -- of its archives, as in the command
  name TEXT NOT NULL,   -- what tells it from others of the format
  UNIQUE (format, name)
) STRICT;

-- Records of archives that were imported, so that a later import brings only others (src/import/origins.ts). What they
-- became may have been changed or deleted here.
CREATE TABLE import_origins (
  source_id INTEGER NOT NULL REFERENCES import_sources (id),
  kind TEXT NOT NULL,
  key TEXT NOT NULL, -- of the record in the archives, or of a relation the ids here
  row_id INTEGER,    -- what it became; NULL for relations
  PRIMARY KEY (source_id, kind, key)
) STRICT, WITHOUT ROWID;

-- An event or disconnection that an admin command has for clients. The running or next server delivers and deletes it.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL -- JSON: {event, audience} or {clients, user_id}
) STRICT;

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
