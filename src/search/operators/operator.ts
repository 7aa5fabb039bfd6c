import type { Context } from '../../context.ts';
import type { Sql } from '../../db/sql.ts';
import type { User } from '../../users/user.ts';
import type { Hit } from '../highlight.ts';
import type { Source } from '../source.ts';
import type { Term } from '../term.ts';

/** The condition of a term. */
export interface Condition extends Sql {
  /** An index with exactly the messages of the condition. */
  source?: Source;
  /**
   * Whether it has one value for all messages of a conversation. It then reads only the channel and conversation of
   * `m`.
   */
  isOfConversation?: boolean;
  /** Selects the ids of the channels whose messages make up the condition. */
  channels?: Sql;
  /** Finds the searched words in a text. */
  findHits?: FindHits;
  /** The searched text. */
  search?: string;
  /** The searched text that no message of the condition has. */
  excluded?: string;
  /** The property in the text index that all its messages have (src/search/indexer.ts). */
  property?: string;
}

export type FindHits = (text: string) => readonly Hit[];

/** The context in which an operator is compiled. */
export interface Compilation {
  app: Context;
  user: User;
  /** All terms of the narrow. */
  terms: readonly Term[];
  /** The one channel of the narrow. */
  channel_id: number | undefined;
}

/** Compiles a term, ignoring its negation. Throws badNarrow. */
export type Operator = (compilation: Compilation, operand: unknown) => Condition;
