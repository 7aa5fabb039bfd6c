import { join } from 'node:path';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { createApp } from '../../src/app.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import type { Database } from '../../src/db/database.ts';
import { doCreateRealm } from '../../src/organization/new-realm.ts';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { indexFile } from '../../src/search/text-index.ts';
import { roles, type User } from '../../src/users/user.ts';
import { keyFile, openData, type Person, temporaryFolder } from './data.ts';
import { Words } from './words.ts';

export const people = 1000;
const channels = 200;
export const topicsEach = 25;
const searchers = 16;

/** A data directory for searches. */
export interface Searched {
  folder: string;
  words: Words;
  /** People who follow the same fifth of the channels. */
  members: Person[];
  /** Follows the channel in which least is said. */
  guest: Person;
}

/** A data directory with that many messages of words, written without the server. */
export function makeSearched(messages: number): Searched {
  const folder = temporaryFolder();
  keyFile(folder);
  const words = new Words(1);
  const app = createApp(openData(folder));
  const made = app.db.transaction(() => {
    doCreateRealm(app, 'Benchmark');
    const users = Array.from({ length: people }, (_, index) => {
      const role = index === people - 1 ? roles.guest : roles.member;
      const names = { full_name: `Person ${index}`, role, password_hash: null };
      return doCreateUser(app, { email: `person${index}@example.com`, ...names });
    });
    const guest = users.at(-1) as User;
    for (let index = 0; index < channels; index++) {
      const channel = doCreateChannel(app, undefined, { name: `channel ${index}` });
      const others = users.filter((user, number) => user !== guest && number % 5 === index % 5);
      doSubscribe(app, channel, index === channels - 1 ? [...others, guest] : others);
      for (let topic = 0; topic < topicsEach; topic++) ensureTopic(app.db, channel.id, `topic ${topic}`);
    }
    fill(app.db, words, users, messages);
    const personOf = (user: User): Person => ({ user, email: user.email, key: createApiKey(app, user) });
    const members = users.filter((_, number) => number % 5 === 0).slice(0, searchers);
    return { members: members.map(personOf), guest: personOf(guest) };
  });
  app.db.close();
  return { folder, words, ...made };
}

/** Indexes the messages of a data directory; returns the index's file. */
export function indexAll(folder: string): string {
  const messages = join(folder, 'chatd.db');
  const file = indexFile(messages);
  const search = new IndexedSearch({ messages, file, nativeBinding: undefined });
  while (search.step(200));
  search.close();
  return file;
}

function fill(db: Database, words: Words, users: readonly User[], messages: number): void {
  const topics = db.tuples<[number, number]>(
    "SELECT id, channel_id FROM conversations WHERE topic LIKE 'topic %' ORDER BY id",
  );
  for (let n = 0; n < messages; n++) {
    const [conversation_id, channel_id] = topics[words.skewed(channels) * topicsEach + words.skewed(topicsEach)] ?? [
      0, 0,
    ];
    const content = words.message();
    db.run(
      `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
         rendered_content, rendered_version) VALUES (?, ?, ?, ?, 'Bench', ?, ?, ?, 1)`,
      conversation_id,
      channel_id,
      channel_id,
      users[words.skewed(people)]?.id ?? 0,
      1_700_000_000 + n,
      content,
      `<p>${content}</p>`,
    );
  }
  db.run(
    'UPDATE conversations SET max_message_id = (SELECT max(id) FROM messages WHERE conversation_id = conversations.id)',
  );
  db.run('UPDATE read_floors SET message_id = max(message_id, ?)', messages);
}
