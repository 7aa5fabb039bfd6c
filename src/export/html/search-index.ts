import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '../progress.ts';
import { rowsOf } from '../rows.ts';
import { textOf } from './rendered.ts';
import { paths } from './site.ts';
import { nameOf, type Titled, titleOf, type Website } from './website.ts';
import { shardOf, wordsOf } from './words.ts';

/** Number of messages in one file of the index. */
const messagesOfPiece = 500;
/** Number of messages for each file of words, and the maximum number of these files. */
const messagesOfShard = 500;
const mostShards = 1024;
/** Maximum length of a message's text in the index, in UTF-16 code units: the script cuts excerpts around hits. */
const longestText = 10_000;
/** Maximum length of words buffered in memory for all files, in characters. */
const mostWaiting = 2 << 20;

/** Sizes of the index that the script needs. */
export interface IndexSize {
  messages: number;
  messagesOfPiece: number;
  shards: number;
}

interface Row extends Titled {
  id: number;
  conversation_id: number;
  sender_id: number;
  sent_at: number;
  rendered_content: string;
  channel: string | null;
}

const rowsSql = `SELECT m.id, m.conversation_id, m.sender_id, m.sent_at, m.rendered_content, c.topic, c.members_key,
    ch.name AS channel
  FROM messages m JOIN conversations c ON c.id = m.conversation_id LEFT JOIN channels ch ON ch.id = c.channel_id
  ORDER BY m.id`;

/** Writes the index of all messages, split into files so that a search loads few of them. */
export async function writeSearchIndex(site: Website, scratch: string): Promise<IndexSize> {
  const { progress } = site;
  const count = site.db.value<number>('SELECT count(*) FROM messages') ?? 0;
  const shards = Math.min(mostShards, Math.max(1, Math.ceil(count / messagesOfShard)));
  const words = new WordFiles(scratch, shards);
  mkdirSync(join(site.folder, 'search/messages'), { recursive: true, mode: 0o700 });
  mkdirSync(join(site.folder, 'search/words'), { recursive: true, mode: 0o700 });
  progress.begin(count + shards);
  let piece: unknown[] = [];
  let number = 0;
  for (const row of rowsOf<Row>(site.db, rowsSql)) {
    const text = textOf(row.rendered_content);
    words.add(number++, wordsOf(`${row.topic ?? ''} ${text}`));
    piece.push(entryOf(site, row, text));
    progress.advance();
    if (progress.isDue) await progress.rest();
    if (piece.length < messagesOfPiece && number < count) continue;
    const index = Math.floor((number - 1) / messagesOfPiece);
    writeScript(join(site.folder, paths.messages(index)), `chatdMessages(${index}, ${JSON.stringify(piece)});\n`);
    piece = [];
  }
  await words.writeTo(site.folder, progress);
  return { messages: count, messagesOfPiece, shards };
}

/** A message as the script shows it: URL, sender, place, time, text. */
function entryOf(site: Website, row: Row, text: string): unknown[] {
  const title = titleOf(site, row);
  return [
    `${site.plan.pathOf(row.conversation_id, row.id)}#m${row.id}`,
    nameOf(site, row.sender_id),
    row.channel === null ? title : `#${row.channel} › ${title}`,
    row.sent_at,
    text.slice(0, longestText).toWellFormed(),
  ];
}

function writeScript(file: string, script: string): void {
  writeFileSync(file, script, { mode: 0o600 });
}

/** In characters: words are written together up to this length. */
const batchLength = 1 << 20;

/** Writes a script word by word, because the whole text would be long. */
function writeWords(file: string, shard: number, words: ReadonlyMap<string, Steps>): void {
  writeScript(file, `chatdWords(${shard}, {`);
  let [text, separator] = ['', ''];
  for (const [word, steps] of words) {
    text += `${separator}${JSON.stringify(word)}:"${steps}"`;
    separator = ',';
    if (text.length < batchLength) continue;
    appendFileSync(file, text);
    text = '';
  }
  appendFileSync(file, `${text}});\n`);
}

/** Collects the words of messages in one file for each part of the index, because they do not fit into memory. */
class WordFiles {
  readonly #folder: string;
  readonly #waiting: string[];
  #length = 0;

  constructor(folder: string, shards: number) {
    this.#folder = folder;
    this.#waiting = Array.from({ length: shards }, () => '');
  }

  add(message: number, words: readonly string[]): void {
    for (const word of new Set(words)) {
      const line = `${word} ${message}\n`;
      const shard = shardOf(word, this.#waiting.length);
      this.#waiting[shard] += line;
      this.#length += line.length;
    }
    if (this.#length > mostWaiting) this.#flush();
  }

  #flush(): void {
    for (const [shard, lines] of this.#waiting.entries()) {
      if (lines !== '') appendFileSync(this.#pathOf(shard), lines, { mode: 0o600 });
      this.#waiting[shard] = '';
    }
    this.#length = 0;
  }

  async writeTo(folder: string, progress: Progress): Promise<void> {
    this.#flush();
    for (const shard of this.#waiting.keys()) {
      const file = this.#pathOf(shard);
      writeWords(join(folder, paths.words(shard)), shard, existsSync(file) ? condense(readFileSync(file)) : new Map());
      rmSync(file, { force: true });
      progress.advance();
      if (progress.isDue) await progress.rest();
    }
  }

  #pathOf(shard: number): string {
    return join(this.#folder, `words-${shard}`);
  }
}

const [newline, blank, comma] = [0x0a, 0x20, 0x2c];

/** The messages of each word, from lines with a word and a message. */
function condense(lines: Buffer): Map<string, Steps> {
  const found = new Map<string, Steps>();
  for (let at = 0; at < lines.length; ) {
    const space = lines.indexOf(blank, at);
    const end = lines.indexOf(newline, space);
    const word = lines.toString('utf8', at, space);
    const steps = found.get(word) ?? new Steps();
    steps.add(Number(lines.toString('latin1', space + 1, end)));
    found.set(word, steps);
    at = end + 1;
  }
  return found;
}

/** Ascending numbers as text: the first one, then differences, in base 36. A list would take ten times the memory. */
class Steps {
  #bytes = Buffer.allocUnsafe(16);
  #length = 0;
  #last = 0;

  add(number: number): void {
    const text = (number - this.#last).toString(36);
    this.#last = number;
    if (this.#length + text.length + 1 > this.#bytes.length) this.#grow();
    if (this.#length > 0) this.#bytes[this.#length++] = comma;
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  #grow(): void {
    const bytes = Buffer.allocUnsafe(2 * this.#bytes.length);
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }

  toString(): string {
    return this.#bytes.toString('latin1', 0, this.#length);
  }
}
