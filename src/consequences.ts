import { userDeactivated, userReactivated } from './accounts/activity.ts';
import { keysRevoked } from './accounts/api-key.ts';
import { publishEmailsOfRole } from './accounts/email.ts';
import { identityChanged } from './accounts/identity.ts';
import { userMuted } from './accounts/muted-user.ts';
import { userCreated } from './accounts/new-user.ts';
import { roleChange } from './accounts/role.ts';
import { draftSynchronizationEnded } from './accounts/setting-change.ts';
import { realmSetUp } from './accounts/setup.ts';
import { publishBotIdentity, publishBotsOfRole, publishDefaultsNaming, publishNewBot } from './bots/bot.ts';
import { doDropCommands } from './bots/command.ts';
import { doAdoptBot, doLowerBots } from './bots/owner.ts';
import { enqueueWebhookCalls } from './bots/webhook-call.ts';
import {
  doCheckCalls,
  doEndCallsIn,
  publishToNewReaders,
  watchDeletionOfCalls,
  watchMoveOfCalls,
  watchSightOfCalls,
} from './calls/follow.ts';
import { ringingEnded } from './calls/membership.ts';
import { channelClosing } from './channels/archive.ts';
import { channelChanged } from './channels/change-notice.ts';
import { channelRenamed } from './channels/channel-change.ts';
import { publishDefaultsOfRole } from './channels/default-channel.ts';
import { doCreateFirstChannel, doTranslateFirstChannel } from './channels/first-channel.ts';
import { publishFirstMessage } from './channels/first-message.ts';
import { publishPeersOfActivity } from './channels/peers-of-activity.ts';
import { publishPermissionsNaming } from './channels/permission-event.ts';
import { doSubscribeToDefaults, subscriptionEnd, subscriptionStart } from './channels/subscription.ts';
import { channelSightChange, watchVisibilityThroughGroup, watchVisibilityTo } from './channels/visibility.ts';
import { after, around, type Consequence, when } from './context.ts';
import { membershipChange } from './groups/membership.ts';
import { publishGroupsOfActivity, publishGroupsOfNewUser, publishGroupsOfRole } from './groups/membership-event.ts';
import { doRevokeInvitationsOf } from './invites/invitation.ts';
import { deleteDrafts } from './later/draft.ts';
import { doMarkClosedRead, watchEntering, watchLeaving } from './messages/channel-reading.ts';
import { messageDeletion } from './messages/deletion.ts';
import { messageEdited } from './messages/edit.ts';
import { doMarkMutedRead, messagesRead } from './messages/flag.ts';
import { acquaintance } from './messages/message.ts';
import { messageMove, messagesMoved } from './messages/move.ts';
import { doNoticeChange, doNoticeMove } from './messages/notices.ts';
import { followMoveOfPins, watchDeletionOfPins } from './messages/pin.ts';
import { messageSent } from './messages/sent-message.ts';
import { enqueueMentioned } from './missed/waiting.ts';
import { realmCreated } from './organization/new-realm.ts';
import { doForgetDevices } from './push/device.ts';
import {
  enqueueNotifications,
  followClosing,
  followEdit,
  followMove,
  retractChannelNotifications,
  retractNotifications,
  watchDeletion,
} from './push/enqueue.ts';
import { watchAcquaintance, watchKnownTo } from './users/acquaintance.ts';

/** The followers of each act. They run in this order, in the transaction of the act. */
export const consequences: readonly Consequence[] = [
  when(realmCreated, doCreateFirstChannel),
  when(realmSetUp, doTranslateFirstChannel),

  when(userCreated, publishGroupsOfNewUser, publishNewBot, doSubscribeToDefaults),
  when(identityChanged, publishBotIdentity),
  around(
    roleChange,
    after(publishGroupsOfRole),
    watchKnownTo,
    after(publishBotsOfRole),
    after(publishEmailsOfRole),
    after(publishDefaultsOfRole),
    watchVisibilityTo,
    after(doLowerBots),
    watchSightOfCalls,
  ),
  when(
    userDeactivated,
    doRevokeInvitationsOf,
    doDropCommands,
    publishGroupsOfActivity,
    publishPermissionsNaming,
    publishPeersOfActivity,
    doCheckCalls,
  ),
  when(userReactivated, publishPeersOfActivity, publishGroupsOfActivity, publishPermissionsNaming, doAdoptBot),
  when(keysRevoked, doForgetDevices),
  when(userMuted, doMarkMutedRead),
  when(draftSynchronizationEnded, deleteDrafts),

  around(membershipChange, watchVisibilityThroughGroup, watchSightOfCalls),
  around(channelSightChange, watchSightOfCalls),

  when(channelChanged, doNoticeChange),
  when(channelRenamed, publishDefaultsNaming),
  when(channelClosing, doEndCallsIn, doMarkClosedRead, followClosing),
  around(acquaintance, watchAcquaintance),
  when(messageSent, publishFirstMessage, enqueueWebhookCalls, enqueueNotifications, publishToNewReaders),
  when(messageEdited, followEdit, enqueueMentioned),
  when(messagesRead, retractNotifications),
  when(ringingEnded, retractNotifications),
  around(messageMove, watchMoveOfCalls),
  when(messagesMoved, followMove, followMoveOfPins, doNoticeMove),
  around(messageDeletion, watchDeletion, watchDeletionOfPins, watchDeletionOfCalls, watchSightOfCalls),

  around(subscriptionStart, watchEntering, watchSightOfCalls),
  around(subscriptionEnd, after(retractChannelNotifications), watchLeaving, watchSightOfCalls),
];
