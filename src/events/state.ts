import type { App } from '../app.ts';
import { channelLimits, listVisibleChannels, presentChannels } from '../channels/channel.ts';
import { listSubscriptions, newestMessageId, presentSubscriptions } from '../channels/subscription.ts';
import { presentMutedTopics, presentUserTopics } from '../channels/user-topic.ts';
import { emojiDataPath } from '../emoji/data.ts';
import { isInGroup } from '../groups/membership.ts';
import type { Fields } from '../http/endpoint.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { emptyTopicDisplayName, maxTopicLength } from '../messages/conversation.ts';
import { listStarred } from '../messages/flag.ts';
import { maxMessageLength } from '../messages/message.ts';
import { maxBulkSubscriptionMessages } from '../messages/notices.ts';
import { presentUnread } from '../messages/unread.ts';
import { authenticationMethods, realmIconUrl } from '../realm/presentation.ts';
import { findRealm } from '../realm/realm.ts';
import { presentRealmSettings, realmPermissionGroup } from '../realm/settings.ts';
import { passwordLimits } from '../users/password.ts';
import {
  avatarUrl,
  isAdministrator,
  isModerator,
  isOwner,
  listUsers,
  presentUser,
  roles,
  type User,
} from '../users/user.ts';

/** What a client wants to know when it registers. */
export interface StateOptions {
  client_gravatar: boolean;
  include_subscribers: boolean;
  /** Whether archived channels are listed. */
  archived_channels: boolean;
  /** Whether the empty topic is shown as it is. */
  empty_topic_name: boolean;
}

type Section = (app: App, user: User, options: StateOptions) => Fields;

/** One function for each type of event: what a client must know before the first of them. */
const sections: Record<string, Section> = {
  message: (app) => ({ max_message_id: newestMessageId(app.db) }),
  muted_topics: (app, user) => ({ muted_topics: presentMutedTopics(app.db, user.id) }),
  realm: realmSection,
  realm_user: realmUserSection,
  starred_messages: (app, user) => ({ starred_messages: listStarred(app.db, user) }),
  stream: (app, user, { archived_channels }) => ({
    streams: presentChannels(
      app,
      listVisibleChannels(app, user).filter((channel) => archived_channels || !channel.is_archived),
    ),
  }),
  subscription: subscriptionSection,
  user_topic: (app, user) => ({ user_topics: presentUserTopics(app.db, user.id) }),
};

/** The initial state for some types of events, or for all. Types that are not known add nothing. */
export function initialState(
  app: App,
  user: User,
  types: readonly string[] | undefined,
  options: StateOptions,
): Fields {
  const wanted = (type: string) => types === undefined || types.includes(type);
  const state: Fields = {};
  for (const [type, section] of Object.entries(sections)) {
    if (wanted(type)) Object.assign(state, section(app, user, options));
  }
  // Unread counts change with both types of events, so they are of use only to those who get both.
  if (wanted('message') && wanted('update_message_flags')) state.unread_msgs = presentUnread(app, user, options);
  // Clients that know user_topics need not hear the same twice.
  if (types?.includes('user_topic')) delete state.muted_topics;
  return state;
}

function realmUserSection(app: App, user: User, options: StateOptions): Fields {
  const users = listUsers(app.db);
  const present = (one: User) => {
    const { is_active: _, ...record } = presentUser(app, user, one, options);
    return record;
  };
  const people = users.filter((one) => !one.is_system_bot);
  const may = (permission: Parameters<typeof realmPermissionGroup>[1]) =>
    isInGroup(app, user, realmPermissionGroup(app.db, permission));
  const canCreatePublic = may('can_create_public_channel_group');
  const canCreatePrivate = may('can_create_private_channel_group');
  return {
    realm_users: people.filter((one) => one.is_active).map(present),
    realm_non_active_users: people.filter((one) => !one.is_active).map(present),
    cross_realm_bots: users.filter((one) => one.is_system_bot).map(present),
    user_id: user.id,
    email: user.email,
    delivery_email: user.email,
    full_name: user.full_name,
    avatar_url: avatarUrl(user),
    avatar_url_medium: avatarUrl(user),
    avatar_source: 'J',
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_moderator: isModerator(user),
    is_guest: user.role === roles.guest,
    can_create_streams: canCreatePublic || canCreatePrivate,
    can_create_public_streams: canCreatePublic,
    can_create_private_streams: canCreatePrivate,
    can_create_web_public_streams: may('can_create_web_public_channel_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  };
}

function subscriptionSection(app: App, user: User, options: StateOptions): Fields {
  const known = new Set(
    [0, 1].flatMap((is_active) => listSubscriptions(app.db, user, is_active as 0 | 1).map((row) => row.channel_id)),
  );
  const others = listVisibleChannels(app, user).filter((channel) => !known.has(channel.id) && !channel.is_archived);
  return {
    subscriptions: presentSubscriptions(app, user, 1, options.include_subscribers),
    unsubscribed: presentSubscriptions(app, user, 0, options.include_subscribers),
    never_subscribed: presentChannels(app, others),
  };
}

function realmSection(app: App): Fields {
  const realm = findRealm(app.db);
  const settings = presentRealmSettings(app.db);
  const url = app.config.public_url;
  return {
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`realm_${name}`, value])),
    realm_name: realm.name,
    realm_description: realm.description,
    realm_rendered_description: renderMarkdown(realm.description),
    realm_uuid: realm.uuid,
    realm_url: url,
    realm_uri: url,
    realm_host: app.config.host,
    realm_bot_domain: app.config.host,
    realm_date_created: realm.created_at,
    realm_icon_url: realmIconUrl,
    realm_icon_source: 'J',
    realm_logo_url: realmIconUrl,
    realm_logo_source: 'D',
    realm_night_logo_url: realmIconUrl,
    realm_night_logo_source: 'D',
    realm_plan_type: 1,
    realm_default_avatar_source: 'J',
    realm_default_external_accounts: {},
    realm_authentication_methods: Object.fromEntries(
      Object.entries(authenticationMethods).map(([name, enabled]) => [name, { enabled, available: true }]),
    ),
    realm_password_auth_enabled: true,
    realm_email_auth_enabled: true,
    realm_empty_topic_display_name: emptyTopicDisplayName,
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    realm_available_video_chat_providers: { disabled: { name: 'None', id: 0 } },
    realm_web_public_access_enabled: false,
    // The legacy form of can_mention_many_users_group: administrators.
    realm_wildcard_mention_policy: 5,
    ...serverSection,
    server_emoji_data_url: `${url}${emojiDataPath}`,
    server_timestamp: app.clock.now(),
    server_web_public_streams_enabled: false,
    server_supported_permission_settings: { realm: {}, stream: {}, group: {} },
    server_report_message_types: [],
  };
}

const serverSection = {
  max_message_length: maxMessageLength,
  max_topic_length: maxTopicLength,
  max_stream_name_length: channelLimits.name,
  max_stream_description_length: channelLimits.description,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_reminder_note_length: 1000,
  max_bulk_new_subscription_messages: maxBulkSubscriptionMessages,
  max_file_upload_size_mib: 100,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  password_min_length: passwordLimits.min,
  password_max_length: passwordLimits.max,
  password_min_guesses: 0,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_inline_image_preview: false,
  server_inline_url_embed_preview: false,
  server_thumbnail_formats: [],
  server_jitsi_server_url: null,
  server_generation: 0,
  realm_upload_quota_mib: null,
  development_environment: false,
  gif_rating_policy_options: {},
};
