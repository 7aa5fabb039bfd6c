import { usualAccent } from '../accent.ts';
import { bareOrQuoted, boolean, integer, type Kind, oneOf, oneOfNumbers, text } from '../http/params.ts';
import { notEveryone, notTheWeb, type PermissionRule } from './permission-rule.ts';
import { color, count, language, listedNumber, positiveOr, urlOrDefault } from './setting-kinds.ts';

export type SettingValue = string | number | boolean | null;

interface Setting<Value extends SettingValue> {
  /** Reads the value in `PATCH /realm`. */
  kind: Kind<Value>;
  fallback: Value;
  description: string;
  /** Whether only owners, not all administrators, can change it. */
  isOwners: boolean;
}

/** Providers of video calls for links that clients insert, by their API names. */
export const videoChatProviders = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
} as const;

/** Ratings of the GIFs that clients offer, by their API names. */
export const gifRatings = {
  disabled: { name: 'No GIF search', id: 0 },
  y: { name: 'Only GIFs rated Y, for the youngest', id: 1 },
  g: { name: 'GIFs rated up to G, for everyone', id: 2 },
  pg: { name: 'GIFs rated up to PG, with parents at hand', id: 3 },
  'pg-13': { name: 'GIFs rated up to PG-13', id: 4 },
  r: { name: 'GIFs rated up to R, for adults', id: 5 },
} as const;

/** In Unicode code points. */
export const maxWelcomeLength = 8000;

const organizationTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];

/** Settings of the organization by their API names. Rows of realm_settings hold other values than the fallback. */
export const realmSettings = {
  accent_color: setting(color(), usualAccent, 'Color of links and buttons in the web client, as `#RRGGBB`.'),
  allow_message_editing: setting(boolean(), true, 'Whether people can edit their messages.'),
  avatar_changes_disabled: setting(boolean(), false, 'Whether only administrators change profile pictures.'),
  default_avatar_source: setting(oneOf(['J']), 'J', 'Source of the profile pictures of people who uploaded none.'),
  default_code_block_language: setting(bareOrQuoted(text({ max: 100 })), '', 'Default language of code blocks.'),
  default_language: setting(language(), 'en', 'Language of messages by the server; by its code.'),
  digest_emails_enabled: setting(boolean(), false, 'Whether people who were away get a summary by e-mail.'),
  digest_weekday: setting(
    listedNumber([0, 1, 2, 3, 4, 5, 6]),
    1,
    'Day of the summaries: 0 Monday, 1 Tuesday, 2 Wednesday, 3 Thursday, 4 Friday, 5 Saturday, 6 Sunday.',
  ),
  disallow_disposable_email_addresses: ownersSetting(
    boolean(),
    true,
    'Whether disposable e-mail addresses are refused.',
  ),
  email_changes_disabled: setting(boolean(), false, 'Whether only administrators change e-mail addresses.'),
  emails_restricted_to_domains: ownersSetting(
    boolean(),
    false,
    'Whether new people need an e-mail address of an allowed domain.',
  ),
  enable_guest_user_dm_warning: setting(boolean(), true, 'Whether people are warned before they write to a guest.'),
  enable_guest_user_indicator: setting(boolean(), true, 'Whether names of guests are marked.'),
  enable_read_receipts: setting(boolean(), true, 'Whether people can see who has read a message.'),
  enable_spectator_access: setting(boolean(), false, 'Whether channels can be opened to everyone on the web.'),
  gif_rating_policy: setting(
    oneOfNumbers(idsOf(gifRatings), named),
    2,
    listed('GIFs that can be found in clients that search for them', gifRatings),
  ),
  inline_image_preview: setting(boolean(), true, 'Whether linked pictures are shown.'),
  inline_url_embed_preview: setting(boolean(), false, 'Whether linked pages are shown with a preview.'),
  invite_required: ownersSetting(boolean(), true, 'Whether people need an invitation to join.'),
  jitsi_server_url: setting(urlOrDefault(), null, 'Address of the Jitsi server for calls, or `default`.'),
  media_preview_size: setting(integer({ min: 1, max: 1000 }), 100, 'Size of previews, in per cent.'),
  message_content_allowed_in_email_notifications: setting(
    boolean(),
    true,
    'Whether e-mails contain the text of messages.',
  ),
  message_content_delete_limit_seconds: setting(timeLimit(), 600, 'How long people can delete their messages.'),
  message_content_edit_limit_seconds: setting(timeLimit(), 600, 'How long people can edit their messages.'),
  message_edit_history_visibility_policy: setting(
    bareOrQuoted(oneOf(['all', 'moves', 'none'])),
    'all',
    'Which edits of messages people can see.',
  ),
  message_retention_days: ownersSetting(positiveOr({ unlimited: -1, forever: -1 }), -1, 'How long messages are kept.'),
  moderation_request_channel_id: setting(channelId(), -1, 'Private channel for reported messages.'),
  move_messages_between_streams_limit_seconds: setting(
    timeLimit(),
    604_800,
    'How long messages can be moved to another channel.',
  ),
  move_messages_within_stream_limit_seconds: setting(
    timeLimit(),
    604_800,
    'How long messages can be moved to another topic.',
  ),
  name_changes_disabled: setting(boolean(), false, 'Whether only administrators change names.'),
  new_stream_announcements_stream_id: setting(channelId(), -1, 'Channel where new channels are announced.'),
  org_type: setting(
    listedNumber(organizationTypes),
    0,
    'Kind of organization: 0 unspecified, 10 business, 20 open-source project, 30 school, 35 school for profit, 40 conference, 50 research, 60 club, 70 non-profit, 80 government, 90 political group, 100 personal, 1000 other.',
  ),
  presence_disabled: setting(boolean(), false, 'Whether nobody can see who is online.'),
  require_e2ee_push_notifications: setting(boolean(), false, 'Whether notifications for phones must be encrypted.'),
  require_unique_names: setting(boolean(), false, 'Whether no two people can have the same name.'),
  send_channel_events_messages: setting(boolean(), true, 'Whether changes of a channel are announced in the channel.'),
  send_welcome_emails: setting(boolean(), false, 'Whether new people are welcomed by e-mail.'),
  signup_announcements_stream_id: setting(channelId(), -1, 'Channel where new people are announced.'),
  topics_policy: setting(
    bareOrQuoted(oneOf(['allow_empty_topic', 'disable_empty_topic'])),
    'allow_empty_topic',
    'Whether messages may have no topic.',
  ),
  video_chat_provider: setting(
    oneOfNumbers(idsOf(videoChatProviders), named),
    0,
    listed('Service for calls', videoChatProviders),
  ),
  waiting_period_threshold: ownersSetting(count(), 0, 'Days until a new member is a full member.'),
  want_advertise_in_communities_directory: setting(boolean(), false, 'Whether it may be listed publicly.'),
  welcome_message_custom_text: setting(
    text({ max: maxWelcomeLength }),
    '',
    'Custom message of the welcome bot to new people, in Markdown.',
  ),
  zulip_update_announcements_stream_id: setting(channelId(), -1, 'Channel for news of the server.'),
} as const;

interface Permission extends PermissionRule {
  /** Whether only owners, not all administrators, can change it. */
  isOwners?: true;
}

const somebody = [...notEveryone, 'role:nobody'] as const;

/** Permissions in the organization, by their API names. */
export const realmPermissions = {
  can_access_all_users_group: {
    description: 'Who can see everybody, not only the people in their channels.',
    fallback: 'role:everyone',
    refused: ['role:internet', 'role:nobody'],
    only: ['role:everyone', 'role:members'],
  },
  can_add_custom_emoji_group: {
    description: 'Who may add custom emoji.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_add_subscribers_group: {
    description: 'Who may add others to channels.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_create_bots_group: {
    description: 'Who may create bots of any kind.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_create_groups: {
    description: 'Who may create groups.',
    fallback: 'role:members',
    refused: notEveryone,
    isOwners: true,
  },
  can_create_private_channel_group: {
    description: 'Who may create private channels.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_create_public_channel_group: {
    description: 'Who may create public channels.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_create_web_public_channel_group: {
    description: 'Who may open channels to the web.',
    fallback: 'role:owners',
    refused: notEveryone,
    only: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  },
  can_create_write_only_bots_group: {
    description: 'Who may create bots that only send messages.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_delete_any_message_group: {
    description: 'Who may delete messages of others.',
    fallback: 'role:administrators',
    refused: notEveryone,
  },
  can_delete_own_message_group: {
    description: 'Who may delete their own messages.',
    fallback: 'role:everyone',
    refused: notTheWeb,
  },
  can_invite_users_group: {
    description: 'Who may invite people by e-mail.',
    fallback: 'role:members',
    refused: notEveryone,
    isOwners: true,
  },
  can_manage_all_groups: {
    description: 'Who may change every group.',
    fallback: 'role:owners',
    refused: somebody,
    isOwners: true,
  },
  can_manage_billing_group: {
    description: 'Who may see bills; this server sends none.',
    fallback: 'role:administrators',
    refused: somebody,
    isOwners: true,
  },
  can_mention_many_users_group: {
    description: 'Who may mention everyone in large channels.',
    fallback: 'role:administrators',
    refused: notTheWeb,
  },
  can_move_messages_between_channels_group: {
    description: 'Who may move messages to other channels.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_move_messages_between_topics_group: {
    description: 'Who may move messages to other topics.',
    fallback: 'role:everyone',
    refused: notTheWeb,
  },
  can_resolve_topics_group: { description: 'Who may resolve topics.', fallback: 'role:everyone', refused: notTheWeb },
  can_set_delete_message_policy_group: {
    description: 'Who may change who deletes messages in a channel.',
    fallback: 'role:moderators',
    refused: notEveryone,
  },
  can_set_topics_policy_group: {
    description: 'Who may change which topics a channel allows.',
    fallback: 'role:members',
    refused: notEveryone,
  },
  can_start_calls_group: { description: 'Who may start calls.', fallback: 'role:everyone', refused: notTheWeb },
  can_summarize_topics_group: {
    description: 'Who may use topic summaries; this server has none.',
    fallback: 'role:everyone',
    refused: notTheWeb,
  },
  create_multiuse_invite_group: {
    description: 'Who may create invitation links.',
    fallback: 'role:administrators',
    refused: notEveryone,
    isOwners: true,
  },
  direct_message_initiator_group: {
    description: 'Who may begin a direct conversation.',
    fallback: 'role:everyone',
    refused: notTheWeb,
  },
  direct_message_permission_group: {
    description: 'Who must take part in direct conversations, at least one of them.',
    fallback: 'role:everyone',
    refused: notTheWeb,
  },
} as const satisfies Record<string, Permission>;

export type RealmSetting = keyof typeof realmSettings;
export type RealmPermission = keyof typeof realmPermissions;
export type ValueOf<Name extends RealmSetting> = (typeof realmSettings)[Name]['fallback'];

export const realmSettingNames = Object.keys(realmSettings) as RealmSetting[];
export const realmPermissionNames = Object.keys(realmPermissions) as RealmPermission[];

export function permissionRules(name: RealmPermission): Permission {
  return realmPermissions[name];
}

function setting<Value extends SettingValue>(
  kind: Kind<Value>,
  fallback: NoInfer<Value>,
  description: string,
): Setting<Value> {
  return { kind, fallback, description, isOwners: false };
}

function ownersSetting<Value extends SettingValue>(
  kind: Kind<Value>,
  fallback: NoInfer<Value>,
  description: string,
): Setting<Value> {
  return { ...setting<Value>(kind, fallback, description), isOwners: true };
}

/** Seconds, or null for no limit. */
function timeLimit(): Kind<number | null> {
  return positiveOr({ unlimited: null });
}

function channelId(): Kind<number> {
  return integer({ min: -1 });
}

/** A description that gives the meaning of each number. */
function listed(title: string, choices: Readonly<Record<string, { id: number; name: string }>>): string {
  const meanings = Object.values(choices).map(({ id, name }) => `${id} ${name.replaceAll(',', '')}`);
  return `${title}: ${meanings.join(', ')}.`;
}

function idsOf(choices: Readonly<Record<string, { id: number }>>): number[] {
  return Object.values(choices).map(({ id }) => id);
}

function named(value: number): string {
  return ` ${value}`;
}
