import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { ensureTopic, findConversation } from '../../src/conversations/conversation.ts';
import type { Message } from '../../src/conversations/message.ts';
import { getMessage } from '../../src/conversations/message.ts';
import { doDeleteMessages } from '../../src/messages/deletion.ts';
import { doEditMessage } from '../../src/messages/edit.ts';
import { renderMessage } from '../../src/messages/rendering.ts';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import { findAmong } from '../../src/search/page.ts';
import type { Term } from '../../src/search/term.ts';
import { findAtOnce, searchOptions, temporaryFile } from '../support/search.ts';
import { Seeded } from '../support/seeded.ts';
import { startServer, type TestServer } from '../support/server.ts';

const people = ['alice', 'bob', 'guest'] as const;
// From everywhere to hardly anywhere, some of them parts or other forms of others.
const words = [
  'deploy',
  'deploys',
  'redeployed',
  'run',
  'running',
  'prune',
  'runner',
  'code',
  'coder',
  'rare',
  'rarely',
];
const usual = 3000;

/** Some thousand messages with gaps between their ids, of which the index lacks the last and some changes. */
class Crowd {
  readonly server: TestServer;
  readonly search: IndexedSearch;
  readonly random: Seeded;
  readonly channels: number[];

  constructor(server: TestServer, random: Seeded, file: string) {
    const { app, db, users } = server;
    this.server = server;
    this.random = random;
    this.search = new IndexedSearch(searchOptions(file));
    this.channels = db.transaction(() =>
      ['red', 'green', 'blue'].map((name) => {
        const channel = doCreateChannel(app, undefined, { name });
        const subscribers = people.filter((person) => person === 'bob' || random.chance(60));
        doSubscribe(
          app,
          channel,
          subscribers.map((person) => users[person]),
        );
        return channel.id;
      }),
    );
    db.transaction(() => this.#send(usual));
    while (this.search.step(200));
    db.transaction(() => this.#change());
    for (let n = random.below(3); n > 0; n--) this.search.step(20);
    db.transaction(() => this.#send(random.pick([0, 50, 2500])));
  }

  word(): string {
    return words[this.random.below(this.random.below(words.length) + 1)] as string;
  }

  #text(): string {
    return Array.from({ length: 1 + this.random.below(3) }, () => this.word()).join(this.random.pick([' ', ', ']));
  }

  #send(count: number): void {
    const { db, users } = this.server;
    const conversations = this.channels.map((channel) => ({ channel, id: ensureTopic(db, channel, 'code').id }));
    let id = db.value<number | null>('SELECT max(id) FROM messages') ?? 0;
    for (let n = 0; n < count; n++) {
      id += this.random.chance(1) ? 300 : 1 + this.random.below(3);
      const { channel, id: conversation_id } = this.random.pick(conversations);
      db.run(
        `INSERT INTO messages (id, conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
           rendered_content, rendered_version) VALUES (?, ?, ?, ?, ?, 'test', ?, ?, '', 1)`,
        id,
        conversation_id,
        channel,
        channel,
        users[this.random.pick(people)].id,
        1_700_000_000 + id,
        this.#text(),
      );
    }
  }

  #change(): void {
    const { app, db, users } = this.server;
    for (let n = 0; n < 40; n++) {
      const message = getMessage(db, this.random.pick(this.listIds())) as Message;
      const content = this.#text();
      if (this.random.chance(50)) {
        doEditMessage(app, users.bob, message, { content, rendering: renderMessage(app, users.bob, content) });
      } else {
        const conversation = findConversation(db, message.conversation_id);
        if (conversation) doDeleteMessages(app, conversation, [message.id]);
      }
    }
  }

  listIds(): number[] {
    return this.server.db.values('SELECT id FROM messages ORDER BY id');
  }
}

function randomNarrow(crowd: Crowd, isGuest: boolean): Term[] {
  const {
    random,
    channels,
    server: { users },
  } = crowd;
  const word = () => crowd.word();
  const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });
  const searched = random.pick([
    () => word(),
    () => `"${word()}"`,
    () => `${word()} ${word()}`,
    () => `"${word()} ${word()}"`,
  ]);
  const others = [
    term('search', searched(), true),
    term('search', word().slice(0, 3), true),
    term('sender', users[random.pick(people)].id, random.chance(30)),
    term('is', 'starred'),
    // Guests know only their own channels.
    ...(isGuest ? [] : [term('channel', random.pick(channels), random.chance(30))]),
  ];
  return [term('search', searched()), ...others.filter(({ operator }) => random.chance(operator === 'is' ? 5 : 25))];
}

function compareOnce(crowd: Crowd): void {
  const { server, random } = crowd;
  const { app, users } = server;
  const user = users[random.pick(people)];
  const terms = randomNarrow(crowd, user === users.guest);
  const narrow = compileNarrow(app, user, terms);
  const all = crowd.listIds();
  const ids = findAmong(app, user, narrow, all);
  const anchor = random.pick([random.below(all.at(-1) as number), random.pick(all), (all.at(-1) as number) + 1]);
  const [num_before, num_after] = [random.pick([0, 3, 60, 3000]), random.pick([0, 0, 3, 60])];
  const before = ids.filter((id) => id < anchor);
  const after = ids.filter((id) => id > anchor);
  const range = { anchor, date: undefined, include_anchor: true, num_before, num_after };

  const page = findAtOnce(crowd.search, { user, narrow, ...range });

  const expected = {
    anchor,
    ids: [
      ...before.slice(Math.max(0, before.length - num_before)),
      ...ids.filter((id) => id === anchor),
      ...after.slice(0, num_after),
    ],
    found_oldest: before.length <= num_before,
    found_newest: after.length <= num_after,
    found_anchor: ids.includes(anchor),
  };
  assert.deepEqual(page, expected, JSON.stringify({ terms, range, user: user.full_name }));
}

async function compareRandomCrowd(t: TestContext, seed: number): Promise<void> {
  const file = temporaryFile(t);
  const crowd = new Crowd(await startServer(t, file), new Seeded(seed), file);
  for (let question = 0; question < 100; question++) compareOnce(crowd);
  while (crowd.search.step(200));
  for (let question = 0; question < 50; question++) compareOnce(crowd);
  crowd.search.close();
}

describe('a search among thousands of candidates', () => {
  it('finds the pages that a test of every message finds', async (t) => {
    for (let seed = 1; seed <= 3; seed++) await compareRandomCrowd(t, seed);
  });
});
