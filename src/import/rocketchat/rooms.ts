import { inLine } from '../../external/slack-text.ts';
import type { Fields } from '../fields.ts';
import { type RocketChatDump, userOf } from './source.ts';

/** Teams become folders of channels. */
export function readTeam({ history }: RocketChatDump, record: Fields): void {
  const created_at = record.maybeTime('createdAt') ?? 0;
  history.addFolder(record.key('_id'), { from: record, name: record.text('name'), description: '', created_at });
}

const notHere: Readonly<Record<string, string>> = {
  l: 'conversations with visitors of a website do not come along',
  v: 'conversations by phone do not come along',
};

export function readRoom(source: RocketChatDump, record: Fields): void {
  const type = record.text('t');
  const name = record.text('fname', '').trim() || record.text('name', '').trim() || record.key('_id');
  if (Object.hasOwn(notHere, type)) source.history.left.leave('channels', notHere[type] as string, name);
  else if (type === 'd') readDirect(source, record);
  else if (type === 'c' || type === 'p') readChannel(source, record, { name, isOpen: type === 'c' });
  else record.fail(`"${type.slice(0, 100)}" is no type of a room`);
}

interface Named {
  name: string;
  isOpen: boolean;
}

function readChannel({ history, rooms, closed }: RocketChatDump, record: Fields, { name, isOpen }: Named): void {
  const place = record.key('_id');
  const team = record.maybeKey('teamId');
  const texts = ['description', 'topic', 'announcement'].map((field) => inLine(record.text(field, '')));
  const creator = record.maybeRecord('u')?.text('_id', '') ?? '';
  history.addChannel(place, {
    from: record,
    name,
    description: [...new Set(texts)].filter(Boolean).join(' — '),
    creator_id: history.accounts.find(creator)?.id ?? null,
    created_at: record.maybeTime('ts') ?? 0,
    invite_only: !isOpen,
    is_archived: record.or(true, ({ strict }) => strict.bool('archived', false)),
    is_default: record.bool('default', false),
    folder_id: history.folders.get(team ?? '')?.id ?? null,
  });
  if (!isOpen) closed.add(place);
  rooms.set(record.text('name', name).toLowerCase(), place);
}

function readDirect({ history, byName }: RocketChatDump, record: Fields): void {
  const users = [
    ...record.texts('uids').map((id) => history.accounts.find(id)),
    ...record.texts('usernames').map((name) => byName.get(name.toLowerCase())),
  ];
  for (const user of users) if (user) history.addMember(record.key('_id'), user);
}

/** A subscription of a channel. Those of direct conversations are in the conversations. */
export function readSubscription(source: RocketChatDump, record: Fields): void {
  const place = record.key('rid');
  const user = userOf(source, record.record('u'));
  if (source.history.channels.has(place) || source.history.members.has(place)) source.history.addMember(place, user);
}
