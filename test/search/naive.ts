import type { Channel } from '../../src/conversations/channel.ts';
import type { Term } from '../../src/search/term.ts';
import { fold, type Past, type Person, people, type Sent } from './past.ts';

const newest = 10_000_000_000_000_000;

export interface Range {
  anchor: number | 'newest' | 'oldest' | 'first_unread' | 'date';
  /** UNIX seconds. */
  date: number | undefined;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

/** A question about a past: who asks what. */
export interface Question {
  past: Past;
  person: Person;
  terms: readonly Term[];
}

/** The messages that a question is about, by looking at each; undefined for a question that makes no sense. */
export function filterNaively({ past, person, terms: given }: Question): Sent[] | undefined {
  const terms = inPresentConversation({ past, person, terms: given });
  if (!terms || isMixed(terms) || namesHidden(past, person, terms)) return undefined;
  const question = { past, person, terms };
  return past.messages.filter((message) => {
    return mayRead(question, message) && terms.every((term) => matches(question, message, term));
  });
}

/** The page of some messages around an anchor, as GET /messages tells of it. */
export function pageOf(question: Question, matching: readonly Sent[], range: Range) {
  const anchor = anchorOf(question, matching, range);
  const before = matching.filter(({ id }) => id < anchor).slice(-range.num_before || matching.length);
  const at = matching.filter(({ id }) => id === anchor && range.include_anchor);
  const after = matching.filter(({ id }) => id > anchor).slice(0, range.num_after);
  const page = [...(range.num_before === 0 ? [] : before), ...at, ...after];
  // A side is complete when all of it is in the list; an anchor left out counts to a side that was not asked for.
  const isComplete = (isOnSide: (id: number) => boolean, asked: number) =>
    matching.every((message) => {
      const counts = isOnSide(message.id) || (message.id === anchor && asked === 0);
      return !counts || page.includes(message);
    });
  return {
    anchor,
    ids: page.map(({ id }) => id),
    found_anchor: at.length > 0,
    found_oldest: isComplete((id) => id < anchor, range.num_before),
    found_newest: isComplete((id) => id > anchor, range.num_after),
  };
}

function anchorOf({ past, person, terms }: Question, matching: readonly Sent[], range: Range): number {
  const first = (wanted: (message: Sent) => boolean) => matching.find(wanted)?.id ?? newest;
  if (typeof range.anchor === 'number') return range.anchor;
  if (range.anchor === 'oldest') return 0;
  if (range.anchor === 'newest') return newest;
  if (range.anchor === 'date') return first(({ sent_at }) => sent_at >= (range.date ?? 0));
  const present = inPresentConversation({ past, person, terms }) ?? [];
  const namesTopic = present.some(({ operator, negated }) => operator === 'topic' && !negated);
  const isHeard = (message: Sent) => namesTopic || !past.isMuted(person, message, present.some(isNamingChannel));
  return first((message) => past.isUnread(person, message) && isHeard(message));
}

function mayRead({ past, person, terms }: Question, message: Sent): boolean {
  const { channel, received, sawMove } = message;
  if (channel && !past.canReadChannel(person, channel)) return false;
  if (received.has(person) || past.isUnread(person, message)) return true;
  if (!channel) return false;
  if (terms.some(({ operator, operand, negated }) => operator === 'is' && operand === 'starred' && !negated)) {
    return past.canRead(person, message);
  }
  const isPersonal = terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
  if (terms.some(isNamingChannel)) {
    return sawMove.has(person) || (!isPersonal && channel.history_public_to_subscribers === 1);
  }
  return !isPersonal && terms.some(({ operator, negated }) => isOneOf(operator, 'channels', 'streams') && !negated);
}

function matches(question: Question, message: Sent, { operator, operand, negated }: Term): boolean {
  if (operator === 'near') return true;
  return matchesPlainly(question, message, operator, operand) !== negated;
}

function matchesPlainly(question: Question, message: Sent, operator: string, operand: unknown): boolean {
  const { past, person, terms } = question;
  const { channel, topic, members, sender } = message;
  switch (operator) {
    case 'channel':
    case 'stream':
      return channel?.name === operand || channel?.id === operand;
    case 'channels':
    case 'streams':
      if (operand === 'web-public') return channel?.is_web_public === 1;
      return channel?.invite_only === 0 && past.canReadChannel(person, channel);
    case 'topic':
      return channel !== undefined && fold(topic) === fold(String(operand));
    case 'dm':
    case 'pm-with':
    case 'pm_with':
      return !channel && sameMembers([person, ...personsOf(past, operand)], members);
    case 'dm-including':
    case 'group-pm-with':
    case 'group_pm_with':
      if (operator !== 'dm-including' && members.length < 3) return false;
      return !channel && personsOf(past, operand).every((one) => members.includes(one));
    case 'sender':
      return personsOf(past, operand).includes(sender);
    case 'mentions':
      return personsOf(past, operand).every((one) => message.named.has(one));
    case 'has':
      return operand === 'reaction' ? message.reacted.size > 0 : message.has.has(String(operand));
    case 'in':
      return operand === 'all' || !past.isMuted(person, message, terms.some(isNamingChannel));
    case 'id':
      return message.id === Number(operand);
    default:
      return isInState(question, message, String(operand));
  }
}

function isInState({ past, person, terms }: Question, message: Sent, state: string): boolean {
  switch (state) {
    case 'starred':
      return message.starred.has(person);
    case 'unread':
      return past.isUnread(person, message);
    case 'mentioned':
      return message.mentioned.has(person);
    case 'alerted':
      return message.alerted.has(person);
    case 'followed':
      return past.policyOf(person, message) === 3;
    case 'muted':
      return past.isMuted(person, message, terms.some(isNamingChannel));
    case 'resolved':
      return message.topic.startsWith('✔ ');
    default:
      return !message.channel;
  }
}

/** The terms without `with`; undefined when it makes no sense. */
function inPresentConversation({ past, person, terms }: Question): readonly Term[] | undefined {
  const anchor = terms.find(({ operator }) => operator === 'with');
  if (!anchor) return terms;
  const others = terms.filter((term) => term !== anchor);
  const message = past.messages.find(({ id }) => id === Number(anchor.operand));
  if (anchor.negated) return undefined;
  if (message && past.canRead(person, message)) {
    return [...placeOf(past, person, message), ...others.filter((term) => !isNamingPlace(term))];
  }
  const isPlace = others.some(isNamingDirect) || (others.some(isNamingChannel) && others.some(isNamingTopic));
  return isPlace ? others : undefined;
}

function placeOf(past: Past, person: Person, { channel, topic, members }: Sent): Term[] {
  const term = (operator: string, operand: unknown) => ({ operator, operand, negated: false });
  if (channel) return [term('channel', channel.id), term('topic', topic)];
  const others = members.filter((one) => one !== person);
  return [
    term(
      'dm',
      (others.length > 0 ? others : [person]).map((one) => past.server.users[one].id),
    ),
  ];
}

function isMixed(terms: readonly Term[]): boolean {
  const positive = terms.filter(({ negated }) => !negated);
  const isOfChannels = positive.some(({ operator }) =>
    isOneOf(operator, 'channel', 'stream', 'channels', 'streams', 'topic'),
  );
  const isOfDirects = positive.some(({ operator, operand }) => {
    const isDirect = isOneOf(operator, 'dm', 'pm-with', 'pm_with', 'dm-including', 'group-pm-with', 'group_pm_with');
    return isDirect || (operator === 'is' && isOneOf(String(operand), 'dm', 'private'));
  });
  return isOfChannels && isOfDirects;
}

function namesHidden(past: Past, person: Person, terms: readonly Term[]): boolean {
  return terms.some(({ operator, operand, negated }) => {
    const channel = channelOf(past, operand);
    const isNamed = isOneOf(operator, 'channel', 'stream');
    if (!isNamed || !channel || person === 'admin' || past.canReadChannel(person, channel)) return false;
    return !negated || operand !== channel.id || !wasSubscribed(past, person, channel);
  });
}

function wasSubscribed({ server }: Past, person: Person, { id }: Channel): boolean {
  const sql = 'SELECT 1 FROM subscriptions WHERE user_id = ? AND channel_id = ?';
  return server.db.value(sql, server.users[person].id, id) !== undefined;
}

function channelOf(past: Past, operand: unknown): Channel | undefined {
  return past.channels.find(({ id, name }) => id === operand || name === operand);
}

function personsOf({ server }: Past, operand: unknown): Person[] {
  const wanted = typeof operand === 'string' ? operand.split(',') : [operand].flat();
  return people.filter((name) => wanted.some((one) => one === server.users[name].id || one === `${name}@example.com`));
}

function sameMembers(one: readonly Person[], other: readonly Person[]): boolean {
  return [...new Set(one)].sort().join() === [...other].sort().join();
}

function isNamingChannel({ operator, negated }: Term): boolean {
  return !negated && isOneOf(operator, 'channel', 'stream');
}

function isNamingTopic({ operator, negated }: Term): boolean {
  return !negated && operator === 'topic';
}

function isNamingDirect({ operator, negated }: Term): boolean {
  return !negated && isOneOf(operator, 'dm', 'pm-with', 'pm_with');
}

function isNamingPlace(term: Term): boolean {
  return isNamingChannel(term) || isNamingTopic(term) || isNamingDirect(term);
}

function isOneOf(name: string, ...names: string[]): boolean {
  return names.includes(name);
}
