import type { ArchivedSubscription, Span } from './archive.ts';
import { type Job, storeEach, storing } from './job.ts';
import { cameBefore } from './origins.ts';

/** Channels of earlier imports that get subscribers count among those that change. */
export function findJoinedChannels({ archive, ids, origins, channels, old_channels }: Job): void {
  for (const { user_id, channel_id } of origins.isKnown ? archive.subscriptions() : []) {
    const own = ids.channels.find(channel_id);
    if (own === undefined || channels.has(own)) continue;
    if (origins.has('subscription', `${own} ${ids.users.find(user_id)}`)) continue;
    channels.add(own);
    old_channels.add(own);
  }
}

/** Stores subscriptions. Existing subscriptions are kept and get the spans of the archive. */
export function storeSubscriptions(job: Job): void {
  const last_id = lastMessageHere(job);
  const present = listPresent(job);
  storeEach(job, 'subscriptions', job.archive.subscriptions(), (one) => {
    storeSubscription(job, one, { present, last_id });
  });
  reopenSpans(job, present, last_id);
}

/** Whether a user was subscribed before, by user and channel, in the channels that are also in the archive. */
type Present = Map<string, boolean>;

function lastMessageHere({ app: { db } }: Job): number {
  return db.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'messages'") ?? 0;
}

function listPresent({ app: { db }, old_channels }: Job): Present {
  const present: Present = new Map();
  for (const channel_id of old_channels) {
    const rows = db.tuples<[user_id: number, is_active: number]>(
      'SELECT user_id, is_active FROM subscriptions WHERE channel_id = ?',
      channel_id,
    );
    for (const [user_id, is_active] of rows) present.set(`${user_id} ${channel_id}`, is_active === 1);
  }
  return present;
}

interface Before {
  present: Present;
  last_id: number;
}

function storeSubscription(job: Job, one: ArchivedSubscription, { present, last_id }: Before): void {
  const { from } = one;
  const user_id = job.ids.users.get(from, one.user_id);
  const channel_id = job.ids.channels.get(from, one.channel_id);
  const before = present.get(`${user_id} ${channel_id}`);
  const isOld = job.origins.has('subscription', `${channel_id} ${user_id}`);
  if (isOld && staysAsIs(job, one, before)) {
    present.delete(`${user_id} ${channel_id}`);
    job.tally.leave('subscriptions', cameBefore, '');
    return;
  }
  if (before === undefined) insertSubscription(job, one, { user_id, channel_id });
  else endSpan(job, { user_id, channel_id });
  const spans = spansHere(job, one.spans, { is_active: before ?? one.is_active, last_id });
  for (const [start, end] of spans) {
    job.app.db.run(
      `INSERT OR REPLACE INTO subscription_spans (user_id, channel_id, from_message_id, until_message_id)
       VALUES (?, ?, ?, ?)`,
      user_id,
      channel_id,
      start,
      end,
    );
  }
  present.delete(`${user_id} ${channel_id}`);
  if (isOld) return;
  job.origins.note('subscription', `${channel_id} ${user_id}`);
  job.tally.add('subscriptions');
}

/**
 * Whether a subscription of an earlier import needs no change: it ended here, its channel gets no messages, or its open
 * span has them all.
 */
function staysAsIs({ messages }: Job, { spans }: ArchivedSubscription, before: boolean | undefined): boolean {
  const [start, end] = spans.at(-1) ?? [];
  return before !== true || (end === null && (start ?? 0) + messages.shift <= messages.base);
}

interface Pair {
  user_id: number;
  channel_id: number;
}

function insertSubscription(job: Job, one: ArchivedSubscription, { user_id, channel_id }: Pair): void {
  const flag = (value: boolean | null) => (value === null ? null : Number(value));
  storing(one.from, () =>
    job.app.db.run(
      `INSERT INTO subscriptions (user_id, channel_id, is_active, color, is_muted, pin_to_top, desktop_notifications,
         audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      user_id,
      channel_id,
      Number(one.is_active),
      /^#[0-9a-f]{6}$/i.test(one.color) ? one.color : '#c2c2c2',
      Number(one.is_muted),
      Number(one.pin_to_top),
      flag(one.desktop_notifications),
      flag(one.audible_notifications),
      flag(one.push_notifications),
      flag(one.email_notifications),
      flag(one.wildcard_mentions_notify),
    ),
  );
}

/** Ends an open span before the messages of the archive. */
function endSpan({ app: { db }, messages }: Job, { user_id, channel_id }: Pair): void {
  db.run(
    `UPDATE subscription_spans SET until_message_id = max(from_message_id, ?)
     WHERE user_id = ? AND channel_id = ? AND until_message_id IS NULL`,
    messages.base,
    user_id,
    channel_id,
  );
}

interface End {
  is_active: boolean;
  last_id: number;
}

/** Spans with ids of this database. The last one is open if and only if the subscription is active. */
function spansHere({ messages: { base, shift } }: Job, spans: readonly Span[], { is_active, last_id }: End): Span[] {
  const inside = (id: number) => Math.min(Math.max(id + shift, base), last_id);
  const here = spans.map(([start, end]): Span => [inside(start), end === null ? last_id : inside(end)]);
  const last = here.at(-1);
  if (!is_active) return here;
  if (last && spans.at(-1)?.[1] === null) return [...here.slice(0, -1), [last[0], null]];
  return [...here.filter(([start]) => start !== last_id), [last_id, null]];
}

/** Subscribers who are not in the archive received none of its messages. */
function reopenSpans(job: Job, present: Present, last_id: number): void {
  for (const [key, is_active] of present) {
    const [user_id = 0, channel_id = 0] = key.split(' ').map(Number);
    if (!is_active) continue;
    endSpan(job, { user_id, channel_id });
    const sql = `INSERT OR REPLACE INTO subscription_spans (user_id, channel_id, from_message_id) VALUES (?, ?, ?)`;
    job.app.db.run(sql, user_id, channel_id, last_id);
  }
}
