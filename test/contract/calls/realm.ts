import type { Provocations, ValidCalls } from '../call.ts';

/** Calls about the organization, its emoji and pictures that succeed. */
export const validCalls: ValidCalls = {};

/** Calls about the organization, its emoji and pictures that fail, by operation id and the error's text. */
export const provocations: Provocations = {};
