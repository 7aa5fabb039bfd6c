import { doArchiveChannel, doUnarchiveChannel } from '../../channels/archive.ts';
import {
  doChangePermission,
  doChangeProperty,
  doDescribeChannel,
  doRenameChannel,
  doSetPrivacy,
  type Privacy,
} from '../../channels/channel-change.ts';
import {
  ensureCanMake,
  ensureCanOpenToWeb,
  ensureCanSetDeletePolicy,
  ensureSettingsFit,
  moderationPublic,
  settingsErrors,
  webPublicDisabled,
} from '../../channels/channel-rules.ts';
import { doSetDefault } from '../../channels/default-channel.ts';
import { checkDescription, descriptionTooLong } from '../../channels/new-channel.ts';
import type { Context } from '../../context.ts';
import {
  accessAdministeredChannel,
  administrationRefused,
  type Channel,
  canReadChannel,
  findChannelByName,
  getChannel,
  invalidChannelId,
} from '../../conversations/channel.ts';
import { channelNameErrors, checkChannelName } from '../../conversations/channel-name.ts';
import {
  type ChannelPermission,
  channelPermissionNames,
  channelPermissions,
  contentPermissions,
  permissionGroupId,
} from '../../conversations/channel-permissions.ts';
import {
  channelProperties,
  type PropertyName,
  type PropertyValues,
  propertyErrors,
  propertyNames,
  propertyParams,
} from '../../conversations/channel-properties.ts';
import { emptyTopicDisplayName, getConversation } from '../../conversations/conversation.ts';
import { seesTopic } from '../../conversations/readable.ts';
import { errorKind, insufficientPermission } from '../../http/errors.ts';
import { boolean, integer, optional, type Param, required, text, type Values } from '../../http/params.ts';
import {
  ensureExpectedValue,
  type GroupValueChange,
  groupNotAllowed,
  groupValueChange,
  groupValueErrors,
  groupValueOutdated,
  hasGroupValue,
  invalidGroupMember,
} from '../../realm/group.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { isAdministrator, type User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const nameUnchanged = errorKind('Channel already has that name.');
const nameInUse = errorKind('Channel name is already in use.');
const invalidPrivacy = errorKind('Invalid parameters');
const contentAccessRequired = errorKind('Channel content access is required.');
const defaultRefused = errorKind('You do not have permission to change default channels.');
const alreadyArchived = errorKind('Channel is already deactivated');
const notArchived = errorKind('Channel is not currently deactivated');
const archivedDefault = errorKind('An archived channel cannot be a default channel.');
const namedTopics = errorKind(
  `To enable this configuration, all messages in this channel must be in the ${emptyTopicDisplayName} topic. Consider renaming or deleting other topics.`,
  { extra: () => ({ empty_topic_display_name: emptyTopicDisplayName }) },
);

const stream_id = required(integer(), 'The channel.');

const permissionParams = Object.fromEntries(
  channelPermissionNames.map((name) => [name, optional(groupValueChange(), channelPermissions[name].description)]),
) as Record<ChannelPermission, Param<GroupValueChange | undefined>>;

const params = {
  new_name: optional(text(), 'New name.'),
  description: optional(text(), 'New description, in Markdown.'),
  is_private: optional(boolean(), 'Whether it is private; by default with protected history.'),
  is_web_public: optional(boolean(), 'Whether it is open to the web.'),
  history_public_to_subscribers: optional(boolean(), 'Whether new subscribers can read earlier messages.'),
  is_default_stream: optional(boolean(), 'Whether new users are subscribed to it.'),
  ...propertyParams('change'),
  is_archived: optional(boolean(), 'Whether it is archived.'),
  ...permissionParams,
};

export const updateStream: Endpoint = endpoint({
  method: 'PATCH',
  path: '/streams/{stream_id}',
  summary: "Change a channel's name, description, privacy, settings and permissions",
  access: 'user',
  params: { stream_id, ...params },
  errors: [
    realmListFull,
    invalidChannelId,
    administrationRefused,
    ...channelNameErrors,
    nameUnchanged,
    nameInUse,
    descriptionTooLong,
    invalidPrivacy,
    contentAccessRequired,
    insufficientPermission,
    webPublicDisabled,
    ...settingsErrors,
    moderationPublic,
    defaultRefused,
    alreadyArchived,
    notArchived,
    archivedDefault,
    ...propertyErrors,
    namedTopics,
    groupValueOutdated,
    ...groupValueErrors,
    invalidGroupMember,
    groupNotAllowed,
  ],
  handler({ app, db, user }, { stream_id: channel_id, ...wanted }) {
    const channel = accessAdministeredChannel(app, user, channel_id);
    const readsContent = canReadChannel(app, user, channel);
    const now = () => getChannel(db, channel_id);
    for (const step of steps) step({ app, user, channel: now(), wanted, readsContent });
    ensureSettingsFit(app, now());
    return {};
  },
});

export const archiveStream: Endpoint = endpoint({
  method: 'DELETE',
  path: '/streams/{stream_id}',
  summary: 'Archive a channel',
  access: 'user',
  params: { stream_id },
  errors: [invalidChannelId, administrationRefused, alreadyArchived],
  handler({ app, user }, params) {
    const channel = accessAdministeredChannel(app, user, params.stream_id);
    if (channel.is_archived) throw alreadyArchived();
    doArchiveChannel(app, user, channel);
    return {};
  },
});

/** A channel and the requested changes. */
interface Edit {
  app: Context;
  user: User;
  channel: Channel;
  wanted: Values<typeof params>;
  /** Whether the editor could read the channel when the request began. */
  readsContent: boolean;
}

// The topics policy is changed first, because it applies to the notices of the other changes. Archived channels get no
// notices.
const steps: readonly ((edit: Edit) => void)[] = [
  changeTopicsPolicy,
  unarchive,
  rename,
  describe,
  changePrivacy,
  changePermissions,
  ...propertyNames.filter((name) => name !== 'topics_policy').map((name) => (edit: Edit) => changeProperty(edit, name)),
  changeDefault,
  archive,
];

function changeTopicsPolicy(edit: Edit): void {
  changeProperty(edit, 'topics_policy');
  const { topics_policy } = edit.wanted;
  if (topics_policy !== 'empty_topic_only' || topics_policy === edit.channel.topics_policy) return;
  if (seesNamedTopic(edit)) throw namedTopics();
}

function changeProperty<Name extends PropertyName>({ app, user, channel, wanted }: Edit, name: Name): void {
  const { [name]: value }: PropertyValues = wanted;
  if (value === undefined || value === channel[name]) return;
  channelProperties[name].ensureCanSet(app, user, value);
  doChangeProperty(app, user, channel, { name, value });
}

function seesNamedTopic({ app, user, channel }: Edit): boolean {
  const sql = `SELECT id FROM conversations WHERE channel_id = ? AND topic <> '' AND max_message_id IS NOT NULL`;
  return app.db.values<number>(sql, channel.id).some((id) => seesTopic(app, user, getConversation(app.db, id)));
}

function unarchive({ app, user, channel, wanted: { is_archived } }: Edit): void {
  if (is_archived !== false) return;
  if (!channel.is_archived) throw notArchived();
  doUnarchiveChannel(app, user, channel);
}

function rename({ app, user, channel, wanted: { new_name } }: Edit): void {
  if (new_name === undefined) return;
  const name = checkChannelName(new_name);
  if (name === channel.name) throw nameUnchanged();
  const holder = findChannelByName(app.db, name);
  if (holder && holder.id !== channel.id) throw nameInUse();
  doRenameChannel(app, user, channel, name);
}

function describe({ app, user, channel, wanted }: Edit): void {
  if (wanted.description === undefined) return;
  const description = checkDescription(wanted.description);
  if (description !== channel.description) doDescribeChannel(app, user, channel, description);
}

function changePrivacy({ app, user, channel, wanted, readsContent }: Edit): void {
  const before = privacyOf(channel);
  const privacy = wantedPrivacy(before, wanted);
  if (isSame(before, privacy)) return;
  const { invite_only, is_web_public, history_public_to_subscribers } = privacy;
  if (invite_only ? is_web_public : !history_public_to_subscribers) throw invalidPrivacy();
  if (!readsContent) throw contentAccessRequired();
  if (invite_only !== before.invite_only) ensureCanMake(app, user, invite_only);
  if (is_web_public && !before.is_web_public) ensureCanOpenToWeb(app, user);
  doSetPrivacy(app, user, channel, privacy);
}

function privacyOf(channel: Channel): Privacy {
  return {
    invite_only: channel.invite_only === 1,
    is_web_public: channel.is_web_public === 1,
    history_public_to_subscribers: channel.history_public_to_subscribers === 1,
  };
}

// Unless the request says otherwise, a channel that becomes private hides its history from new subscribers, and one that
// becomes public shares it. Whether it is open to the web changes only on request.
function wantedPrivacy(before: Privacy, { is_private, is_web_public, history_public_to_subscribers }: Edit['wanted']) {
  const invite_only = is_private ?? before.invite_only;
  const isTurned = invite_only !== before.invite_only;
  return {
    invite_only,
    is_web_public: is_web_public ?? before.is_web_public,
    history_public_to_subscribers:
      history_public_to_subscribers ?? (isTurned ? !invite_only : before.history_public_to_subscribers),
  };
}

function isSame(one: Privacy, other: Privacy): boolean {
  return (Object.keys(one) as (keyof Privacy)[]).every((name) => one[name] === other[name]);
}

function changePermissions(edit: Edit): void {
  for (const name of channelPermissionNames) {
    const change = edit.wanted[name];
    if (change) changePermission(edit, name, change);
  }
}

function changePermission(edit: Edit, name: ChannelPermission, change: GroupValueChange): void {
  const { app, user, channel } = edit;
  const group_id = permissionGroupId(app.db, channel.id, name);
  ensureExpectedValue(app.db, group_id, change);
  if (hasGroupValue(app.db, group_id, change.new)) return;
  if (ofContent.includes(name) && !edit.readsContent) throw contentAccessRequired();
  if (ofDeletion.includes(name)) ensureCanSetDeletePolicy(app, user);
  doChangePermission(app, user, channel, { name, value: change.new });
}

const ofContent: readonly ChannelPermission[] = contentPermissions;
const ofDeletion: readonly ChannelPermission[] = ['can_delete_any_message_group', 'can_delete_own_message_group'];

function changeDefault({ app, user, channel, wanted: { is_default_stream } }: Edit): void {
  if (is_default_stream === undefined || is_default_stream === (channel.is_default === 1)) return;
  if (!isAdministrator(user)) throw defaultRefused();
  if (channel.is_archived) throw archivedDefault();
  doSetDefault(app, channel, is_default_stream);
}

function archive({ app, user, channel, wanted: { is_archived } }: Edit): void {
  if (is_archived !== true) return;
  if (channel.is_archived) throw alreadyArchived();
  doArchiveChannel(app, user, channel);
}
