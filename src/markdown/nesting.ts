import type { StateBlock } from 'markdown-it';

// Each level of quotations and lists reads its lines again.
const deepest = 24;

/** Whether nothing more is nested here; deeper marks are shown as text. */
export function isDeep(state: StateBlock): boolean {
  return state.level >= deepest;
}
