import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about invitations that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about invitations that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
