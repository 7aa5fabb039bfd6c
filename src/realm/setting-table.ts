import { bareOrQuotedText, boolean, integer, type Kind, oneOf, oneOfNumbers, text } from '../http/params.ts';
import { notEveryone, notTheWeb, type PermissionRule } from './permission-rule.ts';
import { count, language, positiveOr, urlOrDefault } from './setting-kinds.ts';

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

/**
 * Settings of the organization by their API names. Rows of realm_settings hold values that differ from the fallback.
 */
export const realmSettings = {
  allow_message_editing: setting(boolean(), true, 'Whether messages can be edited.'),
  avatar_changes_disabled: setting(boolean(), false, 'Whether only administrators change pictures of users.'),
  default_avatar_source: setting(oneOf(['J']), 'J', 'Where the pictures come from of those who uploaded none.'),
  default_code_block_language: setting(bareOrQuotedText({ max: 100 }), '', 'Language of code blocks that name none.'),
  default_language: setting(language(), 'en', 'Language of what the server says.'),
  digest_emails_enabled: setting(boolean(), false, 'Whether summaries are sent by e-mail.'),
  digest_weekday: setting(oneOfNumbers([0, 1, 2, 3, 4, 5, 6]), 1, 'Day of these summaries; Monday is 0.'),
  disallow_disposable_email_addresses: ownersSetting(boolean(), true, 'Whether throw-away addresses are refused.'),
  email_changes_disabled: setting(boolean(), false, 'Whether only administrators change addresses of users.'),
  emails_restricted_to_domains: ownersSetting(boolean(), false, 'Whether addresses must be of certain domains.'),
  enable_guest_user_dm_warning: setting(boolean(), true, 'Whether clients warn before writing to a guest.'),
  enable_guest_user_indicator: setting(boolean(), true, 'Whether clients mark names of guests.'),
  enable_read_receipts: setting(boolean(), true, 'Whether one can see who has read a message.'),
  enable_spectator_access: setting(boolean(), false, 'Whether channels can be open to the web.'),
  gif_rating_policy: setting(oneOfNumbers(idsOf(gifRatings), named), 0, 'Which GIFs clients offer.'),
  inline_image_preview: setting(boolean(), true, 'Whether clients show linked pictures.'),
  inline_url_embed_preview: setting(boolean(), false, 'Whether clients show what linked pages are about.'),
  invite_required: ownersSetting(boolean(), true, 'Whether one joins by invitation only.'),
  jitsi_server_url: setting(urlOrDefault(), null, 'The Jitsi server for calls, or `default`.'),
  media_preview_size: setting(integer({ min: 1, max: 1000 }), 100, 'Size of previews, in per cent.'),
  message_content_allowed_in_email_notifications: setting(boolean(), true, 'Whether e-mails carry what was said.'),
  message_content_delete_limit_seconds: setting(timeLimit(), 600, 'How long own messages can be deleted.'),
  message_content_edit_limit_seconds: setting(timeLimit(), 600, 'How long messages can be edited.'),
  message_edit_history_visibility_policy: setting(oneOf(['all', 'moves', 'none']), 'all', 'Which edits one can see.'),
  message_retention_days: ownersSetting(positiveOr({ unlimited: -1, forever: -1 }), -1, 'Days that messages are kept.'),
  moderation_request_channel_id: setting(channelId(), -1, 'Private channel for reported messages; -1 for none.'),
  move_messages_between_streams_limit_seconds: setting(timeLimit(), 604_800, 'How long messages change channel.'),
  move_messages_within_stream_limit_seconds: setting(timeLimit(), 604_800, 'How long messages change topic.'),
  name_changes_disabled: setting(boolean(), false, 'Whether only administrators change names of users.'),
  new_stream_announcements_stream_id: setting(channelId(), -1, 'Channel where new ones are announced; -1 for none.'),
  org_type: setting(oneOfNumbers(organizationTypes), 0, 'What kind of organization this is.'),
  presence_disabled: setting(boolean(), false, 'Whether nobody sees who is online.'),
  require_e2ee_push_notifications: setting(boolean(), false, 'Whether push notifications must be encrypted.'),
  require_unique_names: setting(boolean(), false, 'Whether no two users have the same name.'),
  send_channel_events_messages: setting(boolean(), true, 'Whether channels tell of changes to them.'),
  send_welcome_emails: setting(boolean(), false, 'Whether newcomers are welcomed by e-mail.'),
  signup_announcements_stream_id: setting(channelId(), -1, 'Channel where newcomers are announced; -1 for none.'),
  topics_policy: setting(
    oneOf(['allow_empty_topic', 'disable_empty_topic']),
    'allow_empty_topic',
    'Whether channels that do not say otherwise have an empty topic.',
  ),
  video_chat_provider: setting(oneOfNumbers(idsOf(videoChatProviders), named), 0, 'Service for calls.'),
  waiting_period_threshold: ownersSetting(count(), 0, 'Days until a new member is a full member.'),
  want_advertise_in_communities_directory: setting(boolean(), false, 'Whether the organization may be listed.'),
  welcome_message_custom_text: setting(
    text({ max: maxWelcomeLength }),
    '',
    'What newcomers are told beside the usual; Markdown.',
  ),
  zulip_update_announcements_stream_id: setting(channelId(), -1, 'Channel for news of the server; -1 for none.'),
} as const;

interface Permission extends PermissionRule {
  /** Whether only owners, not all administrators, can change it. */
  isOwners?: true;
}

const somebody = [...notEveryone, 'role:nobody'] as const;

/** Permissions in the organization, by their API names. */
export const realmPermissions = {
  can_access_all_users_group: {
    fallback: 'role:everyone',
    refused: ['role:internet', 'role:nobody'],
    only: ['role:everyone', 'role:members'],
  },
  can_add_custom_emoji_group: { fallback: 'role:members', refused: somebody },
  can_add_subscribers_group: { fallback: 'role:members', refused: notEveryone },
  can_create_bots_group: { fallback: 'role:members', refused: notEveryone },
  can_create_groups: { fallback: 'role:members', refused: somebody, isOwners: true },
  can_create_private_channel_group: { fallback: 'role:members', refused: somebody },
  can_create_public_channel_group: { fallback: 'role:members', refused: somebody },
  can_create_web_public_channel_group: {
    fallback: 'role:owners',
    refused: notEveryone,
    only: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  },
  can_create_write_only_bots_group: { fallback: 'role:members', refused: notEveryone },
  can_delete_any_message_group: { fallback: 'role:administrators', refused: notEveryone },
  can_delete_own_message_group: { fallback: 'role:everyone', refused: notTheWeb },
  can_invite_users_group: { fallback: 'role:members', refused: notEveryone, isOwners: true },
  can_manage_all_groups: { fallback: 'role:owners', refused: somebody, isOwners: true },
  can_manage_billing_group: { fallback: 'role:administrators', refused: somebody, isOwners: true },
  can_mention_many_users_group: { fallback: 'role:administrators', refused: notTheWeb },
  can_move_messages_between_channels_group: { fallback: 'role:members', refused: notEveryone },
  can_move_messages_between_topics_group: { fallback: 'role:everyone', refused: notTheWeb },
  can_resolve_topics_group: { fallback: 'role:everyone', refused: notTheWeb },
  can_set_delete_message_policy_group: { fallback: 'role:moderators', refused: notEveryone },
  can_set_topics_policy_group: { fallback: 'role:members', refused: notEveryone },
  can_summarize_topics_group: { fallback: 'role:everyone', refused: notTheWeb },
  create_multiuse_invite_group: { fallback: 'role:administrators', refused: notEveryone, isOwners: true },
  direct_message_initiator_group: { fallback: 'role:everyone', refused: notTheWeb },
  direct_message_permission_group: { fallback: 'role:everyone', refused: notTheWeb },
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

function idsOf(choices: Readonly<Record<string, { id: number }>>): number[] {
  return Object.values(choices).map(({ id }) => id);
}

function named(value: number): string {
  return ` ${value}`;
}
