import type { SystemGroup } from './group.ts';

/** The groups that can have a permission. */
export interface PermissionRule {
  /** The holders, as the beginning of a sentence: `Who may invite people.` */
  description: string;
  /** The default holder. */
  fallback: SystemGroup;
  /** System groups that cannot get the permission. */
  refused: readonly SystemGroup[];
  /** The only groups that can get the permission; undefined if not limited. */
  only?: readonly SystemGroup[];
}

export const notTheWeb = ['role:internet'] as const;
export const notEveryone = ['role:internet', 'role:everyone'] as const;
