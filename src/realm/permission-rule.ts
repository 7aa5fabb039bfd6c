import type { SystemGroup } from './group.ts';

/** Who can have a permission. */
export interface PermissionRule {
  /** Who has it where nobody has changed it. */
  fallback: SystemGroup;
  /** System groups it cannot be given to. */
  refused: readonly SystemGroup[];
  /** The only groups it can be given to, if it is not for all. */
  only?: readonly SystemGroup[];
}

export const notTheWeb = ['role:internet'] as const;
export const notEveryone = ['role:internet', 'role:everyone'] as const;
