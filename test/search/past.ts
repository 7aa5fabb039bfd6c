import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe, doUnsubscribe } from '../../src/channels/subscription.ts';
import { doSetVisibilityPolicy } from '../../src/channels/user-topic.ts';
import type { Channel } from '../../src/conversations/channel.ts';
import {
  type Conversation,
  ensureDirectConversation,
  ensureTopic,
  findConversation,
  findTopic,
} from '../../src/conversations/conversation.ts';
import { listMessageRefs } from '../../src/conversations/message.ts';
import { relocateMessages } from '../../src/conversations/relocation.ts';
import { doCreateGroup } from '../../src/groups/user-group.ts';
import { doChangeFlag } from '../../src/messages/flag.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { MessageCache } from '../../src/messages/message-cache.ts';
import type { VisibilityPolicy } from '../../src/reach/topic-policy.ts';
import type { Seeded } from '../support/seeded.ts';
import type { TestServer } from '../support/server.ts';

export const people = ['admin', 'alice', 'bob', 'guest'] as const;
export type Person = (typeof people)[number];

export const topics = ['', 'lunch', 'Lunch', 'ärger', '✔ lunch', '✔ tea'];
const crew: readonly Person[] = ['alice', 'guest'];
const contents = ['link', 'image', 'attachment'] as const;

/** A message, with a naive row for everybody it concerns. */
export interface Sent {
  id: number;
  channel?: Channel;
  topic: string;
  members: Person[];
  sender: Person;
  sent_at: number;
  received: Set<Person>;
  read: Set<Person>;
  /** Who never received it and marked it as unread. */
  reopened: Set<Person>;
  /** Who followed the channel when it moved there, and ever since. */
  sawMove: Set<Person>;
  starred: Set<Person>;
  /** Whom it mentions in any way; and whom by name, whether they receive it or not. */
  mentioned: Set<Person>;
  named: Set<Person>;
  alerted: Set<Person>;
  reacted: Set<Person>;
  has: Set<string>;
}

/** A small organization with a random past, and everything a naive server would have written down about it. */
export class Past {
  readonly server: TestServer;
  readonly random: Seeded;
  readonly messages: Sent[] = [];
  readonly subscribers = new Map<Channel, Set<Person>>();
  readonly mutedChannels = new Map<Channel, Set<Person>>();
  readonly #policies = new Map<string, VisibilityPolicy>();
  /** Where much is said in few topics, those that are merged were read to different points. */
  readonly #isCrowded: boolean;

  constructor(server: TestServer, random: Seeded) {
    this.server = server;
    this.random = random;
    this.#isCrowded = random.chance(50);
    server.db.transaction(() => this.#found());
    for (let step = 0; step < (this.#isCrowded ? 200 : 120); step++) server.db.transaction(() => this.#step());
    // Messages were moved without the events that make the server forget what it keeps of them.
    server.app.messageCache = new MessageCache();
  }

  get channels(): Channel[] {
    return [...this.subscribers.keys()];
  }

  follows(person: Person, channel: Channel): boolean {
    return this.subscribers.get(channel)?.has(person) ?? false;
  }

  canReadChannel(person: Person, channel: Channel): boolean {
    return this.follows(person, channel) || channel.is_web_public === 1 || (!channel.invite_only && person !== 'guest');
  }

  /** Whether somebody may read a message when they name it or its channel. */
  canRead(person: Person, { channel, received, sawMove }: Sent): boolean {
    if (!channel) return received.has(person);
    if (!this.canReadChannel(person, channel)) return false;
    return received.has(person) || channel.history_public_to_subscribers === 1 || sawMove.has(person);
  }

  isUnread(person: Person, message: Sent): boolean {
    const { received, read, reopened, channel } = message;
    const isMarked = received.has(person) ? !read.has(person) : reopened.has(person) && this.canRead(person, message);
    return isMarked && (!channel || this.follows(person, channel));
  }

  policyOf(person: Person, { channel, topic }: Sent): VisibilityPolicy {
    return channel ? (this.#policies.get(keyOf(person, channel, topic)) ?? 0) : 0;
  }

  /** Whether somebody muted a message's topic or, unless they look into it, its channel. */
  isMuted(person: Person, message: Sent, looksIntoChannel: boolean): boolean {
    const { channel } = message;
    if (!channel) return false;
    const policy = this.policyOf(person, message);
    if (policy !== 0) return policy === 1;
    const isMuted = this.mutedChannels.get(channel)?.has(person) ?? false;
    return !looksIntoChannel && isMuted && this.follows(person, channel);
  }

  #found(): void {
    const { app, db, users } = this.server;
    const kinds = [
      { name: 'open', invite_only: false },
      { name: 'shared', invite_only: true, history_public_to_subscribers: true },
      { name: 'protected', invite_only: true, history_public_to_subscribers: false },
      { name: '3', invite_only: false },
      { name: 'world', invite_only: false, is_web_public: true },
    ];
    for (const kind of kinds) this.subscribers.set(doCreateChannel(app, undefined, kind), new Set());
    for (const channel of this.channels) this.mutedChannels.set(channel, new Set());
    // Who follows many channels has their messages looked for in steps.
    for (let count = this.random.chance(50) ? 9 : 0; count > 0; count--) {
      const quiet = doCreateChannel(app, undefined, { name: `quiet ${count}` });
      const everyone = people.map((name) => users[name]);
      doSubscribe(app, quiet, everyone);
    }
    const members = crew.map((name) => users[name].id);
    doCreateGroup(app, users.owner, { name: 'crew', description: '', members, subgroups: [], permissions: {} });
    db.run("INSERT INTO alert_words VALUES (?, 'soup', 'soup')", users.alice.id);
    for (const name of people) {
      for (const [setting, value] of quietSettings) {
        db.run('INSERT INTO user_settings VALUES (?, ?, ?)', users[name].id, setting, value);
      }
    }
  }

  #step(): void {
    const { random } = this;
    this.server.clock.advance(random.below(3) * 3600);
    const choice = random.below(100);
    if (choice < 45) this.#send();
    else if (choice < 65) this.#changeSubscription();
    else if (choice < 74) this.#move();
    else if (choice < 83) this.#flag('read');
    else if (choice < 87) this.#flag('starred');
    else if (choice < 90) this.#react();
    else if (choice < 95) this.#setPolicy();
    else this.#muteChannel();
  }

  #send(): void {
    const { random } = this;
    // Ids that are far apart make messages look rare, as in an organization a hundred times as large.
    if (random.chance(15)) this.server.db.run('UPDATE sqlite_sequence SET seq = seq + ?', random.below(9000));
    const sender = random.pick(people);
    const channel = random.chance(75) ? this.#pickChannel() : undefined;
    const members = channel ? [] : people.filter((person) => person === sender || random.chance(40));
    const topic = channel ? this.#pickTopic() : '';
    const received = new Set(channel ? this.subscribers.get(channel) : members);
    const read_by_sender = random.chance(50);
    const words = random.chance(50) ? [] : mentions.filter(() => random.chance(20));
    const sent_at = this.server.clock.now();
    const message: Sent = {
      id: 0,
      ...(channel ? { channel } : {}),
      topic,
      members,
      sender,
      sent_at,
      received,
      read: new Set(read_by_sender && received.has(sender) ? [sender] : []),
      reopened: new Set(),
      sawMove: new Set(),
      starred: new Set(),
      mentioned: new Set(),
      named: new Set(words.flatMap(({ names = [] }) => names)),
      alerted: new Set(words.some(({ text }) => text === 'soup') && received.has('alice') ? ['alice'] : []),
      reacted: new Set(),
      has: new Set(random.chance(30) ? random.some(contents) : []),
    };
    this.messages.push(message);
    for (const { whom } of words) {
      for (const person of whom?.(this, message) ?? []) if (received.has(person)) message.mentioned.add(person);
    }
    message.id = this.#store(message, words.map(({ text }) => text).join(' '), read_by_sender);
  }

  #pickChannel(): Channel {
    return this.random.pick(this.#isCrowded ? this.channels.slice(0, 2) : this.channels);
  }

  #pickTopic(): string {
    return this.random.pick(this.#isCrowded ? topics.slice(0, 4) : topics);
  }

  #store(message: Sent, content: string, read_by_sender: boolean): number {
    const { app, db, users } = this.server;
    const { channel, topic, members, has } = message;
    const ids = members.map((name) => users[name].id);
    const conversation = channel ? ensureTopic(db, channel.id, topic) : ensureDirectConversation(db, ids);
    const sender = users[message.sender];
    const { id } = doSendMessage(app, { sender, conversation, content, client: 'test', read_by_sender });
    db.run(
      'UPDATE messages SET has_link = ?, has_image = ?, has_attachment = ? WHERE id = ?',
      ...contents.map((one) => Number(has.has(one))),
      id,
    );
    return id;
  }

  #changeSubscription(): void {
    const { app, users } = this.server;
    const person = this.random.pick(people);
    const channel = this.random.pick(this.channels);
    const subscribers = this.subscribers.get(channel) as Set<Person>;
    const change = subscribers.has(person) ? doUnsubscribe : doSubscribe;
    change(app, channel, [users[person]]);
    if (!subscribers.delete(person)) {
      subscribers.add(person);
      return;
    }
    // Who leaves a channel has nothing unread in it any more.
    for (const { channel: place, received, read, reopened, sawMove } of this.messages) {
      if (place !== channel) continue;
      sawMove.delete(person);
      reopened.delete(person);
      if (received.has(person)) read.add(person);
    }
  }

  /** Moves a topic, or a part of it, to another one of the same channel or of another. */
  #move(): void {
    const { random } = this;
    const { db } = this.server;
    const start = this.messages.length > 0 ? random.pick(this.messages) : undefined;
    if (!start?.channel) return;
    const channel = random.chance(50) ? start.channel : this.#pickChannel();
    const topic = this.#pickTopic();
    const from = findTopic(db, start.channel.id, start.topic) as Conversation;
    if (findTopic(db, channel.id, topic)?.id === from.id) return;
    const mode = random.below(3);
    const moved = this.#listMates(start).filter((one) => {
      return mode === 0 || (mode === 1 ? one.id >= start.id : one === start);
    });
    const ids = moved.map(({ id }) => id);
    const target = relocateMessages(db, ids, from, { channel_id: channel.id, topic });
    const name = findConversation(db, target.id)?.topic ?? '';
    for (const message of moved) {
      if (message.channel !== channel) message.sawMove = new Set(this.subscribers.get(channel));
      Object.assign(message, { channel, topic: name });
    }
  }

  #listMates({ channel, topic }: Sent): Sent[] {
    return this.messages.filter((one) => one.channel === channel && fold(one.topic) === fold(topic));
  }

  #flag(flag: 'read' | 'starred'): void {
    const { random } = this;
    const { app, db, users } = this.server;
    const person = random.pick(people);
    const op = random.chance(70) ? 'add' : 'remove';
    const start = this.#isCrowded && random.chance(70) ? random.pick([...this.messages, undefined]) : undefined;
    const some = start ? this.#listMates(start) : this.messages.filter(() => random.chance(15));
    const chosen = some.filter((message) => this.canRead(person, message));
    const placed = listMessageRefs(
      db,
      chosen.map(({ id }) => id),
    );
    doChangeFlag(app, users[person], { op, flag }, placed);
    for (const message of chosen) {
      const { channel, received, read, reopened, starred } = message;
      const stays = flag === 'read' && op === 'remove' && channel && !this.follows(person, channel);
      if (stays) continue;
      const isHistory = flag === 'read' && !received.has(person);
      const set = isHistory ? reopened : flag === 'read' ? read : starred;
      if ((op === 'add') !== isHistory) set.add(person);
      else set.delete(person);
    }
  }

  #react(): void {
    const { db, users } = this.server;
    const person = this.random.pick(people);
    for (const { id, reacted } of this.messages) {
      if (!this.random.chance(8)) continue;
      reacted.add(person);
      db.run(
        `INSERT OR IGNORE INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
         VALUES (?, ?, 'heart', '2764', 'unicode_emoji')`,
        id,
        users[person].id,
      );
    }
  }

  #setPolicy(): void {
    const { random } = this;
    const { app, users } = this.server;
    const person = random.pick(people);
    const channel = random.pick(this.channels);
    const topic = random.pick(topics);
    const policy = random.pick([0, 1, 1, 2, 3, 3] as const);
    doSetVisibilityPolicy(app, users[person].id, channel.id, topic, policy);
    this.#policies.set(keyOf(person, channel, topic), policy);
  }

  #muteChannel(): void {
    const { db, users } = this.server;
    const person = this.random.pick(people);
    const channel = this.random.pick(this.channels);
    if (!this.follows(person, channel)) return;
    this.mutedChannels.get(channel)?.add(person);
    const sql = 'UPDATE subscriptions SET is_muted = 1 WHERE user_id = ? AND channel_id = ?';
    db.run(sql, users[person].id, channel.id);
  }
}

/** What a message can say, and whom that mentions. */
const mentions: { text: string; names?: Person[]; whom?: (past: Past, message: Sent) => Iterable<Person> }[] = [
  { text: '@**Alice Member**', names: ['alice'], whom: () => ['alice'] },
  { text: '@**Gus Guest**', names: ['guest'], whom: () => ['guest'] },
  { text: '@_**Bob Member**' },
  { text: '@*crew*', whom: () => crew },
  { text: '@**all**', whom: (_, { channel, received }) => (channel ? received : []) },
  { text: '@**topic**', whom: participants },
  { text: 'soup' },
  { text: 'nothing' },
];

/** Those who took part in the messages of a topic that the author may read. */
function participants(past: Past, { channel, topic, sender: author }: Sent): Person[] {
  if (!channel) return [];
  const mates = past.messages.filter((one) => one.channel === channel && fold(one.topic) === fold(topic));
  const seen = mates.filter((one) => past.canRead(author, one));
  return seen.flatMap(({ sender, reacted }) => [sender, ...reacted]);
}

// Nobody's topics are followed by themselves.
const quietSettings = [
  ['automatically_follow_topics_policy', '4'],
  ['automatically_unmute_topics_in_muted_streams_policy', '4'],
  ['automatically_follow_topics_where_mentioned', 'false'],
] as const;

export function fold(topic: string): string {
  return topic.toLowerCase();
}

function keyOf(person: Person, channel: Channel, topic: string): string {
  return `${person} ${channel.id} ${fold(topic)}`;
}
