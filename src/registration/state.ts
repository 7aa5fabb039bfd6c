import { listAlertWords } from '../accounts/alert-word.ts';
import { presentMutedUsers } from '../accounts/muted-user.ts';
import { presentPresences } from '../accounts/presence.ts';
import { fieldTypes, presentFields } from '../accounts/profile-field.ts';
import { presentRealmUsers } from '../accounts/realm-users.ts';
import { presentNewUserSettings, presentUserSettings } from '../accounts/setting-change.ts';
import { presentStatuses } from '../accounts/status.ts';
import { presentBots } from '../bots/bot.ts';
import { incomingWebhooks } from '../bots/incoming-webhook.ts';
import { presentDefaultChannels } from '../channels/default-channel.ts';
import { listFolders, presentFolder } from '../channels/folder.ts';
import {
  type IncludeSubscribers,
  presentStreamState,
  presentSubscriptionState,
} from '../channels/subscription-record.ts';
import { presentMutedTopics, presentUserTopics } from '../channels/user-topic.ts';
import type { App } from '../context.ts';
import { presentRecentDirect } from '../conversations/conversation.ts';
import { findNewestReceivedId } from '../conversations/newest-received.ts';
import { presentGroups } from '../groups/user-group.ts';
import type { Fields } from '../http/endpoint.ts';
import { listNewestDrafts } from '../later/draft.ts';
import { listReminders, presentReminder } from '../later/reminder.ts';
import { listSnippets } from '../later/saved-snippet.ts';
import { listScheduled, presentScheduled } from '../later/scheduled-message.ts';
import { listStarred } from '../messages/flag.ts';
import { presentUnread } from '../messages/unread.ts';
import { presentCustomEmoji } from '../organization/custom-emoji.ts';
import { listDomains } from '../organization/domain.ts';
import { listLinkifiers } from '../organization/linkifier.ts';
import { listPlaygrounds } from '../organization/playground.ts';
import { presentDevices } from '../push/device.ts';
import type { User } from '../users/user.ts';
import { presentLegacySettings } from './legacy-settings.ts';
import { presentRealmState, type Serves } from './realm-state.ts';

/** What a client wants to know when it registers. */
export interface StateOptions {
  client_gravatar: boolean;
  include_subscribers: IncludeSubscribers;
  /** Whether archived channels are listed. */
  archived_channels: boolean;
  /** Whether the empty topic is shown as it is. */
  empty_topic_name: boolean;
  /** Whether the client knows URL templates. */
  linkifier_url_template: boolean;
  /** Whether users may be left out whom the client's user may not know of. */
  user_list_incomplete: boolean;
  /** Whether users may lack the URL of their picture. */
  user_avatar_url_field_optional: boolean;
  /** Whether notification settings of channels may be unset. */
  notification_settings_null: boolean;
  /** Whether deactivated groups are listed. */
  include_deactivated_groups: boolean;
  /** Presence by user id; otherwise the older form, by address. */
  slim_presence: boolean;
  /** How far back presence goes, if the client says so. */
  presence_history_limit_days: number | undefined;
}

type Section = (app: App & Serves, user: User, options: StateOptions) => Fields;

/** One function for each type of event: what a client must know before the first of them. */
const sections: Record<string, Section> = {
  alert_words: (app, user) => ({ alert_words: listAlertWords(app.db, user) }),
  channel_folders: (app) => ({ channel_folders: listFolders(app.db).map(presentFolder) }),
  custom_profile_fields: (app) => ({
    custom_profile_fields: presentFields(app.db),
    custom_profile_field_types: fieldTypes,
  }),
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  default_streams: (app, user) => ({ realm_default_streams: presentDefaultChannels(app.db, user) }),
  drafts: (app, user) => ({ drafts: listNewestDrafts(app.db, user) }),
  device: (app, user) => ({ devices: presentDevices(app.db, user) }),
  giphy: () => ({ giphy_api_key: '' }),
  message: (app, user) => ({ max_message_id: findNewestReceivedId(app.db, user) }),
  recent_private_conversations: (app, user) => ({
    recent_private_conversations: presentRecentDirect(app.db, user.id),
  }),
  muted_topics: (app, user, options) => ({ muted_topics: presentMutedTopics(app, user, options) }),
  muted_users: (app, user) => ({ muted_users: presentMutedUsers(app.db, user) }),
  navigation_views: () => ({ navigation_views: [] }),
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  presence: (app, user, { slim_presence: slim, presence_history_limit_days: history_limit_days }) =>
    presentPresences(app, user, { slim, history_limit_days, last_update_id: undefined }),
  realm: presentRealmState,
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_domains: (app) => ({ realm_domains: listDomains(app.db) }),
  realm_emoji: (app) => ({ realm_emoji: presentCustomEmoji(app.db) }),
  realm_bot: (app, user) => ({ realm_bots: presentBots(app, user) }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_filters: () => ({ realm_filters: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: incomingWebhooks }),
  realm_linkifiers: (app, _user, { linkifier_url_template }) => ({
    realm_linkifiers: linkifier_url_template ? listLinkifiers(app.db) : [],
  }),
  realm_playgrounds: (app) => ({ realm_playgrounds: listPlaygrounds(app.db) }),
  realm_user: presentRealmUsers,
  realm_user_groups: (app, _user, options) => ({ realm_user_groups: presentGroups(app, options) }),
  realm_user_settings_defaults: (app) => ({ realm_user_settings_defaults: presentNewUserSettings(app.db) }),
  reminders: (app, user) => ({
    reminders: listReminders(app.db, user).map((reminder) => presentReminder(app, user, reminder)),
  }),
  saved_snippets: (app, user) => ({ saved_snippets: listSnippets(app.db, user) }),
  scheduled_messages: (app, user) => ({ scheduled_messages: listScheduled(app.db, user).map(presentScheduled) }),
  starred_messages: (app, user) => ({ starred_messages: listStarred(app, user) }),
  stop_words: () => ({ stop_words: [] }),
  stream: presentStreamState,
  subscription: presentSubscriptionState,
  user_settings: (app, user) => ({ user_settings: presentUserSettings(app.db, user) }),
  user_status: (app, user) => ({ user_status: presentStatuses(app, user) }),
  user_topic: (app, user, options) => ({ user_topics: presentUserTopics(app, user, options) }),
  video_calls: () => ({ has_zoom_token: false }),
};

/** The initial state for some types of events, or for all. Types that are not known add nothing. */
export function initialState(
  app: App & Serves,
  user: User,
  types: readonly string[] | undefined,
  options: StateOptions,
): Fields {
  const asked = new Set(types ?? [...Object.keys(sections), 'update_message_flags']);
  // Clients that know user_topics need not hear the same twice.
  if (types && asked.has('user_topic')) asked.delete('muted_topics');
  const state: Fields = {};
  for (const [type, section] of Object.entries(sections)) {
    if (asked.has(type)) Object.assign(state, section(app, user, options));
  }
  // Unread counts change with both types of events, so they are of use only to those who get both.
  if (asked.has('message') && asked.has('update_message_flags')) state.unread_msgs = presentUnread(app, user, options);
  if (types) Object.assign(state, presentLegacySettings(app.db, user, types));
  return state;
}
