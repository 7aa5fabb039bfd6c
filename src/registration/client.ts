import type { Context } from '../context.ts';
import { listSubscribedChannelIds } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import type { NarrowTerm } from '../events/event.ts';
import type { Queue, QueueOptions } from '../events/queue.ts';
import type { EventQueues } from '../events/queues.ts';
import { nullable } from '../http/combined-kinds.ts';
import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import {
  bareOrQuoted,
  boolean,
  hint,
  integer,
  type Kind,
  list,
  object,
  oneOf,
  optional,
  required,
  text,
  type Values,
} from '../http/params.ts';
import { eventNarrowIsOperands, eventNarrowOperators } from '../messages/message-event.ts';
import { isOperator } from '../search/operators.ts';
import { findBotSettings } from '../users/bot.ts';
import { isLimitedToChannels } from '../users/bot-scope.ts';
import { isBot, roles, type User } from '../users/user.ts';

const narrowElementInvalid = errorKind('Each element of narrow must be a pair of strings.');
const narrowOperatorUnsupported = errorKind<{ operator: string }>('Operator {operator} not supported.');
const narrowOperandUnsupported = errorKind<{ operand: string }>('Operand {operand} not supported.');

const allPublicRefused = errorKind('User not authorized for this query');

const defaultLifespan = 600;
const maxLifespan = 7 * 24 * 3600;

// Limited, because queues store these values and evaluate them for every event.
export const eventTypes = nullable(list(text({ max: 100 }), { max: 200 }));
const narrow = list(list(text({ max: 1000 })), { max: 100 });
const capability = (description: string) => optional(hint(boolean()), description, { fallback: false });

/** Optional capabilities of a client. */
const capabilities = {
  notification_settings_null: required(boolean(), 'Supports unset notification settings.'),
  bulk_message_deletion: capability('Supports several deletions in one event.'),
  user_avatar_url_field_optional: capability('Supports users without an avatar URL.'),
  stream_typing_notifications: capability('Supports typing notifications in channels.'),
  user_settings_object: capability('Supports the `user_settings` object, which all clients get.'),
  linkifier_url_template: capability('Supports URL templates of linkifiers.'),
  user_list_incomplete: capability('Supports users that it cannot see.'),
  include_deactivated_groups: capability('Supports deactivated groups.'),
  archived_channels: capability('Supports archived channels.'),
  empty_topic_name: capability('Supports the empty topic.'),
  simplified_presence_events: capability('Supports short presence events.'),
  chatd_events: capability(
    'Wants the events and settings that only chatd has; others get the events that their `event_types` name.',
  ),
};

const mobileLifespan = 12 * 3600;

/** Seconds, or the name of a time. */
function lifespan(): Kind<number | undefined> {
  const names = hint(bareOrQuoted(oneOf(['mobile'])));
  const numbers = hint(bareOrQuoted(integer()));
  return {
    schema: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }] },
    json: true,
    isHint: true,
    bad: ['-1'],
    read(raw, name) {
      if (names.read(raw, name) !== undefined) return mobileLifespan;
      const seconds = numbers.read(raw, name);
      if (seconds !== undefined && seconds < 0) throw parameterInvalid({ name, problem: problems.tooSmall });
      return seconds;
    },
  };
}

const noCapabilities = Object.fromEntries(Object.keys(capabilities).map((name) => [name, false])) as Record<
  keyof typeof capabilities,
  boolean
>;

/** Parameters that describe a client and the events it wants. */
export const clientParams = {
  event_types: optional(eventTypes, 'Types of the events to receive; by default all.'),
  apply_markdown: optional(hint(boolean()), 'Whether messages contain HTML instead of Markdown.', { fallback: false }),
  client_gravatar: optional(hint(boolean()), 'Accepted without effect: no avatar comes from Gravatar.', {
    fallback: true,
  }),
  all_public_streams: optional(
    boolean(),
    'Whether to receive messages of all public channels; by default the setting of the bot.',
  ),
  narrow: optional(
    narrow,
    'Filters of messages, as `[operator, operand]` pairs; by default the channel set for the bot.',
    { fallback: [] as string[][] },
  ),
  client_capabilities: optional(object(capabilities), 'Capabilities of the client.'),
  idle_queue_timeout: optional(
    lifespan(),
    'Time until the queue is removed if the client does not poll: in seconds, at most a week, or `mobile` for twelve ' +
      'hours. Unknown words are the default, ten minutes.',
    { fallback: 0, aliases: ['queue_lifespan_secs'] },
  ),
};

/** The errors of readClient(). */
export const clientErrors = [
  allPublicRefused,
  narrowElementInvalid,
  narrowOperatorUnsupported,
  narrowOperandUnsupported,
];

interface Client extends QueueOptions, Record<keyof typeof capabilities, boolean> {}

/** Throws one of clientErrors for a narrow or channels that a queue cannot serve. */
export function readClient({ db }: Context, user: User, values: Values<typeof clientParams>): Client {
  if (values.all_public_streams && !mayReceiveAllPublic(db, user)) throw allPublicRefused();
  const { event_types, apply_markdown } = values;
  const defaults = botDefaults(db, user);
  return {
    ...noCapabilities,
    ...values.client_capabilities,
    user_id: user.id,
    event_types: event_types ? new Set(event_types) : undefined,
    apply_markdown,
    all_public_streams: values.all_public_streams ?? defaults.all_public_streams,
    narrow: values.narrow.length > 0 ? values.narrow.map(readTerm).filter(isKnown) : defaults.narrow,
    lifespan: Math.min(values.idle_queue_timeout || defaultLifespan, maxLifespan),
  };
}

/** A port for creating, reading and deleting event queues. */
export interface ServesQueues {
  queues: EventQueues;
}

export function openQueue({ db, queues }: Context & ServesQueues, client: Client): Queue {
  return queues.register(client, listSubscribedChannelIds(db, client.user_id));
}

// A bot's settings replace values that its client does not send.
function botDefaults(db: Database, user: User): Pick<QueueOptions, 'all_public_streams' | 'narrow'> {
  if (!isBot(user)) return { all_public_streams: false, narrow: [] };
  const { default_all_public_streams, default_events_channel_id: channel_id } = findBotSettings(db, user.id);
  return {
    all_public_streams: default_all_public_streams === 1 && mayReceiveAllPublic(db, user),
    narrow: channel_id === null ? [] : [['channel', String(channel_id)]],
  };
}

function mayReceiveAllPublic(db: Database, user: User): boolean {
  return user.role !== roles.guest && !isLimitedToChannels(db, user);
}

// Clients may know operators and states of messages that this server does not. Their queues then hold more.
function isKnown([operator, operand]: NarrowTerm): boolean {
  return eventNarrowOperators.includes(operator) && (operator !== 'is' || eventNarrowIsOperands.includes(operand));
}

function readTerm(pair: readonly string[]): NarrowTerm {
  const [operator, operand] = pair;
  if (operator === undefined || operand === undefined || pair.length !== 2) throw narrowElementInvalid();
  if (isOperator(operator) && !eventNarrowOperators.includes(operator)) throw narrowOperatorUnsupported({ operator });
  if (operator === 'is' && operand === 'followed') throw narrowOperandUnsupported({ operand });
  return [operator, operand];
}
