import { type Provocations, sendAsAlice, type ValidCalls } from '../call.ts';

/** Calls about narrows that succeed. */
export const validCalls: ValidCalls = {
  checkMessagesMatchNarrow: async (server) => ({
    as: 'bob',
    values: { msg_ids: [await sendAsAlice(server)], narrow: [{ operator: 'channel', operand: 'general' }] },
  }),
};

/** Calls about narrows that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  checkMessagesMatchNarrow: {
    'Invalid narrow operator: {desc}': () => ({
      as: 'bob',
      values: { msg_ids: [1], narrow: [{ operator: 'weather', operand: 'fine' }] },
      msg: 'Invalid narrow operator: unknown operator weather',
      code: 'BAD_NARROW',
      extra: { desc: 'unknown operator weather' },
    }),
    'Invalid narrow operator combination: {desc}': () => ({
      as: 'bob',
      values: { msg_ids: [1], narrow: [twice, twice] },
      msg: "Invalid narrow operator combination: Duplicate 'with' operators.",
      code: 'BAD_NARROW',
      extra: { desc: "Duplicate 'with' operators." },
    }),
    '{problem}': () => ({
      as: 'bob',
      values: { msg_ids: [1], narrow: [['channel', 'general'], 3] },
      msg: 'Invalid narrow[1]: Value error, dict or list required',
    }),
  },
};

const twice = { operator: 'with', operand: 1 };
