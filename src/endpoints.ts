import type { Endpoint } from './http/endpoint.ts';
import { type ErrorKind, errorKind } from './http/errors.ts';
import * as botKeys from './resources/bots/bot-keys.ts';
import * as botRights from './resources/bots/bot-rights.ts';
import * as botStorage from './resources/bots/bot-storage.ts';
import * as bots from './resources/bots/bots.ts';
import * as buttons from './resources/bots/buttons.ts';
import * as commands from './resources/bots/commands.ts';
import * as webhookCalls from './resources/bots/webhook-calls.ts';
import * as calls from './resources/calls/calls.ts';
import * as callMembers from './resources/calls/members.ts';
import * as callSignals from './resources/calls/signals.ts';
import * as bookmarks from './resources/channels/bookmarks.ts';
import * as channelEdits from './resources/channels/channel-edits.ts';
import * as channels from './resources/channels/channels.ts';
import * as defaultStreams from './resources/channels/default-streams.ts';
import * as folders from './resources/channels/folders.ts';
import * as ownSections from './resources/channels/own-sections.ts';
import * as streams from './resources/channels/streams.ts';
import * as subscriptionProperties from './resources/channels/subscription-properties.ts';
import * as subscriptions from './resources/channels/subscriptions.ts';
import * as userTopics from './resources/channels/user-topics.ts';
import * as slackIncoming from './resources/external/slack-incoming.ts';
import * as toolWebhooks from './resources/external/tool-webhooks.ts';
import * as groupMembers from './resources/groups/members.ts';
import * as userGroups from './resources/groups/user-groups.ts';
import * as invites from './resources/invites/invites.ts';
import * as drafts from './resources/later/drafts.ts';
import * as reminders from './resources/later/reminders.ts';
import * as savedSnippets from './resources/later/saved-snippets.ts';
import * as scheduledMessages from './resources/later/scheduled-messages.ts';
import * as deletions from './resources/messages/deletions.ts';
import * as edits from './resources/messages/edits.ts';
import * as flags from './resources/messages/flags.ts';
import * as history from './resources/messages/history.ts';
import * as markAsRead from './resources/messages/mark-as-read.ts';
import * as matchesNarrow from './resources/messages/matches-narrow.ts';
import * as messages from './resources/messages/messages.ts';
import * as pins from './resources/messages/pins.ts';
import * as reactions from './resources/messages/reactions.ts';
import * as readReceipts from './resources/messages/read-receipts.ts';
import * as render from './resources/messages/render.ts';
import * as reports from './resources/messages/reports.ts';
import * as submessages from './resources/messages/submessages.ts';
import * as typing from './resources/messages/typing.ts';
import * as openapi from './resources/openapi.ts';
import * as auditLog from './resources/organization/audit-log.ts';
import * as configuration from './resources/organization/configuration.ts';
import * as customEmojis from './resources/organization/custom-emojis.ts';
import * as domains from './resources/organization/domains.ts';
import * as exports from './resources/organization/exports.ts';
import * as linkifiers from './resources/organization/linkifiers.ts';
import * as playgrounds from './resources/organization/playgrounds.ts';
import * as realmImages from './resources/organization/realm-images.ts';
import * as serverSettings from './resources/organization/server-settings.ts';
import * as welcomeMessage from './resources/organization/welcome-message.ts';
import * as browsers from './resources/push/browsers.ts';
import * as devices from './resources/push/devices.ts';
import * as plaintextTokens from './resources/push/plaintext-tokens.ts';
import * as testNotification from './resources/push/test-notification.ts';
import * as events from './resources/registration/events.ts';
import * as register from './resources/registration/register.ts';
import * as attachments from './resources/uploads/attachments.ts';
import * as userUploads from './resources/uploads/user-uploads.ts';
import * as accounts from './resources/users/accounts.ts';
import * as alertWords from './resources/users/alert-words.ts';
import * as availability from './resources/users/availability.ts';
import * as avatars from './resources/users/avatars.ts';
import * as deactivations from './resources/users/deactivations.ts';
import * as legacySettings from './resources/users/legacy-settings.ts';
import * as login from './resources/users/login.ts';
import * as mutedUsers from './resources/users/muted-users.ts';
import * as navigationViews from './resources/users/navigation-views.ts';
import * as ownSettings from './resources/users/own-settings.ts';
import * as passwordResets from './resources/users/password-resets.ts';
import * as presences from './resources/users/presences.ts';
import * as profileData from './resources/users/profile-data.ts';
import * as profileFields from './resources/users/profile-fields.ts';
import * as secondFactors from './resources/users/second-factors.ts';
import * as sessions from './resources/users/sessions.ts';
import * as statuses from './resources/users/statuses.ts';
import * as userSettingsDefaults from './resources/users/user-settings-defaults.ts';
import * as users from './resources/users/users.ts';
import type { User } from './users/user.ts';

const table = {
  ...serverSettings,
  ...configuration,
  ...welcomeMessage,
  ...auditLog,
  ...exports,
  ...realmImages,
  ...customEmojis,
  ...domains,
  ...login,
  ...profileFields,
  ...profileData,
  ...users,
  ...ownSettings,
  ...legacySettings,
  ...userSettingsDefaults,
  ...sessions,
  ...passwordResets,
  ...avatars,
  ...availability,
  ...secondFactors,
  ...statuses,
  ...presences,
  ...alertWords,
  ...mutedUsers,
  ...accounts,
  ...deactivations,
  ...navigationViews,
  ...bots,
  ...commands,
  ...buttons,
  ...webhookCalls,
  ...botKeys,
  ...botRights,
  ...botStorage,
  ...calls,
  ...callMembers,
  ...callSignals,
  ...subscriptions,
  ...subscriptionProperties,
  ...userTopics,
  ...folders,
  ...bookmarks,
  ...ownSections,
  ...streams,
  ...channels,
  ...channelEdits,
  ...defaultStreams,
  ...userGroups,
  ...groupMembers,
  ...messages,
  ...matchesNarrow,
  ...deletions,
  ...edits,
  ...flags,
  ...markAsRead,
  ...pins,
  ...reactions,
  ...history,
  ...readReceipts,
  ...render,
  ...reports,
  ...submessages,
  ...typing,
  ...scheduledMessages,
  ...reminders,
  ...drafts,
  ...savedSnippets,
  ...userUploads,
  ...attachments,
  ...invites,
  ...linkifiers,
  ...playgrounds,
  ...slackIncoming,
  ...toolWebhooks,
  ...register,
  ...events,
  ...devices,
  ...testNotification,
  ...plaintextTokens,
  ...browsers,
  ...openapi,
};

/** All services that the handlers need. */
type Provided = (typeof table)[keyof typeof table] extends Endpoint<infer App, User> ? App : never;

/** The whole API: every endpoint by its operation id. */
export const endpoints: Readonly<Record<string, Endpoint<Provided, User>>> = table;

/** Addresses that clients know from other servers, with what they say here. Other unknown ones say that they are none. */
export const unavailable: ReadonlyMap<string, ErrorKind> = new Map([
  ['/calls/bigbluebutton/create', errorKind('BigBlueButton is not configured.')],
  ['/calls/constructorgroups/create', errorKind('Constructor Groups is not configured.')],
  ['/calls/nextcloud_talk/create', errorKind('Nextcloud Talk is not configured.')],
  ['/users/me/onboarding_steps', errorKind('Unknown onboarding step.')],
  ['/calls/zoom/create', errorKind('Zoom is not configured.')],
]);
