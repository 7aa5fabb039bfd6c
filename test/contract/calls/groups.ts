import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about user groups that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about user groups that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
