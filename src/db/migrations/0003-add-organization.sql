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
  reaction_type TEXT NOT NULL DEFAULT ''
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
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- the name folded for comparison (src/text.ts)
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

-- An invitation into the organization: by address, or a link that anybody can use. Its key is made from the salt and
-- the key file, so that the database alone lets nobody in.
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
  ended_at INTEGER,   -- used up or revoked; NULL: neither
  include_default_channels INTEGER NOT NULL DEFAULT 0 CHECK (include_default_channels IN (0, 1)),
  notify_inviter INTEGER NOT NULL DEFAULT 0 CHECK (notify_inviter IN (0, 1)),
  welcome_message TEXT, -- NULL: as the organization has it
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

-- An address that somebody wants to sign up with, and proves to be theirs by opening the link that was mailed there.
CREATE TABLE address_confirmations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key_hmac BLOB NOT NULL UNIQUE,
  email TEXT NOT NULL,
  invitation_id INTEGER REFERENCES invitations (id), -- the link that brought them; NULL: everybody may sign up
  expires_at INTEGER NOT NULL
) STRICT;

-- A message that is on its way to an outgoing webhook, which may answer it.
CREATE TABLE webhook_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  bot_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  trigger TEXT NOT NULL CHECK (trigger IN ('mention', 'direct_message')),
  attempts INTEGER NOT NULL DEFAULT 0 -- how often it could not be handed over
) STRICT;
CREATE INDEX webhook_calls_by_bot ON webhook_calls (bot_id);
CREATE INDEX webhook_calls_by_message ON webhook_calls (message_id);

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
