import { accountSections, sharedAccountSections } from '../accounts/state.ts';
import { botSections } from '../bots/state.ts';
import { callSections } from '../calls/state.ts';
import { channelSections, sharedChannelSections } from '../channels/state.ts';
import type { Context } from '../context.ts';
import { ownTypes } from '../events/wishes.ts';
import { externalSections } from '../external/state.ts';
import { presentGroups } from '../groups/user-group.ts';
import type { Fields } from '../http/endpoint.ts';
import { laterSections } from '../later/state.ts';
import { messageSections } from '../messages/state.ts';
import { presentUnread } from '../messages/unread.ts';
import { organizationSections, sharedOrganizationSections } from '../organization/state.ts';
import { presentDevices } from '../push/device.ts';
import type { SharedSections, StateOptions, StateSections } from '../users/state-section.ts';
import type { User } from '../users/user.ts';
import { presentLegacySettings } from './legacy-settings.ts';
import { configuredRealmState, ownRealmState, type Serves, storedRealmState } from './realm-state.ts';

/** Features that this server lacks; clients read their keys nonetheless. */
const absentSections: SharedSections = {
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  giphy: () => ({ giphy_api_key: '', tenor_api_key: '' }),
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_filters: () => ({ realm_filters: [] }),
  stop_words: () => ({ stop_words: [] }),
  tenor: () => ({ tenor_api_key: '' }),
  video_calls: () => ({ has_zoom_token: false }),
};

const sharedSections: SharedSections = {
  realm: storedRealmState,
  ...sharedOrganizationSections,
  ...sharedAccountSections,
  ...sharedChannelSections,
  ...absentSections,
};

const sections: StateSections<Serves> = {
  realm: (app, _user, { chatd_events }) => ({
    ...configuredRealmState(app),
    ...(chatd_events ? ownRealmState(app) : {}),
  }),
  ...organizationSections,
  ...accountSections,
  ...botSections,
  ...externalSections,
  ...callSections,
  realm_user_groups: (app, _user, options) => ({ realm_user_groups: presentGroups(app, options) }),
  ...channelSections,
  ...messageSections,
  ...laterSections,
  device: (app, user) => ({ devices: presentDevices(app.db, user) }),
};

/** The initial state for some event types, or for all. Unknown types add nothing. */
export function initialState(
  app: Context & Serves,
  user: User,
  types: readonly string[] | undefined,
  options: StateOptions,
): Fields {
  const asked = types ? askedTypes(types) : options.chatd_events ? everyType : everyKnownType;
  const state: Fields = {};
  for (const type in sharedSections) if (asked.has(type)) Object.assign(state, sharedSections[type]?.(app));
  for (const type in sections) if (asked.has(type)) Object.assign(state, sections[type]?.(app, user, options));
  // Unread counts change with both types of events, so they only help clients that receive both.
  if (asked.has('message') && asked.has('update_message_flags')) state.unread_msgs = presentUnread(app, user, options);
  if (types) Object.assign(state, presentLegacySettings(app.db, user, types));
  return state;
}

const everyType: ReadonlySet<string> = new Set([
  ...Object.keys(sharedSections),
  ...Object.keys(sections),
  'update_message_flags',
]);

/** The types of which clients know that do not ask for chatd's own. */
const everyKnownType: ReadonlySet<string> = new Set([...everyType].filter((type) => !ownTypes.has(type)));

function askedTypes(types: readonly string[]): ReadonlySet<string> {
  const asked = new Set(types);
  // Clients that receive user_topic do not need muted_topics.
  if (asked.has('user_topic')) asked.delete('muted_topics');
  return asked;
}
