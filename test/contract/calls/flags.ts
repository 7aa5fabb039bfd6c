import { type Provocations, sendAsAlice, type ValidCalls } from '../call.ts';
import { withBrokenSearch, withManySearches, withWrongNarrow } from './narrow.ts';

const star = { op: 'add', flag: 'starred' };
const everything = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] };

/** Calls about flags that succeed. */
export const validCalls: ValidCalls = {
  updateMessageFlags: async (server) => ({
    as: 'alice',
    values: { messages: [await sendAsAlice(server)], op: 'add', flag: 'starred' },
  }),
  updateMessageFlagsForNarrow: async (server) => {
    await sendAsAlice(server);
    const range = { anchor: 'newest', num_before: 10, num_after: 0, narrow: [] };
    return { as: 'alice', values: { ...range, op: 'add', flag: 'starred' } };
  },
  markAllAsRead: async (server) => {
    await sendAsAlice(server);
    return { as: 'bob' };
  },
  markStreamAsRead: async (server) => {
    await sendAsAlice(server);
    return { as: 'bob', values: { stream_id: 1 } };
  },
  markTopicAsRead: async (server) => {
    await sendAsAlice(server);
    return { as: 'bob', values: { stream_id: 1, topic_name: 'lunch' } };
  },
};

/** Calls about flags that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  updateMessageFlags: {
    "Invalid flag: '{flag}'": async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server)], flag: 'shiny' },
      msg: "Invalid flag: 'shiny'",
    }),
    "Flag not editable: '{flag}'": async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server)], flag: 'mentioned' },
      msg: "Flag not editable: 'mentioned'",
    }),
    "Invalid message flag operation: '{op}'": async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server)], op: 'toggle' },
      msg: "Invalid message flag operation: 'toggle'",
    }),
    'Invalid message(s)': async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server), 999] },
      msg: 'Invalid message(s)',
    }),
  },
  updateMessageFlagsForNarrow: {
    "Invalid flag: '{flag}'": async (server) => {
      await sendAsAlice(server);
      return { as: 'alice', values: { ...everything, ...star, flag: 'shiny' }, msg: "Invalid flag: 'shiny'" };
    },
    "Flag not editable: '{flag}'": async (server) => {
      await sendAsAlice(server);
      const values = { ...everything, ...star, flag: 'mentioned' };
      return { as: 'alice', values, msg: "Flag not editable: 'mentioned'" };
    },
    "Invalid message flag operation: '{op}'": async (server) => {
      await sendAsAlice(server);
      const values = { ...everything, ...star, op: 'toggle' };
      return { as: 'alice', values, msg: "Invalid message flag operation: 'toggle'" };
    },
    'Invalid anchor': () => ({
      as: 'alice',
      values: { ...everything, ...star, anchor: 'date' },
      msg: 'Invalid anchor',
    }),
    'The server cannot search at the moment. Please try again.': (server) =>
      withBrokenSearch(server, { ...everything, ...star }),
    'Too many of your searches are waiting. Please try again in a second.': (server) =>
      withManySearches(server, { ...everything, ...star }),
    'The anchor can only be excluded at an end of the range': () => ({
      as: 'alice',
      values: { ...everything, ...star, num_after: 1, include_anchor: false },
      msg: 'The anchor can only be excluded at an end of the range',
    }),
    ...withWrongNarrow({ ...everything, ...star }),
  },
  markStreamAsRead: {
    'Invalid channel ID': () => ({ as: 'alice', values: { stream_id: 999 }, msg: 'Invalid channel ID' }),
  },
  markTopicAsRead: {
    'Invalid channel ID': () => ({
      as: 'alice',
      values: { stream_id: 999, topic_name: 'lunch' },
      msg: 'Invalid channel ID',
    }),
    "No such topic '{topic}'": () => ({
      as: 'alice',
      values: { stream_id: 1, topic_name: 'no <such>' },
      msg: "No such topic 'no &lt;such&gt;'",
    }),
  },
};
