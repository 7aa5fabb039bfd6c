import { announce, announcement, type Context } from '../context.ts';
import { type Channel, getChannel } from '../conversations/channel.ts';
import {
  type ChannelPermission,
  permissionGroupId,
  presentPermission,
  storePermission,
} from '../conversations/channel-permissions.ts';
import {
  type ChannelProperties,
  channelProperties,
  type PropertyName,
  presentProperties,
  setProperties,
} from '../conversations/channel-properties.ts';
import { foldName } from '../ground/text.ts';
import { bold } from '../markdown/escape.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { GroupValue } from '../realm/group.ts';
import { ensureRealmListFits } from '../realm/realm-list.ts';
import { organizationTexts } from '../users/language.ts';
import { mention } from '../users/mention.ts';
import type { User } from '../users/user.ts';
import { channelChanged, describeGroup, permissionNotices, privacyOf, quoteDescription } from './change-notice.ts';
import { publishChange } from './channel-event.ts';
import { postPolicyPresenter } from './channel-record.ts';
import { channelList } from './new-channel.ts';
import { withVisibilityEvents } from './visibility.ts';

/** A channel was renamed. */
export const channelRenamed = announcement<{ channel_id: number }>('channelRenamed');

// Each of these changes one attribute of a channel, publishes it to all users who see the channel, and posts a notice
// there. The caller has checked the permission and the value.

export function doRenameChannel(app: Context, actor: User, channel: Channel, name: string): void {
  doRenameSilently(app, channel, name);
  const change = { actor: mention(actor), before: bold(channel.name), now: bold(name) };
  const notice = organizationTexts(app.db).markdown('notice.renamedChannel', change);
  announce(app, channelChanged, { actor, channel, notice });
}

/** Renames a channel without a notice. */
export function doRenameSilently(app: Context, channel: Channel, name: string): void {
  app.db.run('UPDATE channels SET name = ?, name_key = ? WHERE id = ?', name, foldName(name), channel.id);
  publishChange(app, channel, { property: 'name', value: name });
  announce(app, channelRenamed, { channel_id: channel.id });
}

/** `description` is Markdown without line breaks. Throws realmListFull. */
export function doDescribeChannel(app: Context, actor: User, channel: Channel, description: string): void {
  doDescribeSilently(app, channel, description);
  const texts = organizationTexts(app.db);
  const notice = texts.markdown('notice.changedDescription', {
    actor: mention(actor),
    before: quoteDescription(texts, channel.description),
    now: quoteDescription(texts, description),
  });
  announce(app, channelChanged, { actor, channel, notice });
}

/** Describes a channel without a notice. Throws realmListFull. */
export function doDescribeSilently(app: Context, channel: Channel, description: string): void {
  const rendered_description = renderMarkdown(description);
  const sql = 'UPDATE channels SET description = ?, rendered_description = ? WHERE id = ?';
  app.db.run(sql, description, rendered_description, channel.id);
  ensureRealmListFits(app.db, channelList);
  publishChange(app, channel, { property: 'description', value: description, rendered_description });
}

/** The visibility of a channel and of its history. */
export interface Privacy {
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
}

export function doSetPrivacy(app: Context, actor: User, channel: Channel, privacy: Privacy): void {
  const { invite_only, is_web_public, history_public_to_subscribers } = privacy;
  const sql = `UPDATE channels SET invite_only = ?, is_web_public = ?, history_public_to_subscribers = ? WHERE id = ?`;
  const kept = withVisibilityEvents(app, channel, () => {
    app.db.run(sql, Number(invite_only), Number(is_web_public), Number(history_public_to_subscribers), channel.id);
  });
  const change = { property: 'invite_only', value: invite_only, history_public_to_subscribers, is_web_public };
  publishChange(app, channel, change, kept);
  const notice = organizationTexts(app.db).markdown('notice.changedPrivacy', {
    actor: mention(actor),
    before: privacyOf(channel),
    now: privacyOf(getChannel(app.db, channel.id)),
  });
  announce(app, channelChanged, { actor, channel, notice });
}

interface PropertyChange<Name extends PropertyName> {
  name: Name;
  value: ChannelProperties[Name];
}

export function doChangeProperty<Name extends PropertyName>(
  app: Context,
  actor: User,
  channel: Channel,
  { name, value }: PropertyChange<Name>,
): void {
  // The notice follows the new properties.
  const changed = { ...channel, [name]: value };
  setProperties(app.db, channel.id, { [name]: value });
  publishChange(app, channel, { property: name, value: presentProperties(changed)[name] });
  const change = { actor: mention(actor), before: channel[name] as ChannelProperties[Name], now: value };
  const notice = channelProperties[name].notice(app.db, organizationTexts(app.db), change);
  announce(app, channelChanged, { actor, channel: changed, notice });
}

/** Throws for groups that do not exist or are not allowed. */
export function doChangePermission(
  app: Context,
  actor: User,
  channel: Channel,
  { name, value }: { name: ChannelPermission; value: GroupValue },
): void {
  const postPolicy = postPolicyPresenter(app);
  const texts = organizationTexts(app.db);
  const look = () => {
    const group = presentPermission(app.db, channel.id, name);
    const words = describeGroup(app.db, texts, permissionGroupId(app.db, channel.id, name));
    return { group, words, policy: postPolicy(group) };
  };
  const before = look();
  const kept = withVisibilityEvents(app, channel, () => storePermission(app.db, channel.id, name, value));
  const now = look();
  publishChange(app, channel, { property: name, value: now.group }, kept);
  if (name === 'can_send_message_group' && before.policy !== now.policy) {
    publishChange(app, channel, { property: 'stream_post_policy', value: now.policy });
    publishChange(app, channel, { property: 'is_announcement_only', value: now.policy === 2 });
  }
  const change = { actor: mention(actor), before: before.words, now: now.words };
  announce(app, channelChanged, { actor, channel, notice: texts.markdown(permissionNotices[name], change) });
}
