import type { StateBlock } from 'markdown-it';

// Each level of quotations and lists parses its lines again.
const deepest = 24;

/** Whether the nesting limit is reached; deeper markup is shown as text. */
export function isDeep(state: StateBlock): boolean {
  return state.level >= deepest;
}
