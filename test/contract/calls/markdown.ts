import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about Markdown that succeed. */
export const validCalls: ValidCalls = {
  renderMessage: () => ({ as: 'alice', values: { content: '**bold**' } }),
};

/** Calls about Markdown that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  renderMessage: {
    'Message is too long (limit: 10000 characters).': () => ({
      as: 'alice',
      values: { content: 'x'.repeat(10_001) },
      msg: 'Message is too long (limit: 10000 characters).',
    }),
    'Unable to render message: its HTML is too long (limit: 1000000 bytes).': () => ({
      as: 'alice',
      values: { content: '🫰'.repeat(10_000) },
      msg: 'Unable to render message: its HTML is too long (limit: 1000000 bytes).',
    }),
  },
};
