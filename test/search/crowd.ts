import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe, doUnsubscribe } from '../../src/channels/subscription.ts';
import { getChannel } from '../../src/conversations/channel.ts';
import { ensureTopic, findConversation } from '../../src/conversations/conversation.ts';
import type { Page } from '../../src/conversations/full-page.ts';
import { getMessage } from '../../src/conversations/message.ts';
import { doDeleteMessages } from '../../src/messages/deletion.ts';
import { doEditMessage } from '../../src/messages/edit.ts';
import { renderMessage } from '../../src/messages/rendering.ts';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import { findAmong, type PageRange } from '../../src/search/page.ts';
import type { Term } from '../../src/search/term.ts';
import type { User } from '../../src/users/user.ts';
import { searchOptions } from '../support/search.ts';
import type { Seeded } from '../support/seeded.ts';
import type { TestServer } from '../support/server.ts';

export const people = ['alice', 'bob', 'guest'] as const;
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

/** Some thousand messages with gaps between their ids, of which the index lacks the last and some changes. */
export class Crowd {
  readonly server: TestServer;
  readonly search: IndexedSearch;
  readonly random: Seeded;
  readonly channels: number[];

  constructor(server: TestServer, random: Seeded, file: string, count = 3000) {
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
    this.send(count);
    while (this.search.step(200));
    this.change(40);
    for (let n = random.below(3); n > 0; n--) this.search.step(20);
    this.send(random.pick([0, 50, 2500]));
  }

  word(): string {
    return words[this.random.below(this.random.below(words.length) + 1)] as string;
  }

  #text(): string {
    return Array.from({ length: 1 + this.random.below(3) }, () => this.word()).join(this.random.pick([' ', ', ']));
  }

  /** Adds messages, with gaps between their ids. */
  send(count: number): void {
    this.server.db.transaction(() => this.#send(count));
  }

  #send(count: number): void {
    const { db, users } = this.server;
    const conversations = this.channels.map((channel) => ({
      channel,
      id: ensureTopic(db, channel, this.random.pick(['lunch', 'code'])).id,
    }));
    let id = db.value<number | null>('SELECT max(id) FROM messages') ?? 0;
    for (let n = 0; n < count; n++) {
      id += this.random.chance(1) ? 300 : 1 + this.random.below(3);
      const { channel, id: conversation_id } = this.random.pick(conversations);
      db.run(
        `INSERT INTO messages (id, conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
           rendered_content, rendered_version)
         VALUES (?1, ?2, ?3, ?3, ?4, 'test', ?5, ?6, '<p>' || ?6 || '</p>', 1)`,
        id,
        conversation_id,
        channel,
        users[this.random.pick(people)].id,
        1_700_000_000 + id,
        this.#text(),
      );
    }
  }

  /** Edits and deletes messages, renames topics, and lets people come and go. */
  change(count: number): void {
    for (let n = 0; n < count; n++) this.server.db.transaction(() => this.#change());
  }

  #change(): void {
    const { app, db, users } = this.server;
    const what = this.random.below(100);
    const message = getMessage(db, this.random.pick(this.listIds()));
    if (what < 50) {
      const content = this.#text();
      doEditMessage(app, users.bob, message, { content, rendering: renderMessage(app, users.bob, content) });
    } else if (what < 90) {
      const conversation = findConversation(db, message.conversation_id);
      if (conversation) doDeleteMessages(app, conversation, [message.id]);
    } else if (what < 91) {
      const topic = `${this.word()} ${this.random.below(1000)}`;
      db.run('UPDATE conversations SET topic = ? WHERE id = ?', topic, message.conversation_id);
    } else {
      const channel = getChannel(db, this.random.pick(this.channels));
      const user = users[this.random.pick(['alice', 'guest'] as const)];
      if (this.random.chance(50)) doSubscribe(app, channel, [user]);
      else doUnsubscribe(app, channel, [user]);
    }
  }

  /** Forgets the changes that the index has, except the last, as the searcher does. */
  forgetChanges(): void {
    this.server.db.run('DELETE FROM search_changes WHERE id < ?', this.search.progress.change_id);
  }

  listIds(): number[] {
    return this.server.db.values('SELECT id FROM messages ORDER BY id');
  }

  /** The page that a test of every message finds. */
  pageOf(
    user: User,
    terms: readonly Term[],
    { anchor, include_anchor, num_before, num_after }: PageRange,
  ): Page & { anchor: number } {
    const { app } = this.server;
    const ids = findAmong(app, user, compileNarrow(app, user, terms), this.listIds());
    const before = ids.filter((id) => id < anchor);
    const after = ids.filter((id) => id > anchor);
    const isAt = include_anchor && ids.includes(anchor);
    return {
      anchor,
      ids: [
        ...before.slice(Math.max(0, before.length - num_before)),
        ...(isAt ? [anchor] : []),
        ...after.slice(0, num_after),
      ],
      found_oldest: before.length <= num_before,
      found_newest: after.length <= num_after,
      found_anchor: isAt,
    };
  }
}
