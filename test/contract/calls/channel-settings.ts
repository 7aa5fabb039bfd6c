import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about what a user sets about channels and topics, and channel folders that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about what a user sets about channels and topics, and channel folders that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
