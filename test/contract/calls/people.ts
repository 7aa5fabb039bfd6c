import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about people and bots that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about people and bots that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
