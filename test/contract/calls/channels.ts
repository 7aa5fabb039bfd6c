import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about channels that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about channels that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
