import * as botKeys from './bots/bot-keys.ts';
import * as botStorage from './bots/bot-storage.ts';
import * as bots from './bots/bots.ts';
import * as channelEdits from './channels/channel-edits.ts';
import * as channels from './channels/channels.ts';
import * as defaultStreams from './channels/default-streams.ts';
import * as folders from './channels/folders.ts';
import * as streams from './channels/streams.ts';
import * as subscriptionProperties from './channels/subscription-properties.ts';
import * as subscriptions from './channels/subscriptions.ts';
import * as userTopics from './channels/user-topics.ts';
import * as events from './events/events.ts';
import * as register from './events/register.ts';
import * as slackIncoming from './external/slack-incoming.ts';
import * as groupMembers from './groups/members.ts';
import * as userGroups from './groups/user-groups.ts';
import type { Endpoint } from './http/endpoint.ts';
import * as invites from './invites/invites.ts';
import * as drafts from './later/drafts.ts';
import * as reminders from './later/reminders.ts';
import * as savedSnippets from './later/saved-snippets.ts';
import * as scheduledMessages from './later/scheduled-messages.ts';
import * as deletions from './messages/deletions.ts';
import * as edits from './messages/edits.ts';
import * as flags from './messages/flags.ts';
import * as history from './messages/history.ts';
import * as markAsRead from './messages/mark-as-read.ts';
import * as matchesNarrow from './messages/matches-narrow.ts';
import * as messages from './messages/messages.ts';
import * as reactions from './messages/reactions.ts';
import * as readReceipts from './messages/read-receipts.ts';
import * as render from './messages/render.ts';
import * as submessages from './messages/submessages.ts';
import * as typing from './messages/typing.ts';
import * as openapi from './openapi.ts';
import * as browsers from './push/browsers.ts';
import * as devices from './push/devices.ts';
import * as plaintextTokens from './push/plaintext-tokens.ts';
import * as testNotification from './push/test-notification.ts';
import * as configuration from './realm/configuration.ts';
import * as customEmojis from './realm/custom-emojis.ts';
import * as domains from './realm/domains.ts';
import * as linkifiers from './realm/linkifiers.ts';
import * as playgrounds from './realm/playgrounds.ts';
import * as realmImages from './realm/realm-images.ts';
import * as serverSettings from './realm/server-settings.ts';
import * as attachments from './uploads/attachments.ts';
import * as userUploads from './uploads/user-uploads.ts';
import * as accounts from './users/accounts.ts';
import * as alertWords from './users/alert-words.ts';
import * as avatars from './users/avatars.ts';
import * as login from './users/login.ts';
import * as mutedUsers from './users/muted-users.ts';
import * as olderSettings from './users/older-settings.ts';
import * as ownSettings from './users/own-settings.ts';
import * as presences from './users/presences.ts';
import * as profileData from './users/profile-data.ts';
import * as profileFields from './users/profile-fields.ts';
import * as statuses from './users/statuses.ts';
import * as userSettingsDefaults from './users/user-settings-defaults.ts';
import * as users from './users/users.ts';

/** The whole API: every endpoint by its operation id. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  ...serverSettings,
  ...configuration,
  ...realmImages,
  ...customEmojis,
  ...domains,
  ...login,
  ...profileFields,
  ...profileData,
  ...users,
  ...ownSettings,
  ...olderSettings,
  ...userSettingsDefaults,
  ...avatars,
  ...statuses,
  ...presences,
  ...alertWords,
  ...mutedUsers,
  ...accounts,
  ...bots,
  ...botKeys,
  ...botStorage,
  ...subscriptions,
  ...subscriptionProperties,
  ...userTopics,
  ...folders,
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
  ...reactions,
  ...history,
  ...readReceipts,
  ...render,
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
  ...register,
  ...events,
  ...devices,
  ...testNotification,
  ...plaintextTokens,
  ...browsers,
  ...openapi,
};
