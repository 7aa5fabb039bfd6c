-- An uploaded picture: an avatar, an emoji, the organization's icon or logo.
CREATE TABLE images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  is_fitted INTEGER NOT NULL DEFAULT 0 CHECK (is_fitted IN (0, 1))
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
  service_token TEXT      -- outgoing webhook: identifies this server to the receiver
) STRICT;

-- A value that a program stores here for the user it runs as.
CREATE TABLE bot_storage (
  user_id INTEGER NOT NULL REFERENCES users (id),
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

-- A user's status. No row: none.
CREATE TABLE user_status (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  status_text TEXT NOT NULL DEFAULT '',
  emoji_name TEXT NOT NULL DEFAULT '',
  emoji_code TEXT NOT NULL DEFAULT '',
  reaction_type TEXT NOT NULL DEFAULT ''
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

-- A message to be sent to an outgoing webhook, which may reply.
CREATE TABLE webhook_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  trigger TEXT NOT NULL CHECK (trigger IN ('mention', 'direct_message')),
  attempts INTEGER NOT NULL DEFAULT 0 -- failed deliveries
) STRICT;
CREATE INDEX webhook_calls_by_bot ON webhook_calls (bot_id);
CREATE INDEX webhook_calls_by_message ON webhook_calls (message_id);

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

ALTER TABLE users ADD COLUMN avatar_image_id INTEGER REFERENCES images (id);
ALTER TABLE realm_emoji ADD COLUMN image_id INTEGER REFERENCES images (id);
ALTER TABLE realm_emoji ADD COLUMN still_image_id INTEGER REFERENCES images (id);
ALTER TABLE channels ADD COLUMN folder_id INTEGER REFERENCES channel_folders (id);
CREATE INDEX channel_permissions_by_group ON channel_permissions (group_id);
CREATE INDEX channels_by_folder ON channels (folder_id) WHERE folder_id IS NOT NULL;
ALTER TABLE groups ADD COLUMN name_key TEXT;
UPDATE groups SET name_key = lower(name) WHERE name IS NOT NULL;
CREATE UNIQUE INDEX groups_by_name ON groups (name_key) WHERE name_key IS NOT NULL;

ALTER TABLE messages ADD COLUMN has_link INTEGER NOT NULL DEFAULT 0 CHECK (has_link IN (0, 1));
ALTER TABLE messages ADD COLUMN has_image INTEGER NOT NULL DEFAULT 0 CHECK (has_image IN (0, 1));
ALTER TABLE messages ADD COLUMN has_attachment INTEGER NOT NULL DEFAULT 0 CHECK (has_attachment IN (0, 1));
CREATE INDEX messages_with_link ON messages (id) WHERE has_link = 1;
CREATE INDEX messages_with_image ON messages (id) WHERE has_image = 1;
CREATE INDEX messages_with_attachment ON messages (id) WHERE has_attachment = 1;
CREATE INDEX messages_mentioning_channel ON messages (id) WHERE mentions_channel = 1;

CREATE TABLE mentions (
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_by_message ON mentions (message_id);
-- Mentions by name are known only of users who received the message and were in no group that it mentions.
INSERT INTO mentions (user_id, message_id)
SELECT user_id, message_id FROM message_flags f WHERE flag = 'mentioned' AND NOT EXISTS (
  SELECT 1 FROM message_flags g
  WHERE g.user_id = f.user_id AND g.message_id = f.message_id AND g.flag = 'group_mentioned');

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
CREATE INDEX messages_direct_by_time ON messages (sent_at) WHERE channel_id IS NULL;

-- An uploaded file. Its content is on disk, stored once for all files with equal content (src/uploads/).
CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES users (id),
  path_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
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

-- A picture among the contents of attachments, and the state of its thumbnail on disk.
CREATE TABLE pictures (
  sha256 TEXT PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  orientation INTEGER NOT NULL CHECK (orientation BETWEEN 1 AND 8),
  thumbnail TEXT NOT NULL CHECK (thumbnail IN ('waiting', 'ready', 'none'))
) STRICT, WITHOUT ROWID;
CREATE INDEX pictures_waiting ON pictures (sha256) WHERE thumbnail = 'waiting';

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
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX browsers_by_user ON browsers (user_id);

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
