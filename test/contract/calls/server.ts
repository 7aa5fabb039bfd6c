import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about the server itself that succeed. */
export const validCalls: ValidCalls = {
  getServerSettings: () => ({ as: 'anonymous' }),
  getOpenApi: () => ({ as: 'anonymous' }),
};

/** Calls about the server itself that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
