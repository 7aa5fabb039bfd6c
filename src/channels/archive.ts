import { announce, announcement, type Context } from '../context.ts';
import { type Channel, getChannel, listSubscriberIds } from '../conversations/channel.ts';
import { listChannelAudience } from '../conversations/channel-audience.ts';
import { type Event, plainPublication, publishVariants } from '../events/event.ts';
import { doForgetChannel } from '../organization/setting-change.ts';
import { organizationTexts } from '../users/language.ts';
import { mention } from '../users/mention.ts';
import type { User } from '../users/user.ts';
import { channelChanged } from './change-notice.ts';
import { lossOf } from './channel-event.ts';
import { presentChannels } from './channel-record.ts';
import { doSetDefault } from './default-channel.ts';
import { publishSubscriptions } from './subscription.ts';

/** A channel is about to be archived. */
export const channelClosing = announcement<{ channel: Channel }>('channelClosing');

/**
 * Archives a channel: it accepts no new messages, its messages stay readable and count as read, and it is no longer a
 * default channel. Clients that do not support archived channels receive a deletion.
 */
export function doArchiveChannel(app: Context, actor: User, channel: Channel): void {
  const read_by = listSubscriberIds(app.db, channel.id);
  const notice = organizationTexts(app.db).markdown('notice.archivedChannel', { actor: mention(actor) });
  announce(app, channelChanged, { actor, channel, notice, read_by });
  doSetDefault(app, channel, false);
  doForgetChannel(app, channel.id);
  announce(app, channelClosing, { channel });
  app.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', channel.id);
  publishArchiving(app, channel, true, lossOf([channel]));
}

/** Unarchives a channel for its former subscribers. */
export function doUnarchiveChannel(app: Context, actor: User, channel: Channel): void {
  app.db.run('UPDATE channels SET is_archived = 0 WHERE id = ?', channel.id);
  const open = getChannel(app.db, channel.id);
  publishArchiving(app, channel, false, { type: 'stream', op: 'create', streams: presentChannels(app, [open]) });
  const subscribers = listSubscriberIds(app.db, channel.id).map((id) => ({ id }));
  publishSubscriptions(app, open, subscribers, (profile) => !profile.archived_channels);
  const notice = organizationTexts(app.db).markdown('notice.unarchivedChannel', { actor: mention(actor) });
  announce(app, channelChanged, { actor, channel: open, notice });
}

/** Publishes a changed archive state. Clients that do not support archived channels receive `news` instead. */
function publishArchiving(app: Context, channel: Channel, value: boolean, news: Event): void {
  const { id: stream_id, name } = channel;
  const audience = { user_ids: listChannelAudience(app, channel) };
  const update = { type: 'stream', op: 'update', stream_id, name, property: 'is_archived', value } as const;
  publishVariants(app, { ...plainPublication(update, audience), accepts: (profile) => profile.archived_channels });
  publishVariants(app, { ...plainPublication(news, audience), accepts: (profile) => !profile.archived_channels });
}
