import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about linkifiers, playgrounds and profile fields that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about linkifiers, playgrounds and profile fields that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
