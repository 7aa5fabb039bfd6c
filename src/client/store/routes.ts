import type { NarrowTerm } from '../api/types.ts';
import { type Conversation, narrowTo } from './conversation.ts';

/** The parameters of each page in its address. */
export interface Pages extends Record<(typeof plainPages)[number], object> {
  /** `near`: a message, to be shown in the conversation that now contains it. */
  messages: { narrow: readonly NarrowTerm[]; near?: number };
  channels: { stream_id?: number; section?: string };
  'new-channel': object;
  user: { user_id: number };
  /** A call, wherever it is. */
  call: { call_id: number };
  settings: { section: string; id?: number };
  organization: { section: string; id?: number };
  unknown: { hash: string };
}

/** The meaning of a URL's fragment. */
export type Route = { [Page in keyof Pages]: { page: Page } & Pages[Page] }[keyof Pages];

const plainPages = [
  'inbox',
  'recent',
  'drafts',
  'scheduled',
  'reminders',
  'keyboard-shortcuts',
  'message-formatting',
  'search-operators',
  'about-zulip',
  'welcome',
] as const;

const olderPages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    streams: 'channels',
    all_messages: 'feed',
    recent_topics: 'recent',
  }),
);

const olderOperators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stream: 'channel',
    subject: 'topic',
    'pm-with': 'dm',
    pm_with: 'dm',
    group_pm_with: 'group-pm-with',
    from: 'sender',
    streams: 'channels',
  }),
);

/** Operators whose operand is one user. */
const userOperators: ReadonlySet<string> = new Set(['sender', 'mentions', 'dm-including', 'group-pm-with']);

/** Finds the ids for names in addresses. */
export interface Names {
  findChannel(name: string): number | undefined;
  findUser(name: string): number | undefined;
  /** The start address of the user. */
  home(): string;
}

export function parseHash(hash: string, names: Names): Route {
  const [first = '', ...parts] = hash.replace(/^#\/?/, '').split('/');
  const page = olderPages.get(first) ?? first;
  const plain = plainPages.find((one) => one === page);
  if (page === '') return parseHash(names.home(), names);
  if (plain) return { page: plain };
  if (page === 'feed') return { page: 'messages', narrow: [] };
  if (page === 'narrow') return parseNarrow(parts, names) ?? { page: 'unknown', hash };
  if (page === 'channels') return parseChannels(parts);
  if (page === 'groups') return parseSection('organization', ['groups', ...parts]);
  if (/^\d+$/.test(parts[0] ?? '')) {
    if (page === 'user') return { page, user_id: Number(parts[0]) };
    if (page === 'call') return { page, call_id: Number(parts[0]) };
  }
  if (page === 'invite') return { page: 'organization', section: 'invitations' };
  if (page === 'settings' || page === 'organization') return parseSection(page, parts);
  return { page: 'unknown', hash };
}

/** `#channels/7/general/subscribers`: the name in between is only for people. */
function parseChannels(parts: readonly string[]): Route {
  const [first = ''] = parts;
  if (first === 'new') return { page: 'new-channel' };
  const stream_id = Number.parseInt(first, 10);
  if (Number.isNaN(stream_id)) return { page: 'channels' };
  const section = parts.length > 1 ? parts.at(-1) : undefined;
  return { page: 'channels', stream_id, ...(section === undefined ? {} : { section }) };
}

/** `#organization/groups/7`: a section, and one of its items. */
function parseSection(page: 'settings' | 'organization', [section = '', id = '']: readonly string[]): Route {
  return { page, section, ...(/^\d+$/.test(id) ? { id: Number(id) } : {}) };
}

function parseNarrow(parts: readonly string[], names: Names): Route | undefined {
  const narrow: NarrowTerm[] = [];
  let near: number | undefined;
  for (let at = 0; at < parts.length; at += 2) {
    const [name = '', text = ''] = [parts[at], parts[at + 1]].map((part) => decode(part ?? ''));
    const negated = name.startsWith('-');
    const plain = negated ? name.slice(1) : name;
    const operator = olderOperators.get(plain) ?? plain;
    if (operator === '') return undefined;
    if (operator === 'near' || operator === 'with') near = Number.parseInt(text, 10) || near;
    else narrow.push({ operator, operand: parseOperand(operator, text, names), ...(negated ? { negated } : {}) });
  }
  return { page: 'messages', narrow, ...(near === undefined ? {} : { near }) };
}

function parseOperand(operator: string, text: string, names: Names): NarrowTerm['operand'] {
  if (operator === 'channel') return parseId(text) ?? names.findChannel(text) ?? text;
  if (userOperators.has(operator)) return parseId(text) ?? names.findUser(text) ?? text;
  return operator === 'dm' ? parsePeople(text, names) : text;
}

/** The ids in `3,9-group`, or the users with these email addresses, as in old links. */
function parsePeople(text: string, names: Names): NarrowTerm['operand'] {
  if (/^\d+(,\d+)*(-|$)/.test(text)) return (text.split('-')[0] ?? '').split(',').map(Number);
  const found = text.split(',').map((one) => names.findUser(one));
  return found.every((one) => one !== undefined) ? found : text;
}

/** The id in `7-general`. */
function parseId(text: string): number | undefined {
  const found = /^(\d+)(-|$)/.exec(text);
  return found ? Number(found[1]) : undefined;
}

export function formatNarrow(
  narrow: readonly NarrowTerm[],
  { near, channelName = () => '' }: FormatOptions = {},
): string {
  if (narrow.length === 0 && near === undefined) return '#feed';
  const terms = narrow.map((term) => {
    const operand = formatOperand(term, channelName);
    return `${term.negated ? '-' : ''}${encode(term.operator)}/${operand}`;
  });
  return ['#narrow', ...terms, ...(near === undefined ? [] : [`near/${near}`])].join('/');
}

export interface FormatOptions {
  near?: number | undefined;
  channelName?: (stream_id: number) => string;
}

function formatOperand({ operator, operand }: NarrowTerm, channelName: (stream_id: number) => string): string {
  if (Array.isArray(operand)) return `${operand.join()}-${operand.length > 1 ? 'group' : 'dm'}`;
  if (operator !== 'channel' || typeof operand !== 'number') return encode(String(operand));
  const slug = channelName(operand).replaceAll(' ', '-');
  return slug === '' ? String(operand) : `${operand}-${encode(slug)}`;
}

export function formatConversation(conversation: Conversation, options: FormatOptions = {}): string {
  return formatNarrow(narrowTo(conversation), options);
}

const encoded: Readonly<Record<string, string>> = { '%': '.', '.': '.2E', '(': '.28', ')': '.29' };

/** Encodes text like other clients, so that links work in all of them. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[%.()]/g, (one) => encoded[one] ?? one);
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}

/** Whether people without an account may open an address: a channel, or a topic of it. */
export function isForSpectators(route: Route): boolean {
  if (route.page !== 'messages') return false;
  const [first, second, ...more] = route.narrow;
  const isChannel = first?.operator === 'channel' && !first.negated;
  return isChannel && more.length === 0 && (!second || (second.operator === 'topic' && !second.negated));
}

/** Whether a page may have the list of users beside it: forms need the width. */
export function leavesRoomForPeople({ page }: Route): boolean {
  return !['settings', 'organization', 'channels', 'new-channel'].includes(page);
}
