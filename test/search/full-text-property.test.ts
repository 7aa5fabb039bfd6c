import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import {
  type Conversation,
  ensureDirectConversation,
  ensureTopic,
  findConversation,
  resolvedPrefix,
} from '../../src/conversations/conversation.ts';
import { getMessage } from '../../src/conversations/message.ts';
import type { Topic } from '../../src/conversations/relocation.ts';
import { doDeleteMessages } from '../../src/messages/deletion.ts';
import { doEditMessage } from '../../src/messages/edit.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { doMoveMessages } from '../../src/messages/move.ts';
import { renderMessage } from '../../src/messages/rendering.ts';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import { findAmong } from '../../src/search/page.ts';
import type { Term } from '../../src/search/term.ts';
import { findAtOnce, searchOptions, temporaryFile } from '../support/search.ts';
import { Seeded } from '../support/seeded.ts';
import { startServer, type TestServer } from '../support/server.ts';

const people = ['alice', 'bob', 'guest'] as const;
const vocabulary = [
  'run runs running deploy deployed deploys organization organize happy happier hope hoping a an go goes be',
  'hostname.example host-name foo_bar café CAFE Ärger naïve Straße strasse İstanbul привет Привёт ΟΔΟΣ οδός',
  '日本語 東京タワー 日 今日は カード ガラス ｶﾞﾗｽ バス ハス 한국어 대한민국 ไทย สวัสดี 👍 👍🏽 :) c++ C# #general don’t',
  "**bold** *it* `code` ~~gone~~ un**believ**able (round) x=1;y=2 %_ / \\ -- OR AND NOT NEAR( col: ^ * 100% é don't",
  'https://hostname.example/a?b=c&d=e user@example.com deadbeefcafe 2026-01-05 3.14 ﬁne ＡＢＣ 𝒜𝒷 end.',
].flatMap((line) => line.split(' '));
const topics = ['lunch', 'host-name', '東京', 'deploy café', 'a b', '**bold**', 'un**believ**able'];
const wishes = [...vocabulary, ...topics, 'unbelievable', 'a b', 'lunches', '✔', '✔ lunch', 'bold it'];

/** A text without case, accents and widths, in which two that look alike are equal. */
function plain(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe0f]/g, '')
    .normalize('NFC')
    .toUpperCase();
  return letters.toLowerCase().replace(/ς/g, 'σ').replace(/’/g, "'").replace(/\s+/g, ' ');
}

const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}ー]/u;

/** The words of scripts that have spaces between them. */
function wordsOf(text: string): string[] {
  return text.split(unspaced).flatMap((part) => part.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== ''));
}

const stemmer = new Sqlite(':memory:');
stemmer.exec(`CREATE VIRTUAL TABLE word USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE stem USING fts5vocab (word, row)`);
const stems = new Map<string, string>();

/** A word as SQLite stems it. */
function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  stemmer.exec('DELETE FROM word');
  stemmer.prepare('INSERT INTO word VALUES (?)').run(word);
  const found = stemmer.prepare<[], string>('SELECT term FROM stem').pluck().get() ?? word;
  stems.set(word, found);
  return found;
}

interface Wanted {
  text: string;
  quoted: boolean;
}

/** What a match is. */
function matches({ text, quoted }: Wanted, content: string, topic: string): boolean {
  const wanted = plain(text);
  return [content, content.replace(/[*~`]/g, ''), topic.replace(/^✔ /, '')]
    .map(plain)
    .some((place) => hasLiteral(place, wanted) || (!quoted && hasInOtherForms(place, wanted)));
}

// A word of one or two letters is looked for as a whole word, anything else also inside of words.
function hasLiteral(place: string, wanted: string): boolean {
  const isShort = wordsOf(wanted)[0] === wanted && [...wanted].length < 3;
  return isShort ? wordsOf(place).includes(wanted) : place.includes(wanted);
}

// Words count in other forms; several in one term, as in `host-name`, when they follow each other.
function hasInOtherForms(place: string, wanted: string): boolean {
  const bare = wanted.replace(/^[([]+/, '').replace(/[)\].,;:!?]+$/, '');
  const isOfWords = /^[\p{L}\p{N}\p{M}]/u.test(bare) && /[\p{L}\p{N}\p{M}]$/u.test(bare) && !unspaced.test(bare);
  const all = wordsOf(place).map(stemOf);
  const ours = wordsOf(bare).map(stemOf);
  return isOfWords && all.some((_, at) => ours.every((stem, index) => all[at + index] === stem));
}

/** A small organization with a random past that its index follows more or less closely. */
class Past {
  readonly server: TestServer;
  readonly random: Seeded;
  readonly search: IndexedSearch;
  readonly channels: number[];

  constructor(server: TestServer, random: Seeded, file: string) {
    const { app, db, users } = server;
    this.server = server;
    this.random = random;
    this.channels = db.transaction(() =>
      ['red', 'green', 'blue'].map((name) => {
        const channel = doCreateChannel(app, undefined, { name });
        doSubscribe(
          app,
          channel,
          people.filter((person) => person === 'bob' || random.chance(50)).map((person) => users[person]),
        );
        return channel.id;
      }),
    );
    this.search = new IndexedSearch(searchOptions(file));
    for (let n = 0; n < 200; n++) this.#step();
  }

  text(): string {
    const glue = this.random.pick([' ', ' ', ', ', '\n', '']);
    return Array.from({ length: 1 + this.random.below(6) }, () => this.random.pick(vocabulary)).join(glue);
  }

  listMessages(): { id: number; content: string; topic: string }[] {
    return this.server.db.all(
      `SELECT m.id, m.content, coalesce(c.topic, '') AS topic FROM messages m
       JOIN conversations c ON c.id = m.conversation_id ORDER BY m.id`,
    );
  }

  #step(): void {
    const { db, random } = { db: this.server.db, random: this.random };
    const ids = db.values<number>('SELECT id FROM messages');
    const what = random.below(100);
    if (ids.length === 0 || what < 60) db.transaction(() => this.#send());
    else if (what < 75) db.transaction(() => this.#edit(random.pick(ids)));
    else if (what < 85) db.transaction(() => this.#move(random.pick(ids)));
    else if (what < 88) db.transaction(() => this.#delete(random.pick(ids)));
    else if (what < 94) this.search.step(1 + random.below(20));
  }

  #send(): void {
    const { app, db, users } = this.server;
    const sender = users[this.random.pick(people)];
    const conversation = this.random.chance(80)
      ? ensureTopic(db, this.random.pick(this.channels), this.random.pick(topics))
      : ensureDirectConversation(db, [sender.id, users[this.random.pick(people)].id]);
    doSendMessage(app, { sender, conversation, content: this.text(), client: 'test', read_by_sender: true });
  }

  #edit(id: number): void {
    const { app, users } = this.server;
    const content = this.text();
    const rendering = renderMessage(app, users.bob, content);
    doEditMessage(app, users.bob, getMessage(app.db, id), { content, rendering });
  }

  /** One message or its whole topic, to another place or under another name. */
  #move(id: number): void {
    const { app, db, users } = this.server;
    const message = getMessage(app.db, id);
    const from = findConversation(db, message.conversation_id) as Conversation & Topic;
    if (from.channel_id === null) return;
    const topic = this.random.chance(30) ? `${resolvedPrefix}${from.topic}` : this.random.pick(wishes);
    const to = { channel_id: this.random.chance(70) ? from.channel_id : this.random.pick(this.channels), topic };
    const all = db.values<number>('SELECT id FROM messages WHERE conversation_id = ? ORDER BY id', from.id);
    const isWhole = this.random.chance(70);
    const move = {
      ids: isWhole ? all : [id],
      from,
      to,
      isWhole,
      resolves: false,
      tellOld: false,
      tellNew: false,
    } as const;
    const isSame = to.channel_id === from.channel_id && to.topic === from.topic;
    if (!isSame) doMoveMessages(app, users.bob, message, { ...move, propagate_mode: 'change_one' });
  }

  #delete(id: number): void {
    const { app, db } = this.server;
    const { conversation_id } = getMessage(app.db, id);
    doDeleteMessages(app, findConversation(db, conversation_id) as Conversation, [id]);
  }
}

function randomWanted({ random }: Past): Wanted {
  const quoted = random.chance(30);
  const text = quoted && random.chance(70) ? `${random.pick(wishes)} ${random.pick(wishes)}` : random.pick(wishes);
  const letters = [...text];
  const from = random.chance(30) ? random.below(letters.length) : 0;
  const part = letters
    .slice(from, random.chance(30) ? from + 1 + random.below(6) : undefined)
    .join('')
    .trim();
  const isOne = quoted || !part.includes(' ');
  return plain(part) === '' || !isOne ? { text: 'run', quoted } : { text: part, quoted };
}

function otherTerms({ random, channels, server: { users } }: Past): Term[] {
  const terms: Term[] = [
    { operator: 'channel', operand: random.pick(channels), negated: false },
    { operator: 'topic', operand: random.pick(topics), negated: random.chance(30) },
    { operator: 'sender', operand: users[random.pick(people)].id, negated: random.chance(30) },
    { operator: 'search', operand: random.pick(vocabulary), negated: true },
  ];
  return terms.filter((_, index) => random.chance(index === 0 ? 40 : 20));
}

/** Asks for a random page; the model says what must be on it. */
function compareOnce(past: Past): void {
  const { server, random } = past;
  const { app, users } = server;
  const user = users[random.pick(['alice', 'bob'] as const)];
  const wanted = Array.from({ length: 1 + random.below(2) }, () => randomWanted(past));
  const operand = wanted.map(({ text, quoted }) => (quoted ? `"${text}"` : text)).join(' ');
  const others = otherTerms(past);
  const narrow = compileNarrow(app, user, [...others, { operator: 'search', operand, negated: false }]);
  const messages = past.listMessages();
  const visible = new Set(
    findAmong(
      app,
      user,
      compileNarrow(app, user, [...others, { operator: 'in', operand: 'all', negated: false }]),
      messages.map(({ id }) => id),
    ),
  );
  const ids = messages
    .filter(({ id, content, topic }) => visible.has(id) && wanted.every((one) => matches(one, content, topic)))
    .map(({ id }) => id);
  const anchor = random.below(messages.length + 20);
  const [num_before, num_after] = [random.below(12), random.below(12)];
  const before = ids.filter((id) => id < anchor);
  const after = ids.filter((id) => id > anchor);

  const page = findAtOnce(past.search, {
    user,
    narrow,
    anchor,
    date: undefined,
    include_anchor: true,
    num_before,
    num_after,
  });

  assert.deepEqual(
    page,
    {
      anchor,
      ids: [
        ...before.slice(Math.max(0, before.length - num_before)),
        ...ids.filter((id) => id === anchor),
        ...after.slice(0, num_after),
      ],
      found_oldest: before.length <= num_before,
      found_newest: after.length <= num_after,
      found_anchor: ids.includes(anchor),
    },
    JSON.stringify({ operand, others, user: user.full_name, progress: past.search.progress }),
  );
}

async function compareRandomPast(t: TestContext, seed: number): Promise<void> {
  const file = temporaryFile(t);
  const past = new Past(await startServer(t, file), new Seeded(seed), file);
  for (let question = 0; question < 60; question++) compareOnce(past);
  while (past.search.step(50));
  for (let question = 0; question < 60; question++) compareOnce(past);
  past.search.close();
}

describe('a search of the text index', () => {
  it('finds what a naive look at every message finds, however far the index has come', async (t) => {
    for (let seed = 1; seed <= 8; seed++) await compareRandomPast(t, seed);
  });
});
