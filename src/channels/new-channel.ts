import type { Context } from '../context.ts';
import { type Channel, channelLimits, getChannel } from '../conversations/channel.ts';
import { listChannelAudience } from '../conversations/channel-audience.ts';
import { type ChannelPermission, storeInitialPermissions } from '../conversations/channel-permissions.ts';
import { type PropertyValues, setProperties } from '../conversations/channel-properties.ts';
import { foldName } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { phrase } from '../http/phrase.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { GroupValue } from '../realm/group.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';
import type { User } from '../users/user.ts';
import { publishDiscovery } from './channel-event.ts';
import { publishDefaults } from './default-channel.ts';

export const descriptionTooLong = errorKind(`description is too long (limit: ${channelLimits.description} characters)`);

interface NewChannel {
  name: string;
  /** Markdown; line breaks become spaces. */
  description?: string;
  invite_only?: boolean;
  is_web_public?: boolean;
  is_default?: boolean;
  history_public_to_subscribers?: boolean | undefined;
  properties?: PropertyValues;
  permissions?: Partial<Record<ChannelPermission, GroupValue | undefined>>;
}

/** The texts are those of descriptions, as written and as HTML. */
export const channelList: RealmList = {
  name: phrase('channels'),
  max: 10_000,
  count: 'SELECT count(*) FROM channels',
  size: {
    maxMib: 8,
    bytes: 'SELECT sum(octet_length(description) + octet_length(rendered_description)) FROM channels',
  },
};

/**
 * Creates a channel and publishes it to the users who see it. The caller has checked the name and the permission. Throws
 * realmListFull.
 */
export function doCreateChannel(app: Context, creator: User | undefined, values: NewChannel): Channel {
  const { invite_only = false, is_web_public = false, is_default = false } = values;
  const { history_public_to_subscribers = false, properties = {}, permissions = {} } = values;
  const description = oneLine(values.description ?? '');
  const { id } = app.db.run(
    `INSERT INTO channels (name, name_key, description, rendered_description, creator_id, created_at, invite_only,
       is_web_public, history_public_to_subscribers, is_default)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    values.name,
    foldName(values.name),
    description,
    renderMarkdown(description),
    creator?.id ?? null,
    app.clock.now(),
    Number(invite_only),
    Number(is_web_public),
    Number(!invite_only || history_public_to_subscribers),
    Number(is_default),
  );
  ensureRealmListFits(app.db, channelList);
  setProperties(app.db, id, properties);
  storeInitialPermissions(app.db, id, creator, permissions);
  const channel = getChannel(app.db, id);
  // Users who see a channel only through a subscription receive it just before that subscription.
  publishDiscovery(app, [channel], listChannelAudience(app, channel));
  if (channel.is_default) publishDefaults(app);
  return channel;
}

/** A description in its stored form. Throws descriptionTooLong. */
export function checkDescription(description: string): string {
  if (isLongerThan(description, channelLimits.description)) throw descriptionTooLong();
  return oneLine(description);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n+\s*/g, ' ');
}
