import type { Context } from '../context.ts';
import { type Channel, canSeeChannel, getChannel } from '../conversations/channel.ts';
import { presentTopic } from '../conversations/conversation.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { plainPublication, publishTopicEvent, publishVariants } from '../events/event.ts';
import { foldName } from '../ground/text.ts';
import { phrase } from '../http/phrase.ts';
import { mutesTopic, type VisibilityPolicy, visibilityPolicies } from '../reach/topic-policy.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import { getUser, type User } from '../users/user.ts';

export function findVisibilityPolicy(
  db: Database,
  user_id: number,
  channel_id: number,
  topic: string,
): VisibilityPolicy {
  const sql = 'SELECT visibility_policy FROM user_topics WHERE user_id = ? AND channel_id = ? AND topic_key = ?';
  return db.cachedValue<VisibilityPolicy>(sql, user_id, channel_id, foldName(topic)) ?? visibilityPolicies.inherit;
}

/** Whether a user has muted a topic: by its own policy or, without one, through its channel. */
export function isTopicMuted(db: Database, user_id: number, channel_id: number, topic: string): boolean {
  const policy = findVisibilityPolicy(db, user_id, channel_id, topic);
  return mutesTopic(policy, isChannelMuted(db, user_id, channel_id));
}

function isChannelMuted(db: Database, user_id: number, channel_id: number): boolean {
  const sql = 'SELECT is_muted FROM subscriptions WHERE user_id = ? AND channel_id = ?';
  return db.cachedValue<number>(sql, user_id, channel_id) === 1;
}

/** Whether clients also get the older form of a change: the list of all muted topics. */
type EventForm = 'both forms' | 'current form';

const ownTopics: OwnList = {
  name: phrase('topics with a policy of their own'),
  max: 5000,
  count: 'SELECT count(*) FROM user_topics WHERE user_id = ?',
};

/** Whether a user may have another topic with a policy of its own. */
export function hasRoomForTopic(db: Database, user_id: number): boolean {
  return (db.value<number>(ownTopics.count, user_id) ?? 0) < ownTopics.max;
}

/** Sets a user's policy for a topic and publishes it to their clients. Returns whether it changed. */
export function doSetVisibilityPolicy(
  app: Context,
  user_id: number,
  channel_id: number,
  topic: string,
  visibility_policy: VisibilityPolicy,
  form: EventForm = 'both forms',
): boolean {
  if (findVisibilityPolicy(app.db, user_id, channel_id, topic) === visibility_policy) return false;
  const now = app.clock.now();
  if (visibility_policy === visibilityPolicies.inherit) {
    const sql = 'DELETE FROM user_topics WHERE user_id = ? AND channel_id = ? AND topic_key = ?';
    app.db.run(sql, user_id, channel_id, foldName(topic));
  } else {
    app.db.run(
      `INSERT OR REPLACE INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      user_id,
      channel_id,
      foldName(topic),
      topic,
      visibility_policy,
      now,
    );
  }
  publishPolicy(app, getUser(app.db, user_id), { channel_id, topic, visibility_policy, updated_at: now }, form);
  return true;
}

/** The same for what a user requests. Throws listFull. */
export function doRequestVisibilityPolicy(
  app: Context,
  user: User,
  channel_id: number,
  topic: string,
  visibility_policy: VisibilityPolicy,
): void {
  doSetVisibilityPolicy(app, user.id, channel_id, topic, visibility_policy);
  if (visibility_policy !== visibilityPolicies.inherit) ensureWithinBound(app.db, user, ownTopics);
}

/**
 * Follows a topic for users who neither follow it yet nor muted it, and publishes that to their clients. Returns the ids of
 * these users.
 */
export function doFollowByMany(
  app: Context,
  user_ids: readonly number[],
  channel_id: number,
  topic: string,
): readonly number[] {
  const undecided = listUndecided(app.db, user_ids, { channel_id, topic });
  const following = undecided.filter((user_id) => hasRoomForTopic(app.db, user_id));
  if (following.length === 0) return following;
  const now = app.clock.now();
  const visibility_policy = visibilityPolicies.followed;
  app.db.run(
    `INSERT OR REPLACE INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
     SELECT value, ?, ?, ?, ?, ? FROM json_each(?)`,
    channel_id,
    foldName(topic),
    topic,
    visibility_policy,
    now,
    JSON.stringify(following),
  );
  publishSameMutedTopics(app, following);
  publishUserTopic(app, following, { channel_id, topic, visibility_policy, updated_at: now });
  return following;
}

/** The users among `user_ids` who neither follow nor muted a topic. */
function listUndecided(db: Database, user_ids: readonly number[], { channel_id, topic }: Topic): readonly number[] {
  if (user_ids.length === 0) return [];
  const sql = `SELECT u.value FROM json_each(?) u
    LEFT JOIN user_topics t ON t.user_id = u.value AND t.channel_id = ? AND t.topic_key = ?
    WHERE coalesce(t.visibility_policy, ?) NOT IN (?, ?)`;
  const { inherit, muted, followed } = visibilityPolicies;
  return db.values(sql, JSON.stringify(user_ids), channel_id, foldName(topic), inherit, muted, followed);
}

/** Publishes the stored policies for topics of channels that are newly visible to users. */
export function publishPoliciesIn(app: Context, channel_ids: readonly number[], user_ids: readonly number[]): void {
  const sql = `SELECT user_id, ${columns} FROM user_topics WHERE channel_id ${inJsonList} AND user_id ${inJsonList}`;
  publishStored(app, app.db.all<OwnedTopic>(sql, JSON.stringify(channel_ids), JSON.stringify(user_ids)));
}

function publishStored(app: Context, topics: readonly OwnedTopic[]): void {
  for (const topic of topics) {
    const user = getUser(app.db, topic.user_id);
    if (canSeeChannel(app, user, getChannel(app.db, topic.channel_id))) publishPolicy(app, user, topic);
  }
}

function publishPolicy(app: Context, user: User, user_topic: UserTopic, form: EventForm = 'both forms'): void {
  if (form === 'both forms') publishMutedTopics(app, user);
  publishUserTopic(app, [user.id], user_topic);
}

function publishUserTopic(
  app: Context,
  user_ids: readonly number[],
  { channel_id, topic, visibility_policy, updated_at }: UserTopic,
): void {
  publishTopicEvent(
    app,
    (profile) => ({
      type: 'user_topic',
      stream_id: channel_id,
      topic_name: presentTopic(topic, profile),
      last_updated: updated_at,
      visibility_policy,
    }),
    { user_ids },
  );
}

function publishMutedTopics(app: Context, user: User): void {
  const muted = (profile: TopicVariant) => presentMutedTopics(app, user, profile);
  const audience = { user_ids: [user.id] };
  publishTopicEvent(app, (profile) => ({ type: 'muted_topics', muted_topics: muted(profile) }), audience);
}

/** The same for many users none of whose muted topics changed. Lists are built only for connected clients. */
function publishSameMutedTopics(app: Context, user_ids: readonly number[]): void {
  const type = 'muted_topics';
  const audience = { user_ids };
  publishVariants(app, {
    type,
    audience,
    fields(profile) {
      const muted_topics = presentMutedTopics(app, getUser(app.db, profile.user_id), profile);
      return plainPublication({ type, muted_topics }, audience).fields(profile);
    },
  });
}

interface Topic {
  channel_id: number;
  topic: string;
}

/** Gives the policies of some users for a topic its new spelling. */
export function doSpellPolicies(app: Context, holder_ids: readonly number[], { channel_id, topic }: Topic): void {
  const user_ids = JSON.stringify(holder_ids);
  app.db.run(spellSql, topic, channel_id, foldName(topic), user_ids);
  publishStored(app, app.db.all<OwnedTopic>(ownedSql, channel_id, foldName(topic), user_ids));
}

/** Deletes all users' policies for a topic that no longer exists. */
export function doEndVisibilityPolicies(app: Context, { channel_id, topic }: Topic): void {
  for (const user_id of listPolicies(app.db, { channel_id, topic }).keys()) {
    doSetVisibilityPolicy(app, user_id, channel_id, topic, visibilityPolicies.inherit);
  }
}

/** The policies for a topic, by user id; users without one are left out. */
export function listPolicies(db: Database, { channel_id, topic }: Topic): Map<number, VisibilityPolicy> {
  const sql = 'SELECT user_id, visibility_policy FROM user_topics WHERE channel_id = ? AND topic_key = ?';
  return new Map(db.tuples<[number, VisibilityPolicy]>(sql, channel_id, foldName(topic)));
}

/** A user's muted topics in the older form: `[channel name, topic, UNIX seconds]`. */
export function presentMutedTopics(app: Context, user: User, variant: TopicVariant): [string, string, number][] {
  const rows = listOwn(app.db, user).filter(({ visibility_policy }) => visibility_policy === visibilityPolicies.muted);
  return withChannels(app, user, rows, false).map(({ channel, topic, updated_at }) => {
    return [channel.name, presentTopic(topic, variant), updated_at];
  });
}

/** A user's policies as `POST /register` presents them. */
export function presentUserTopics(
  app: Context,
  user: User,
  options: TopicVariant & { archived_channels: boolean },
): object[] {
  const rows = withChannels(app, user, listOwn(app.db, user), options.archived_channels);
  return rows.map(({ channel_id, topic, updated_at, visibility_policy }) => ({
    stream_id: channel_id,
    topic_name: presentTopic(topic, options),
    last_updated: updated_at,
    visibility_policy,
  }));
}

function listOwn(db: Database, user: User): readonly UserTopic[] {
  return db.cachedAll(`SELECT ${columns} FROM user_topics WHERE user_id = ? ORDER BY channel_id, topic_key`, user.id);
}

type TopicVariant = Parameters<typeof presentTopic>[1];

interface UserTopic {
  channel_id: number;
  topic: string;
  updated_at: number;
  visibility_policy: VisibilityPolicy;
}

interface OwnedTopic extends UserTopic {
  user_id: number;
}

const columns = 'channel_id, topic, updated_at, visibility_policy';
const ownedSql = `SELECT user_id, ${columns} FROM user_topics
  WHERE channel_id = ? AND topic_key = ? AND user_id ${inJsonList}`;
const spellSql = `UPDATE user_topics SET topic = ? WHERE channel_id = ? AND topic_key = ? AND user_id ${inJsonList}`;

// Policies survive the loss of a channel, but reveal nothing about it.
function withChannels(
  app: Context,
  user: User,
  rows: readonly UserTopic[],
  archived: boolean,
): (UserTopic & { channel: Channel })[] {
  return [...Map.groupBy(rows, ({ channel_id }) => channel_id)].flatMap(([channel_id, topics]) => {
    const channel = getChannel(app.db, channel_id);
    const isShown = (archived || !channel.is_archived) && canSeeChannel(app, user, channel);
    return isShown ? topics.map((topic) => ({ ...topic, channel })) : [];
  });
}
