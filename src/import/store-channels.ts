import { channelLimits } from '../conversations/channel.ts';
import { channelPermissionNames, storePermission } from '../conversations/channel-permissions.ts';
import { type TopicsPolicy, topicsPolicies } from '../conversations/channel-properties.ts';
import { foldName } from '../ground/text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { ArchivedChannel, ArchivedFolder } from './archive.ts';
import { cleanName, freeName, type Job, storeIfAllowed, storeNumbered, storing } from './job.ts';
import { cameBefore } from './origins.ts';
import { isPrivate, joinableChannels } from './rights-here.ts';
import { groupValueHere } from './store-realm.ts';

export function storeFolders(job: Job): void {
  const { archive, ids } = job;
  const store = (folder: ArchivedFolder) => storeFolder(job, folder);
  storeNumbered(job, { noun: 'folders', ids: ids.folders }, { items: archive.folders, store });
}

function storeFolder({ app: { db }, ids, isMerge, origins, tally }: Job, folder: ArchivedFolder): void {
  const { from, key, name, description, position, created_at, is_archived } = folder;
  const old = origins.find('folder', key);
  if (old !== undefined) {
    ids.folders.match(from, folder.id, old);
    tally.leave('folders', cameBefore, name);
    return;
  }
  const sql = 'SELECT id FROM channel_folders WHERE name_key = ? AND is_archived = 0';
  const known = isMerge && !is_archived ? db.value<number>(sql, foldName(name)) : undefined;
  if (known !== undefined) {
    ids.folders.match(from, folder.id, known);
    origins.note('folder', key, known);
    tally.add('folders');
    return;
  }
  const id = ids.folders.take(from, folder.id);
  origins.note('folder', key, id);
  storing(from, () =>
    db.run(
      `INSERT INTO channel_folders (id, name, name_key, description, rendered_description, position, creator_id,
         created_at, is_archived) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      name,
      foldName(name),
      description,
      renderMarkdown(description),
      position,
      ids.users.maybe(from, folder.creator_id),
      created_at,
      Number(is_archived),
    ),
  );
  tally.add('folders');
}

/** Stores channels. An existing channel with the same name gets the archive's messages and is not changed. */
export function storeChannels(job: Job): void {
  const matches = job.isMerge ? joinableChannels(job, channelsOfSameName(job)) : undefined;
  const store = (channel: ArchivedChannel) => {
    const old = job.origins.find('channel', channel.key);
    const known = matches?.get(channel.id);
    if (old !== undefined) matchOldChannel(job, channel, old);
    else if (known === undefined) insertChannel(job, channel);
    else matchChannel(job, channel, known);
  };
  storeNumbered(job, { noun: 'channels', ids: job.ids.channels }, { items: job.archive.channels, store });
}

// A private channel of the archive must not be merged into a public one.
const sameNameSql = 'SELECT id FROM channels WHERE name_key = ? AND id <= ? AND invite_only >= ?';

function channelsOfSameName({ app, archive, ids, origins }: Job): ReadonlyMap<number, number> {
  const channels = new Map<number, number>();
  for (const { id, key, name, invite_only } of archive.channels) {
    if (origins.find('channel', key) !== undefined) continue;
    const known = app.db.value<number>(sameNameSql, foldName(name), ids.channels.lastBefore, Number(invite_only));
    if (known !== undefined) channels.set(id, known);
  }
  return channels;
}

function matchChannel(job: Job, { from, id, key, name }: ArchivedChannel, known: number): void {
  const { ids, origins, tally, channels, old_channels } = job;
  ids.channels.match(from, id, known);
  origins.note('channel', key, known);
  channels.add(known);
  old_channels.add(known);
  tally.add('channels');
  tally.change('channels', 'they exist already, stay unchanged, and get messages', name);
}

/** A channel that an earlier import brought gets the new messages, whatever it is called or who may read it now. */
function matchOldChannel(job: Job, { from, id, name, invite_only }: ArchivedChannel, old: number): void {
  const { app, ids, news, tally, channels, old_channels } = job;
  ids.channels.match(from, id, old);
  tally.leave('channels', cameBefore, name);
  if (!news.channel_ids.has(id)) return;
  channels.add(old);
  old_channels.add(old);
  const isOpened = invite_only && !isPrivate(app.db, old);
  if (isOpened) tally.change('channels', 'they are public here, and so are their new messages', name);
}

function insertChannel(job: Job, channel: ArchivedChannel): void {
  const { app, ids, tally } = job;
  const { from } = channel;
  const id = ids.channels.take(from, channel.id);
  job.origins.note('channel', channel.key, id);
  job.channels.add(id);
  const isTaken = (name: string) =>
    app.db.value<number>('SELECT 1 FROM channels WHERE name_key = ?', foldName(name)) !== undefined;
  const name = freeName(job, 'channels', cleanName(channel.name, channelLimits.name, `channel ${channel.id}`), isTaken);
  if ([...channel.name.trim()].length > channelLimits.name)
    tally.change('channels', `their names are longer than ${channelLimits.name} characters`, channel.name);
  const isPublicWeb = channel.is_web_public && !channel.invite_only;
  if (isPublicWeb !== channel.is_web_public)
    tally.change('channels', 'they are private, and not open to the web', name);
  const description = [...channel.description].slice(0, channelLimits.description).join('');
  storing(from, () =>
    app.db.run(
      insertSql,
      ...[id, name, foldName(name), description, renderMarkdown(description)],
      ids.users.maybe(from, channel.creator_id),
      channel.created_at,
      Number(channel.invite_only),
      Number(isPublicWeb),
      Number(channel.history_public_to_subscribers),
      Number(channel.is_archived),
      Number(channel.is_default),
      retentionOf(channel),
      policyOf(channel),
      ids.folders.maybe(from, channel.folder_id),
    ),
  );
  storePermissions(job, channel, id);
  tally.add('channels');
}

const insertSql = `INSERT INTO channels (id, name, name_key, description, rendered_description, creator_id, created_at,
    invite_only, is_web_public, history_public_to_subscribers, is_archived, is_default, message_retention_days,
    topics_policy, folder_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Days for which messages are kept; -1: unlimited; null: the organization's setting. */
function retentionOf({ from, message_retention_days: days }: ArchivedChannel): number | null {
  if (days === null || days === -1 || (days > 0 && days < 2 ** 31)) return days;
  return from.fail(`messages cannot be kept for ${days} days`);
}

function policyOf({ from, topics_policy }: ArchivedChannel): TopicsPolicy {
  return (
    topicsPolicies.find((known) => known === topics_policy) ?? from.fail(`${topics_policy} is no policy of topics`)
  );
}

function storePermissions(job: Job, { from, name, permissions }: ArchivedChannel, id: number): void {
  for (const permission of channelPermissionNames) {
    const value = permissions[permission];
    if (value === undefined) continue;
    storeIfAllowed(job, 'permissions', `${permission} of the channel ${name}`, () => {
      storePermission(job.app.db, id, permission, groupValueHere(job, from, value));
    });
  }
}
