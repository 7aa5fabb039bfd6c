import type { Context } from '../../context.ts';
import type { Sql } from '../../db/sql.ts';
import type { User } from '../../users/user.ts';
import type { Hit } from '../highlight.ts';
import type { Source } from '../source.ts';
import type { Term } from '../term.ts';

/** What an operator makes of its operand. */
export interface Condition extends Sql {
  /** Where exactly the messages of the condition are, if there is a quicker way to them than past all others. */
  source?: Source;
  /** Whether it says the same of all messages of a conversation; then it looks at nothing of `m` but where it is. */
  isOfConversation?: boolean;
  /** Lists the ids of the channels whose messages are those of the condition. */
  channels?: Sql;
  /** Where a text has what was searched for. */
  findHits?: FindHits;
  /** What is searched for in the text of messages. */
  search?: string;
  /** The name that the text index has for what all messages of the condition have in common (src/search/indexer.ts). */
  place?: string;
}

export type FindHits = (text: string) => readonly Hit[];

/** What an operator may look at beside its operand. */
export interface Compilation {
  app: Context;
  user: User;
  /** The whole narrow. */
  terms: readonly Term[];
  /** The channel that the narrow is confined to. */
  channel_id: number | undefined;
}

/** Compiles a term without regard to its negation. Throws badNarrow. */
export type Operator = (compilation: Compilation, operand: unknown) => Condition;
