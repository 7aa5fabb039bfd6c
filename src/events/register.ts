import { listSubscribedChannelIds } from '../channels/subscription.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import { boolean, integer, list, nullable, object, oneOf, optional, text } from '../http/params.ts';
import { eventNarrowIsOperands, eventNarrowOperators } from '../messages/message-event.ts';
import { roles } from '../users/user.ts';
import { versionFields } from '../version.ts';
import type { NarrowTerm } from './event.ts';
import { initialState } from './state.ts';

const narrowElementInvalid = errorKind('Each element of narrow must be a pair of strings.');
const narrowOperatorUnsupported = errorKind<{ operator: string }>('Operator {operator} not supported.');
const narrowOperandUnsupported = errorKind<{ operand: string }>('Operand {operand} not supported.');

const allPublicRefused = errorKind('User not authorized for this query');

const defaultLifespan = 600;
const maxLifespan = 7 * 24 * 3600;

const eventTypes = nullable(list(text(), { max: 1000 }));
const capability = (description: string) => optional(boolean(), description, { fallback: false });

export const register: Endpoint = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Open an event queue and get the initial state',
  access: 'user',
  writes: false,
  params: {
    event_types: optional(eventTypes, 'Types of events wanted; by default all.'),
    fetch_event_types: optional(eventTypes, 'Types of events whose initial state is wanted; by default event_types.'),
    apply_markdown: optional(boolean(), 'HTML in messages; otherwise Markdown as written.', { fallback: false }),
    client_gravatar: optional(boolean(), 'Whether the client computes pictures from addresses.', { fallback: true }),
    include_subscribers: optional(oneOf(['true', 'false', 'partial']), "Whether to list channels' subscribers.", {
      fallback: 'false' as const,
    }),
    slim_presence: capability('Presence by user id.'),
    presence_history_limit_days: optional(integer({ min: 0 }), 'How far back presence goes.'),
    all_public_streams: optional(boolean(), 'Messages of all public channels.', { fallback: false }),
    narrow: optional(list(list(text())), 'Which messages are wanted, as `[operator, operand]` pairs.', {
      fallback: [] as string[][],
    }),
    client_capabilities: optional(
      object({
        notification_settings_null: capability('Knows unset notification settings.'),
        bulk_message_deletion: capability('Knows several deletions in one event.'),
        user_avatar_url_field_optional: capability('Knows users without an avatar URL.'),
        stream_typing_notifications: capability('Knows typing in channels.'),
        user_settings_object: capability('Knows the settings object.'),
        linkifier_url_template: capability('Knows URL templates.'),
        user_list_incomplete: capability('Knows users it may not see.'),
        include_deactivated_groups: capability('Knows deactivated groups.'),
        archived_channels: capability('Knows archived channels.'),
        empty_topic_name: capability('Knows the empty topic.'),
        simplified_presence_events: capability('Knows short presence events.'),
      }),
      'What the client understands.',
    ),
    queue_lifespan_secs: optional(integer({ min: 0 }), 'How long the queue lives without a poll.', { fallback: 0 }),
  },
  errors: [allPublicRefused, narrowElementInvalid, narrowOperatorUnsupported, narrowOperandUnsupported],
  handler({ app, db, user }, params) {
    if (params.all_public_streams && user.role === roles.guest) throw allPublicRefused();
    const narrow = params.narrow.map(readTerm);
    const { event_types, client_capabilities } = params;
    const state = initialState(app, user, params.fetch_event_types ?? event_types ?? undefined, {
      client_gravatar: params.client_gravatar,
      include_subscribers: params.include_subscribers,
      archived_channels: client_capabilities?.archived_channels ?? false,
      empty_topic_name: client_capabilities?.empty_topic_name ?? false,
      linkifier_url_template: client_capabilities?.linkifier_url_template ?? false,
      user_list_incomplete: client_capabilities?.user_list_incomplete ?? false,
      include_deactivated_groups: client_capabilities?.include_deactivated_groups ?? false,
      slim_presence: params.slim_presence,
      presence_history_limit_days: params.presence_history_limit_days,
    });
    const queue = app.queues.register(
      {
        user_id: user.id,
        event_types: event_types ? new Set(event_types) : undefined,
        apply_markdown: params.apply_markdown,
        client_gravatar: params.client_gravatar,
        bulk_message_deletion: client_capabilities?.bulk_message_deletion ?? false,
        stream_typing_notifications: client_capabilities?.stream_typing_notifications ?? false,
        linkifier_url_template: client_capabilities?.linkifier_url_template ?? false,
        empty_topic_name: client_capabilities?.empty_topic_name ?? false,
        archived_channels: client_capabilities?.archived_channels ?? false,
        user_list_incomplete: client_capabilities?.user_list_incomplete ?? false,
        include_deactivated_groups: client_capabilities?.include_deactivated_groups ?? false,
        simplified_presence_events: client_capabilities?.simplified_presence_events ?? false,
        all_public_streams: params.all_public_streams,
        narrow,
        lifespan: Math.min(params.queue_lifespan_secs || defaultLifespan, maxLifespan),
      },
      listSubscribedChannelIds(db, user.id),
    );
    return { queue_id: queue.id, last_event_id: -1, ...versionFields, ...state };
  },
});

function readTerm(pair: readonly string[]): NarrowTerm {
  const [operator, operand] = pair;
  if (operator === undefined || operand === undefined || pair.length !== 2) throw narrowElementInvalid();
  if (!eventNarrowOperators.includes(operator)) throw narrowOperatorUnsupported({ operator });
  if (operator === 'is' && !eventNarrowIsOperands.includes(operand)) throw narrowOperandUnsupported({ operand });
  return [operator, operand];
}
