import { badEventQueueId, badEventQueueIdForTerminal, eventNotInQueue, eventPruned } from '../../events/queues.ts';
import { Held, RawJson, Streamed } from '../../http/endpoint.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, integer, optional, required, text } from '../../http/params.ts';
import { clientErrors, clientParams, openQueue, readClient, type ServesQueues } from '../../registration/client.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const queueMissing = errorKind("Missing 'queue_id' argument");
const lastEventMissing = errorKind("Missing 'last_event_id' argument");

export const getEvents: Endpoint<ServesQueues> = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Get new events; waits until there are any',
  access: 'user',
  scoped: 'reads',
  params: {
    queue_id: optional(text(), 'The queue. Without it, and with dont_block, a new queue is opened.'),
    last_event_id: optional(
      integer(),
      'Newest event received; it and older ones are removed from the queue. Required with queue_id.',
    ),
    dont_block: optional(boolean(), 'Whether to return at once, even without events.', { fallback: false }),
    ...clientParams,
  },
  errors: [
    queueMissing,
    lastEventMissing,
    badEventQueueId,
    badEventQueueIdForTerminal,
    eventPruned,
    eventNotInQueue,
    ...clientErrors,
  ],
  // The frequency of polls depends on the activity of other users.
  weight: () => 0.1,
  handler({ app, user, client: program }, { queue_id, last_event_id, dont_block, ...client }) {
    if (queue_id === undefined) {
      if (!dont_block) throw queueMissing();
      return { events: [], queue_id: openQueue(app, readClient(app, user, client)).id };
    }
    if (last_event_id === undefined) throw lastEventMissing();
    const refusal = program === 'ZulipTerminal' ? badEventQueueIdForTerminal : badEventQueueId;
    const queue = app.queues.access(queue_id, user.id, refusal);
    const events = app.queues.acknowledge(queue, last_event_id);
    if (dont_block || app.queues.hasEvents(queue)) return { events: new RawJson(events) };
    return new Held((answer) => app.queues.wait(queue, (list) => answer({ events: new RawJson(list) })));
  },
});

const streamParams = {
  queue_id: required(text(), 'The queue. Opening a stream ends a poll or stream that already waits for its events.'),
  last_event_id: required(integer(), 'Newest event received; it and older ones are removed from the queue.'),
};
const queueErrors = [badEventQueueId, eventPruned, eventNotInQueue];

export const streamEvents: Endpoint<ServesQueues> = endpoint({
  method: 'GET',
  path: '/events/stream',
  summary: 'Get all events as they happen, until the connection ends',
  access: 'user',
  scoped: 'reads',
  params: streamParams,
  stream:
    'Each event is one `data` line with the JSON that a poll would list. A comment is sent at the beginning, and 25 ' +
    'seconds after the last acknowledgement. Without another one the stream ends four seconds later. It also ends ' +
    'with its queue, and when the login must be checked again.',
  errors: queueErrors,
  handler({ app, user }, { queue_id, last_event_id }) {
    const queue = app.queues.access(queue_id, user.id);
    app.queues.confirm(queue, last_event_id);
    return new Streamed((sink) => app.queues.stream(queue, sink));
  },
});

export const acknowledgeEvents: Endpoint<ServesQueues> = endpoint({
  method: 'POST',
  path: '/events/stream',
  summary: 'Acknowledge the events of a stream, or a heartbeat',
  access: 'user',
  scoped: 'reads',
  writes: false,
  params: streamParams,
  errors: queueErrors,
  weight: () => 0.1,
  handler({ app, user }, { queue_id, last_event_id }) {
    app.queues.confirm(app.queues.access(queue_id, user.id), last_event_id);
    return {};
  },
});

export const deleteQueue: Endpoint<ServesQueues> = endpoint({
  method: 'DELETE',
  path: '/events',
  summary: 'Close an event queue',
  access: 'user',
  scoped: 'reads',
  writes: false,
  params: { queue_id: required(text(), 'The queue.') },
  errors: [badEventQueueId],
  handler({ app, user }, { queue_id }) {
    app.queues.delete(app.queues.access(queue_id, user.id));
    return {};
  },
});
