import type { State } from '../api/types.ts';
import { language } from '../language/texts.ts';
import { nobody } from '../store/store.ts';

const colors = ['#17595f', '#b07f1f', '#3f8f58', '#7a4f9a', '#a3262c', '#2f6fab'];

/** The state for people without an account; everything that only users have is empty. */
export function spectatorState(open: Pick<State, 'streams'>): State {
  const subscriptions = open.streams.map((channel) => ({
    ...channel,
    color: colors[channel.stream_id % colors.length] ?? '',
    is_muted: false,
    pin_to_top: false,
    desktop_notifications: null,
  }));
  // Nobody set a language, so the one that the server chose for the page stays.
  const user_settings = { ...settings, default_language: language() };
  return { ...empty, ...open, subscriptions, user_settings } as unknown as State;
}

const empty = {
  user_id: nobody,
  email: '',
  delivery_email: '',
  full_name: '',
  realm_users: [],
  realm_non_active_users: [],
  cross_realm_bots: [],
  realm_bots: [],
  realm_incoming_webhook_bots: [],
  realm_user_groups: [],
  realm_default_streams: [],
  unsubscribed: [],
  never_subscribed: [],
  channel_folders: [],
  user_topics: [],
  unread_msgs: { pms: [], streams: [], huddles: [], mentions: [], count: 0, old_unreads_missing: false },
  starred_messages: [],
  recent_private_conversations: [],
  muted_users: [],
  alert_words: [],
  user_status: {},
  presences: {},
  drafts: [],
  saved_snippets: [],
  scheduled_messages: [],
  reminders: [],
  custom_profile_fields: [],
};

const settings = { color_scheme: 1, web_font_size_px: 16, twenty_four_hour_time: null, enter_sends: false };
