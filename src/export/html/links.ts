import type { Database } from '../../db/database.ts';
import { foldName } from '../../ground/text.ts';
import { pathIdOf, uploadsPrefix } from '../../uploads/address.ts';
import type { PagePlan } from './page-plan.ts';
import { paths } from './site.ts';

/** Converts URLs of the server to pages of the export: paths from the top folder, or undefined. */
export class Links {
  readonly #db: Database;
  readonly #plan: PagePlan;
  /** Ids of channels with a page. */
  readonly #channels: ReadonlySet<number>;

  constructor(db: Database, plan: PagePlan) {
    this.#db = db;
    this.#plan = plan;
    this.#channels = new Set(db.values<number>('SELECT id FROM channels'));
  }

  /** A link in a message. Links to other sites stay; links to missing pages become undefined. */
  find(url: string): string | undefined {
    const narrow = /^\/?#narrow\/(.*)$/.exec(url)?.[1];
    if (narrow !== undefined) return this.#findNarrow(narrow.split('/').map(decodeOperand));
    if (/^(?:https?:\/\/|mailto:)[^\s]+$/i.test(url)) return url;
    return this.findFile(url);
  }

  /** An uploaded file, or its thumbnail. */
  findFile(url: string): string | undefined {
    if (!url.startsWith(uploadsPrefix)) return undefined;
    const path_id = pathIdOf(url)?.replace(/^thumbnail\/(.*)\/[^/]+$/, '$1');
    if (path_id === undefined) return undefined;
    const file = this.#db.get<{ id: number; name: string }>(
      'SELECT id, name FROM attachments WHERE path_id = ?',
      path_id,
    );
    return file && paths.file(file.id, file.name);
  }

  /** A custom emoji's picture. */
  findEmoji(url: string): string | undefined {
    const id = Number(/^\/emoji\/(\d+)(?:\/|\?|\.|$)/.exec(url)?.[1]);
    return Number.isSafeInteger(id) ? findEmoji(this.#db, id) : undefined;
  }

  #findNarrow(parts: readonly string[]): string | undefined {
    const terms = new Map(
      Array.from({ length: Math.floor(parts.length / 2) }, (_, index) => [
        parts[2 * index],
        parts[2 * index + 1] ?? '',
      ]),
    );
    const near = Number(terms.get('near') ?? terms.get('with') ?? terms.get('id'));
    const message = Number.isSafeInteger(near) && near > 0 ? this.#plan.findMessage(near) : undefined;
    return message ?? this.#findTopic(terms) ?? this.#findDirect(terms);
  }

  #findTopic(terms: ReadonlyMap<string | undefined, string>): string | undefined {
    const channel_id = Number.parseInt(terms.get('channel') ?? terms.get('stream') ?? '', 10);
    if (!this.#channels.has(channel_id)) return undefined;
    const topic = terms.get('topic');
    if (topic === undefined) return paths.channel(channel_id, 1);
    const sql = 'SELECT id FROM conversations WHERE channel_id = ? AND topic_key = ?';
    return this.#plan.findConversation(this.#db.value<number>(sql, channel_id, foldName(topic)));
  }

  #findDirect(terms: ReadonlyMap<string | undefined, string>): string | undefined {
    const ids = /^\d+(?:,\d+)*/
      .exec(terms.get('dm') ?? terms.get('pm-with') ?? '')?.[0]
      .split(',')
      .map(Number);
    if (!ids) return undefined;
    const sql = 'SELECT id FROM conversations WHERE members_key = ?';
    return this.#plan.findConversation(this.#db.value<number>(sql, ids.sort((a, b) => a - b).join()));
  }
}

/** The picture of a custom emoji; undefined if there is none. */
export function findEmoji(db: Database, id: number): string | undefined {
  const content_type = db.value<string>(
    'SELECT i.content_type FROM realm_emoji e JOIN images i ON i.id = e.image_id WHERE e.id = ?',
    id,
  );
  return content_type === undefined ? undefined : paths.emoji(id, content_type);
}

// Links use dots instead of percent signs.
function decodeOperand(operand: string): string {
  try {
    return decodeURIComponent(operand.replace(/\.(?=[0-9A-F]{2})/g, '%'));
  } catch {
    return operand;
  }
}
