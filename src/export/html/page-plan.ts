import type { Database } from '../../db/database.ts';
import { rowsOf } from '../rows.ts';
import { paths } from './site.ts';

/** Maximum messages on a page, and maximum characters of their HTML. */
const most = { messages: 200, length: 300_000 };

/** Assigns each message to a page. */
export class PagePlan {
  /** The first message of each page, by conversation. */
  readonly #firsts = new Map<number, number[]>();
  readonly #db: Database;
  /** The number of pages. */
  count = 0;

  constructor(db: Database) {
    this.#db = db;
    let conversation_id = 0;
    let [count, length] = [0, 0];
    for (const row of rowsOf<Row>(db, planSql)) {
      const isNew = row.conversation_id !== conversation_id;
      if (isNew || count >= most.messages || length + row.length > most.length) {
        this.#begin(row);
        [count, length] = [0, 0];
      }
      conversation_id = row.conversation_id;
      count++;
      length += row.length;
    }
  }

  #begin({ conversation_id, id }: Row): void {
    this.count++;
    const known = this.#firsts.get(conversation_id);
    if (known) known.push(id);
    else this.#firsts.set(conversation_id, [id]);
  }

  /** The first messages of the pages of a conversation. */
  firstsOf(conversation_id: number): readonly number[] {
    return this.#firsts.get(conversation_id) ?? [];
  }

  /** The path of the page with a message. */
  pathOf(conversation_id: number, message_id: number): string {
    const firsts = this.firstsOf(conversation_id);
    let [low, high] = [0, firsts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((firsts[middle] ?? 0) <= message_id) low = middle + 1;
      else high = middle;
    }
    return paths.conversation(conversation_id, low);
  }

  /** The path and fragment of a message, from the top folder; undefined if it is not in the export. */
  findMessage(id: number): string | undefined {
    const conversation_id = this.#db.value<number>('SELECT conversation_id FROM messages WHERE id = ?', id);
    return conversation_id === undefined ? undefined : `${this.pathOf(conversation_id, id)}#m${id}`;
  }

  /** The newest page of a conversation; undefined if it is not in the export. */
  findConversation(id: number | undefined): string | undefined {
    const pages = id === undefined ? 0 : this.firstsOf(id).length;
    return id === undefined || pages === 0 ? undefined : paths.conversation(id, pages);
  }
}

interface Row {
  id: number;
  conversation_id: number;
  length: number;
}

const planSql = `SELECT id, conversation_id, length(rendered_content) AS length FROM messages
  ORDER BY conversation_id, id`;
