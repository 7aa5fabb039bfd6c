import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Texts } from '../ground/texts.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { nullable } from '../http/combined-kinds.ts';
import { type ErrorKind, insufficientPermission, ownerRequired } from '../http/errors.ts';
import { bareOrQuoted, integer, oneOf, optional, type Param } from '../http/params.ts';
import { bold } from '../markdown/escape.ts';
import { positiveOr } from '../realm/setting-kinds.ts';
import { isOwner, type User } from '../users/user.ts';
import { accessFolder, accessOpenFolder, invalidFolder } from './channel-folder.ts';

export const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;
export type TopicsPolicy = (typeof topicsPolicies)[number];

/** Channel columns that are set, published and presented in the same way, by their API names. */
export interface ChannelProperties {
  /** Null: the organization's default; -1: unlimited. */
  message_retention_days: number | null;
  topics_policy: TopicsPolicy;
  /** Null: no folder. */
  folder_id: number | null;
}

export const propertyColumns = 'message_retention_days, topics_policy, folder_id';

export type PropertyValues = { [Name in PropertyName]?: ChannelProperties[Name] | undefined };

interface Property<Value> {
  /** Parameter of the request that updates a channel. */
  change: Param<Value | undefined>;
  /** Parameter of requests that create channels. Its fallback is the column's default, or undefined. */
  creation: Param<Value | undefined>;
  /** Throws unless the user may set this value. Not called for the fallback of a new channel. */
  ensureCanSet: (app: Context, user: User, value: Value) => void;
  /** The errors of `ensureCanSet`, apart from insufficientPermission. */
  errors: readonly ErrorKind[];
  /** SQL that stores a value. */
  update: string;
  /** The notice of a change, as Markdown. */
  notice: (db: Database, texts: Texts, change: Change<Value>) => string;
}

interface Change<Value> {
  /** A mention. */
  actor: string;
  before: Value;
  now: Value;
}

/** The definition of each property. Parameters, updates, presentation and change notices derive from it. */
export const channelProperties: { readonly [Name in PropertyName]: Property<ChannelProperties[Name]> } = {
  message_retention_days: {
    change: optional(retentionDays(), 'Days until messages are deleted.'),
    creation: optional(retentionDays(), 'Days until messages are deleted.', { fallback: null }),
    ensureCanSet(_app, user) {
      if (!isOwner(user)) throw ownerRequired();
    },
    errors: [ownerRequired],
    update: 'UPDATE channels SET message_retention_days = ? WHERE id = ?',
    notice: (_db, texts, { actor, before, now }) =>
      texts.markdown('notice.changedRetention', {
        actor,
        before: retentionOf(before),
        beforeDays: before ?? 0,
        now: retentionOf(now),
        nowDays: now ?? 0,
      }),
  },
  topics_policy: {
    change: optional(bareOrQuoted(oneOf(topicsPolicies)), 'Which topics the channel allows.'),
    creation: optional(bareOrQuoted(oneOf(topicsPolicies)), 'Which topics new channels allow.', {
      fallback: 'inherit',
    }),
    ensureCanSet(app, user, policy) {
      if (policy === 'inherit') return;
      if (!hasRealmPermission(app, user, 'can_set_topics_policy_group')) throw insufficientPermission();
    },
    errors: [],
    update: 'UPDATE channels SET topics_policy = ? WHERE id = ?',
    notice: (_db, texts, { actor, before, now }) =>
      texts.markdown('notice.changedTopics', { actor, before: policyWords[before], now: policyWords[now] }),
  },
  folder_id: {
    change: optional(nullable(integer()), 'Folder of the channel; null for none.'),
    creation: optional(integer(), 'Folder of new channels.'),
    ensureCanSet({ db }, _user, folder_id) {
      if (folder_id !== null) accessOpenFolder(db, folder_id);
    },
    errors: [invalidFolder],
    update: 'UPDATE channels SET folder_id = ? WHERE id = ?',
    notice(db, texts, { actor, before, now }) {
      const nameOf = (id: number | null) => bold(id === null ? texts.t('notice.noFolder') : accessFolder(db, id).name);
      return texts.markdown('notice.changedFolder', { actor, before: nameOf(before), now: nameOf(now) });
    },
  },
};

export type PropertyName = keyof ChannelProperties;
export const propertyNames = Object.keys(channelProperties) as PropertyName[];
export const propertyErrors = [...new Set(propertyNames.flatMap((name) => channelProperties[name].errors))];

/** The parameters of all properties, for requests that update or create channels. */
export function propertyParams(purpose: 'change' | 'creation') {
  return Object.fromEntries(propertyNames.map((name) => [name, channelProperties[name][purpose]])) as {
    [Name in PropertyName]: Param<ChannelProperties[Name] | undefined>;
  };
}

/** Stores the given properties of a channel; undefined ones stay unchanged. */
export function setProperties(db: Database, channel_id: number, values: PropertyValues): void {
  for (const name of propertyNames) {
    const value = values[name];
    if (value !== undefined) db.run(channelProperties[name].update, value, channel_id);
  }
}

export function presentProperties(channel: ChannelProperties): ChannelProperties {
  return Object.fromEntries(propertyNames.map((name) => [name, channel[name]])) as unknown as ChannelProperties;
}

/** The policies as the message chooses by them. */
const policyWords: Record<TopicsPolicy, string> = {
  inherit: 'inherit',
  allow_empty_topic: 'any',
  disable_empty_topic: 'named',
  empty_topic_only: 'empty',
};

function retentionDays() {
  return positiveOr<number | null>({ realm_default: null, unlimited: -1 }, '["json[str]"]');
}

/** How long messages are kept, as the message chooses by it. */
function retentionOf(days: number | null): 'default' | 'unlimited' | 'days' {
  if (days === null) return 'default';
  return days === -1 ? 'unlimited' : 'days';
}
