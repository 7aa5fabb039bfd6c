import type { Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Call, openQueue, type Provocation, type Provocations, sendAsAlice, type ValidCalls } from '../call.ts';

/** Calls about event queues that succeed. */
export const validCalls: ValidCalls = {
  register: () => ({ as: 'alice', values: { idle_queue_timeout: 0 } }),
  getEvents: async (server) => ({
    as: 'alice',
    values: {
      queue_id: await openQueue(server.as('alice')),
      last_event_id: -1,
      dont_block: true,
      idle_queue_timeout: 0,
    },
  }),
  deleteQueue: async (server) => ({ as: 'alice', values: { queue_id: await openQueue(server.as('alice')) } }),
  streamEvents: withNewQueue,
  acknowledgeEvents: withNewQueue,
};

/** Calls about event queues that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  register: {
    ...ofClients({}),
  },
  getEvents: {
    ...ofClients({ dont_block: true }),
    "Missing 'queue_id' argument": () => ({
      as: 'alice',
      values: { last_event_id: -1 },
      msg: "Missing 'queue_id' argument",
    }),
    "Missing 'last_event_id' argument": async (server) => ({
      as: 'alice',
      values: { queue_id: await openQueue(server.as('alice')) },
      msg: "Missing 'last_event_id' argument",
    }),
    'Bad event queue ID: {queue_id}': async (server) => othersQueue(server, { last_event_id: -1 }),
    'Bad event queue id: {queue_id}': async (server) => {
      const { msg, ...call } = await othersQueue(server, { last_event_id: -1 });
      return { ...call, msg: msg.replace('ID', 'id'), userAgent: 'ZulipTerminal/0.7.0 Linux (Debian GNU/Linux; 12)' };
    },
    'An event newer than {id} has already been pruned!': prunedEvent,
    'Event {id} was not in this queue': missingEvent,
  },
  streamEvents: ofStreams(),
  acknowledgeEvents: ofStreams(),
  deleteQueue: {
    'Bad event queue ID: {queue_id}': (server) => othersQueue(server, {}),
  },
};

async function withNewQueue(server: TestServer): Promise<Call> {
  return { as: 'alice', values: { queue_id: await openQueue(server.as('alice')), last_event_id: -1 } };
}

/** What a client can ask for in vain of a queue's stream. */
function ofStreams(): Record<string, (server: TestServer) => Promise<Provocation>> {
  return {
    'Bad event queue ID: {queue_id}': (server) => othersQueue(server, { last_event_id: -1 }),
    'An event newer than {id} has already been pruned!': prunedEvent,
    'Event {id} was not in this queue': missingEvent,
  };
}

async function prunedEvent(server: TestServer): Promise<Provocation> {
  const queue_id = await openQueue(server.as('alice'));
  await sendAsAlice(server);
  await server.as('alice').get('/events', { queue_id, last_event_id: 0, dont_block: true });
  const values = { queue_id, last_event_id: -1 };
  return { as: 'alice', values, msg: 'An event newer than -1 has already been pruned!' };
}

async function missingEvent(server: TestServer): Promise<Provocation> {
  const values = { queue_id: await openQueue(server.as('alice')), last_event_id: 0 };
  return { as: 'alice', values, msg: 'Event 0 was not in this queue' };
}

/** What a client can ask for in vain when a queue is opened for it. */
function ofClients(values: Values): Record<string, () => Provocation> {
  return {
    'User not authorized for this query': () => ({
      as: 'guest',
      values: { ...values, all_public_streams: true },
      msg: 'User not authorized for this query',
    }),
    'Each element of narrow must be a pair of strings.': () => ({
      as: 'alice',
      values: { ...values, narrow: [['is', 'dm'], ['channel']] },
      msg: 'Each element of narrow must be a pair of strings.',
    }),
    'Operator {operator} not supported.': () => ({
      as: 'alice',
      values: { ...values, narrow: [['search', 'fine']] },
      msg: 'Operator search not supported.',
    }),
    'Operand {operand} not supported.': () => ({
      as: 'alice',
      values: { ...values, narrow: [['is', 'followed']] },
      msg: 'Operand followed not supported.',
    }),
  };
}

async function othersQueue(server: TestServer, values: Values): Promise<Provocation> {
  const queue_id = await openQueue(server.as('bob'));
  return {
    as: 'alice',
    values: { ...values, queue_id },
    msg: `Bad event queue ID: ${queue_id}`,
    code: 'BAD_EVENT_QUEUE_ID',
    extra: { queue_id },
  };
}
