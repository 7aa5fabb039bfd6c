import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about a user's own settings, status and presence that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about a user's own settings, status and presence that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
