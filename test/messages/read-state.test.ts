import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import type { App } from '../../src/app.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe, doUnsubscribe } from '../../src/channels/subscription.ts';
import type { Channel } from '../../src/conversations/channel.ts';
import {
  type Conversation,
  ensureDirectConversation,
  ensureTopic,
  findConversation,
  findTopic,
  newestMessageId,
} from '../../src/conversations/conversation.ts';
import { listMessageRefs, type MessageRef } from '../../src/conversations/message.ts';
import {
  markChannelRead,
  markChannelReadByMany,
  markMessagesRead,
  markMessagesUnread,
} from '../../src/conversations/read-marks.ts';
import { readStates } from '../../src/conversations/read-state.ts';
import { relocateMessages } from '../../src/conversations/relocation.ts';
import { listUnread, listUnreadInChannel, listUnreadInConversation } from '../../src/conversations/unread-messages.ts';
import type { Database } from '../../src/db/database.ts';
import { doDeleteMessages } from '../../src/messages/deletion.ts';
import { doChangeFlag } from '../../src/messages/flag.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { MessageCache } from '../../src/messages/message-cache.ts';
import { listOf, presentEach } from '../../src/messages/present-messages.ts';
import { userFlagsOn } from '../../src/messages/user-flags.ts';
import { newestAnchor, resolveAnchor } from '../../src/search/anchor.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import { findAmong, findPage } from '../../src/search/page.ts';
import { finish } from '../../src/search/steps.ts';
import { roles, type User } from '../../src/users/user.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { plansOf } from '../support/statements.ts';

const operations = 20_000;
const checkEvery = 100;

describe('the read state', () => {
  it('agrees with one row per user and message over many random operations', async (t) => {
    const server = await startServer(t);
    const world = new World(server, randomNumbers(20_260_105));
    for (let count = 1; count <= operations; count++) {
      server.db.transaction(() => world.step());
      if (count % checkEvery === 0) await world.check(count);
    }
    assert.ok(world.largestState < world.messages.length / 2, 'exceptions stay fewer than messages');
    assert.ok(world.mostPlaces > 10, 'topics are joined by messages that were read differently');
  });
});

describe('what is unread in one place', () => {
  it('is found without a look at other channels and conversations', async (t) => {
    const { db, users } = await startServer(t);
    const planOf = (list: (db: Database, user_id: number, id: number) => unknown) =>
      plansOf(db, () => list(db, users.alice.id, 1)).flat();
    const bySubscription = 'SEARCH sub USING PRIMARY KEY (user_id=?)';
    const conversationsOf = (plan: string[]) => new Set(plan.filter((line) => line.startsWith('SEARCH c ')));

    const everywhere = planOf(listUnread);
    const inChannel = planOf(listUnreadInChannel);
    const inConversation = planOf(listUnreadInConversation);

    assert.ok(everywhere.includes(bySubscription));
    assert.ok(!inChannel.includes(bySubscription));
    assert.deepEqual(conversationsOf(inConversation), new Set(['SEARCH c USING INTEGER PRIMARY KEY (rowid=?)']));
  });
});

/** What the naive model keeps for every user and message. */
interface Row {
  is_read: boolean;
}

type Flag = 'starred' | 'collapsed';

interface Sent extends MessageRef {
  sender_id: number;
  /** By the users who received it. */
  rows: Map<number, Row>;
  /** Users who never received it and marked it as unread. */
  reopened: Set<number>;
  /** Users who saw it move to its channel and have not left since. */
  sawMove: Set<number>;
  /** By user; in the order in which they are shown. */
  flags: Map<number, Set<Flag>>;
}

/** A random organization, kept twice: by the product, and as one row per user and message. */
class World {
  readonly messages: Sent[] = [];
  largestState = 0;
  mostPlaces = 0;
  readonly #server: TestServer;
  readonly #app: App;
  readonly #random: (limit: number) => number;
  readonly #users: User[];
  readonly #channels: Channel[];
  readonly #subscribed = new Map<number, Set<number>>();

  constructor(server: TestServer, random: (limit: number) => number) {
    const { app } = server;
    this.#server = server;
    this.#app = app;
    this.#random = random;
    const names = ['Ann', 'Ben', 'Cas', 'Dee', 'Eve', 'Fay'];
    this.#users = app.db.transaction(() =>
      names.map((full_name) =>
        doCreateUser(app, { email: `${full_name}@walk.example`, full_name, role: roles.member, password_hash: null }),
      ),
    );
    const protectedHistory = { invite_only: true, history_public_to_subscribers: false };
    this.#channels = app.db.transaction(() => [
      ...['red', 'green', 'blue'].map((name) => doCreateChannel(app, undefined, { name })),
      doCreateChannel(app, undefined, { name: 'grey', ...protectedHistory }),
    ]);
    for (const { id } of this.#channels) this.#subscribed.set(id, new Set());
  }

  step(): void {
    const choice = this.#random(100);
    if (choice < 40) this.#send();
    else if (choice < 55) this.#read(1);
    else if (choice < 65) this.#read(30);
    else if (choice < 70) this.#markUnread(this.#random(2) === 0 ? 1 : 20);
    else if (choice < 74) this.#markUnreadFrom();
    else if (choice < 77) this.#readChannel();
    else if (choice < 78) this.#readChannelByMany();
    else if (choice < 87) this.#subscribe();
    else if (choice < 93) this.#unsubscribe();
    else if (choice < 94) this.#delete();
    else if (choice < 95) this.#star();
    else this.#move();
  }

  /** Compares every user's unread ids, the state of a page of messages, and who has read some, with the model. */
  async check(count: number): Promise<void> {
    // These operations change rows without the events that would drop what is kept of messages.
    this.#app.messageCache = new MessageCache();
    for (const user of this.#users) {
      const expected = this.messages.filter((message) => this.#isUnread(user, message)).map(({ id }) => id);
      const actual = listUnread(this.#app.db, user.id);
      assert.deepEqual(actual, expected, `unread of ${user.full_name} after ${count} operations`);
      this.#checkUnreadParts(user, expected, count);
      const narrow = compileNarrow(this.#app, user, []);
      const anchor = finish(resolveAnchor(this.#app.db, user, narrow, 'first_unread', undefined));
      assert.equal(anchor, expected[0] ?? newestAnchor, `first unread of ${user.full_name} after ${count} operations`);
      this.#checkUnreadPage(user, expected, count);
      this.#checkFeed(user, count);
      this.#checkPage(user, count);
      this.#checkFlags(user, count);
    }
    for (let number = 0; number < 3; number++) await this.#checkReceipts(count);
    for (let number = 0; number < 10; number++) this.#checkUserFlags(count);
    const rows = this.#app.db.value<number>('SELECT count(*) FROM read_exceptions') ?? 0;
    this.largestState = Math.max(this.largestState, rows / this.#users.length);
    const places = this.#app.db.value<number>('SELECT count(*) FROM joined_places') ?? 0;
    this.mostPlaces = Math.max(this.mostPlaces, places);
  }

  /** Compares what is listed of one channel, and of one conversation, with what is unread there. */
  #checkUnreadParts(user: User, unread: readonly number[], count: number): void {
    const message = this.#pick(this.messages);
    const { channel_id, conversation_id } = message;
    const ids = new Set(unread);
    const there = this.messages.filter(({ id }) => ids.has(id));
    const label = `unread of ${user.full_name} beside ${message.id} after ${count} operations`;
    const inConversation = there.filter((one) => one.conversation_id === conversation_id).map(({ id }) => id);
    assert.deepEqual(listUnreadInConversation(this.#app.db, user.id, conversation_id), inConversation, label);
    if (channel_id === null) return;
    const inChannel = there.filter((one) => one.channel_id === channel_id).map(({ id }) => id);
    assert.deepEqual(listUnreadInChannel(this.#app.db, user.id, channel_id), inChannel, label);
  }

  /** Compares what `is:unread` finds around a message, and among all messages, with the ids of what is unread. */
  #checkUnreadPage(user: User, unread: readonly number[], count: number): void {
    const narrow = compileNarrow(this.#app, user, [{ operator: 'is', operand: 'unread', negated: false }]);
    const anchor = this.#pick(this.messages).id;
    const range = { anchor, include_anchor: true, num_before: 20, num_after: 20 };
    const before = unread.filter((id) => id < anchor).slice(-20);
    const after = unread.filter((id) => id > anchor).slice(0, 20);
    const { ids } = finish(findPage(this.#app.db, user, narrow, range));
    assert.deepEqual(
      ids,
      [...before, ...unread.filter((id) => id === anchor), ...after],
      `page of what is unread of ${user.full_name} after ${count} operations`,
    );
    const all = this.messages.map(({ id }) => id);
    assert.deepEqual(findAmong(this.#app, user, narrow, all), unread);
  }

  /** Compares the empty narrow with what the user received and may read, and what they marked as unread. */
  #checkFeed(user: User, count: number): void {
    const feed = this.messages.filter(
      (message) => (message.rows.has(user.id) && this.#reads(user, message)) || this.#isUnread(user, message),
    );
    const ids = feed.map(({ id }) => id);
    const anchor = this.#pick(this.messages).id;
    const range = { anchor, include_anchor: true, num_before: 50, num_after: 50 };
    const page = finish(findPage(this.#app.db, user, compileNarrow(this.#app, user, []), range));
    const expected = [...ids.filter((id) => id < anchor).slice(-50), ...ids.filter((id) => id >= anchor)];
    const most = expected.length - ids.filter((id) => id > anchor).length + 50;
    assert.deepEqual(page.ids, expected.slice(0, most), `feed of ${user.full_name} after ${count} operations`);
  }

  async #checkReceipts(count: number): Promise<void> {
    const { id, channel_id, rows, sender_id } = this.#pick(this.messages);
    if (channel_id === null || channel_id === this.#protected.id) return;
    const expected = [...rows].filter(([user_id, { is_read }]) => is_read && user_id !== sender_id);
    const { body } = await this.#server.as('owner').get(`/messages/${id}/read_receipts`);
    assert.deepEqual(
      body.user_ids,
      expected.map(([user_id]) => user_id).sort((a, b) => a - b),
      `who has read ${id} after ${count} operations`,
    );
  }

  #checkPage(user: User, count: number): void {
    const page = this.messages.slice(-200);
    const stateOf = readStates(this.#app.db, user.id, page);
    for (const message of page) {
      const row = message.rows.get(user.id);
      const history = message.reopened.has(user.id) ? 'reopened' : 'historical';
      const expected = row === undefined ? history : row.is_read ? 'read' : 'unread';
      const isDirect = message.channel_id === null;
      if (isDirect && row === undefined) continue;
      assert.equal(stateOf(message), expected, `${message.id} of ${user.full_name} after ${count} operations`);
    }
  }

  /** Compares the flags of a page as `GET /messages` gives them. */
  #checkFlags(user: User, count: number): void {
    const page = this.messages.slice(-200).filter((one) => one.channel_id !== null || one.rows.has(user.id));
    const ids = page.map(({ id }) => id);
    const variant = { apply_markdown: true, empty_topic_name: true };
    const { pieces } = listOf(presentEach(this.#app, user, ids, variant));
    const shown = JSON.parse(pieces.join('')) as { flags: string[] }[];
    const expected = page.map((message) => expectedFlags(message, user.id));
    const actual = shown.map(({ flags }) => flags.sort());
    assert.deepEqual(actual, expected, `flags of ${user.full_name} after ${count} operations`);
  }

  /** Compares the flags that all who see a message have on it. */
  #checkUserFlags(count: number): void {
    const message = this.#pick(this.messages);
    const user_ids = this.#users
      .map(({ id }) => id)
      .filter((id) => message.channel_id !== null || message.rows.has(id));
    const flagsOf = userFlagsOn(this.#app.db, message.id, user_ids);
    const actual = user_ids.map((id) => flagsOf(id).toSorted());
    const expected = user_ids.map((id) => expectedFlags(message, id));
    assert.deepEqual(actual, expected, `flags of ${message.id} after ${count} operations`);
  }

  #star(): void {
    const user = this.#pick(this.#users);
    const flag = this.#pick<Flag>(['starred', 'collapsed']);
    const op = this.#pick<'add' | 'remove'>(['add', 'add', 'remove']);
    const chosen = this.#choose(user, 10);
    const changed = chosen.filter(({ flags }) => (flags.get(user.id)?.has(flag) ?? false) === (op === 'remove'));
    const { changed: actual } = doChangeFlag(this.#app, user, { op, flag }, chosen);
    assert.deepEqual(
      actual,
      changed.map(({ id }) => id),
    );
    for (const { flags } of changed) {
      const set = flags.get(user.id) ?? new Set();
      if (op === 'add') set.add(flag);
      else set.delete(flag);
      flags.set(user.id, set);
    }
  }

  #send(): void {
    const sender = this.#pick(this.#users);
    const isDirect = this.#random(4) === 0;
    const channel = this.#pick(this.#channels);
    const conversation = isDirect
      ? ensureDirectConversation(this.#app.db, [sender.id, this.#pick(this.#users).id])
      : ensureTopic(this.#app.db, channel.id, `topic ${this.#random(5)}`);
    const read_by_sender = this.#random(2) === 0;
    const draft = { sender, conversation, content: 'x', client: 'test', read_by_sender };
    const { id } = doSendMessage(this.#app, draft);
    const recipients = isDirect
      ? (conversation.members_key ?? '').split(',').map(Number)
      : [...(this.#subscribed.get(channel.id) ?? [])];
    const rows = new Map(recipients.map((one) => [one, { is_read: read_by_sender && one === sender.id }]));
    const { channel_id } = conversation;
    this.messages.push({
      id,
      sender_id: sender.id,
      conversation_id: conversation.id,
      place_id: conversation.id,
      channel_id,
      sent_channel_id: channel_id,
      rows,
      reopened: new Set(),
      sawMove: new Set(),
      flags: new Map(),
    });
  }

  #read(most: number): void {
    const user = this.#pick(this.#users);
    const chosen = this.#choose(user, most);
    const changed = markMessagesRead(this.#app.db, user.id, chosen);
    assert.deepEqual(changed, this.#set(user, chosen, true));
  }

  #markUnread(most: number): void {
    const user = this.#pick(this.#users);
    const chosen = this.#choose(user, most).filter(({ channel_id }) => this.#follows(user.id, channel_id));
    const changed = markMessagesUnread(this.#app.db, user.id, chosen);
    assert.deepEqual(changed, this.#set(user, chosen, false));
  }

  #markUnreadFrom(): void {
    const user = this.#pick(this.#users);
    const [start] = this.#choose(user, 1).filter(({ channel_id }) => this.#follows(user.id, channel_id));
    if (!start) return;
    const chosen = this.messages.filter(
      (one) => one.conversation_id === start.conversation_id && one.id >= start.id && this.#sees(user, one),
    );
    const changed = markMessagesUnread(this.#app.db, user.id, chosen);
    assert.deepEqual(changed, this.#set(user, chosen, false));
  }

  #readChannel(): void {
    const user = this.#pick(this.#users);
    const channel = this.#pick(this.#channels);
    markChannelRead(this.#app.db, [user.id], channel.id, newestMessageId(this.#app.db));
    this.#set(user, this.#messagesIn(channel), true);
  }

  #readChannelByMany(): void {
    const channel = this.#pick(this.#channels);
    const readers = this.#users.filter(({ id }) => this.#follows(id, channel.id) && this.#random(4) > 0);
    const asked = new Set(readers.filter(() => this.#random(4) > 0).map(({ id }) => id));
    const all = { channel_id: channel.id, user_ids: readers.map(({ id }) => id), until: newestMessageId(this.#app.db) };
    const read = markChannelReadByMany(this.#app.db, all, (user_id) => asked.has(user_id));
    const actual = new Map(read.flatMap(({ user_ids, ids }) => user_ids.map((user_id) => [user_id, ids])));
    for (const user of readers) {
      const ids = this.#set(user, this.#messagesIn(channel), true);
      assert.deepEqual(actual.get(user.id) ?? [], asked.has(user.id) ? ids : [], `read by ${user.full_name}`);
    }
  }

  #subscribe(): void {
    const user = this.#pick(this.#users);
    const channel = this.#pick(this.#channels);
    doSubscribe(this.#app, channel, [user]);
    this.#subscribed.get(channel.id)?.add(user.id);
  }

  #unsubscribe(): void {
    const user = this.#pick(this.#users);
    const channel = this.#pick(this.#channels);
    const [gone] = doUnsubscribe(this.#app, channel, [user]);
    this.#subscribed.get(channel.id)?.delete(user.id);
    if (!gone) return;
    this.#set(user, this.#messagesIn(channel), true);
    for (const { sawMove } of this.#messagesIn(channel)) sawMove.delete(user.id);
  }

  #delete(): void {
    const [message] = this.messages.splice(this.#random(this.messages.length), 1);
    if (!message) return;
    const conversation = findConversation(this.#app.db, message.conversation_id) as Conversation;
    doDeleteMessages(this.#app, conversation, [message.id]);
  }

  /** Moves a part of a topic, or all of it: to a new name, into another topic, or to another channel. */
  #move(): void {
    const start = this.#pick(this.messages);
    if (start?.channel_id == null) return;
    const from = findConversation(this.#app.db, start.conversation_id) as Conversation;
    const topicMates = this.messages.filter((one) => one.conversation_id === from.id);
    const mode = this.#random(3);
    const moved = topicMates.filter((one) => mode === 0 || (mode === 1 ? one.id >= start.id : one.id === start.id));
    const channel_id = this.#random(2) === 0 ? start.channel_id : this.#pick(this.#channels).id;
    const topic = this.#random(4) > 0 ? `topic ${this.#random(5)}` : `new topic ${this.#random(1000)}`;
    const ids = moved.map(({ id }) => id);
    if (findTopic(this.#app.db, channel_id, topic)?.id === from.id) return;
    relocateMessages(this.#app.db, ids, from, { channel_id, topic });
    const placed = listMessageRefs(this.#app.db, ids);
    for (const [index, message] of moved.entries()) {
      if (message.channel_id !== channel_id) message.sawMove = new Set(this.#subscribed.get(channel_id));
      Object.assign(message, placed[index]);
    }
  }

  #choose(user: User, most: number): Sent[] {
    const seen = this.messages.slice(-400).filter((message) => this.#sees(user, message));
    const start = this.#random(seen.length);
    return seen.slice(start, start + 1 + this.#random(most)).filter(() => most === 1 || this.#random(5) > 0);
  }

  #messagesIn(channel: Channel): Sent[] {
    return this.messages.filter(({ channel_id }) => channel_id === channel.id);
  }

  /** Returns the ids of the messages that changed and that the user still sees. */
  #set(user: User, messages: readonly Sent[], is_read: boolean): number[] {
    const changed = messages.filter(({ rows, reopened }) => {
      const row = rows.get(user.id);
      return row ? row.is_read === !is_read : reopened.has(user.id) === is_read;
    });
    const seen = changed.filter((message) => this.#sees(user, message));
    for (const { rows, reopened } of changed) {
      if (rows.has(user.id)) rows.set(user.id, { is_read });
      else if (is_read) reopened.delete(user.id);
      else reopened.add(user.id);
    }
    return seen.map(({ id }) => id);
  }

  #isUnread(user: User, message: Sent): boolean {
    const isMarked = message.rows.get(user.id)?.is_read === false || message.reopened.has(user.id);
    return isMarked && this.#follows(user.id, message.channel_id) && this.#sees(user, message);
  }

  /** Whether a user received a message, or would find it in the history if they were subscribed. */
  #sees(user: User, { channel_id, rows, sawMove }: Sent): boolean {
    if (rows.has(user.id)) return true;
    return channel_id !== null && (channel_id !== this.#protected.id || sawMove.has(user.id));
  }

  /** Whether a user may read the channel of a message now. */
  #reads(user: User, { channel_id }: Sent): boolean {
    return channel_id !== this.#protected.id || this.#follows(user.id, channel_id);
  }

  get #protected(): Channel {
    return this.#channels.at(-1) as Channel;
  }

  #follows(user_id: number, channel_id: number | null): boolean {
    return channel_id === null || (this.#subscribed.get(channel_id)?.has(user_id) ?? false);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random(items.length)] as Item;
  }
}

/** A user's flags on a message, sorted. */
function expectedFlags({ rows, reopened, flags }: Sent, user_id: number): string[] {
  const row = rows.get(user_id);
  const history = reopened.has(user_id) ? ['historical'] : ['read', 'historical'];
  const read = row === undefined ? history : row.is_read ? ['read'] : [];
  return [...read, ...(flags.get(user_id) ?? [])].sort();
}

/** Repeatable random whole numbers below a limit: a linear congruential generator. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}
