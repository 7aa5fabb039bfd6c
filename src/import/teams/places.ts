import { inLine } from '../../external/slack-text.ts';
import { roles } from '../../users/user.ts';
import type { Fields } from '../fields.ts';
import { isMessage } from './messages.ts';
import type { Channel, Team, TeamsExport } from './source.ts';

/** Registers a user, if the record is one: the first pass, because members have less about them. */
export function readUser({ history }: TeamsExport, record: Fields): void {
  if (!isUser(record)) return;
  const id = record.key('id');
  if (history.accounts.find(id)) return;
  const email = record.text('mail', '').trim() || record.text('userPrincipalName').trim();
  history.accounts.add(id, {
    from: record,
    email,
    full_name: record.text('displayName', '').trim() || email,
    is_active: record.or(false, ({ strict }) => strict.bool('accountEnabled', true)),
    isBot: false,
    role: record.or('Guest', ({ strict }) => strict.text('userType', '')) === 'Guest' ? roles.guest : roles.member,
  });
}

function isUser(record: Fields): boolean {
  return record.has('userPrincipalName') && !isMessage(record);
}

/** Registers a team, channel, chat or member; of a message, its channel. */
export function readPlace(source: TeamsExport, record: Fields, context: string): void {
  const [, team = '', channel = ''] = /\bteams\('([^']+)'\)(?:\/channels\('([^']+)'\))?/.exec(context) ?? [];
  if (isUser(record)) return;
  if (isMessage(record)) noteChannel(source, record);
  else if (record.has('chatType')) readChat(source, record);
  else if (record.has('membershipType')) readChannel(source, record, team);
  else if (record.has('userId')) readMember(source, record, { team, place: channel || chatOf(context) });
  else if (record.has('displayName')) readTeam(source, record);
  else record.fail('it is nothing known of Microsoft Teams');
}

function chatOf(context: string): string {
  return /\bchats\('([^']+)'\)/.exec(context)?.[1] ?? '';
}

function readTeam({ teams }: TeamsExport, record: Fields): void {
  const id = record.key('id');
  const known = teams.get(id);
  const team: Team = {
    from: record,
    name: record.text('displayName').trim(),
    description: inLine(record.text('description', '')),
    created_at: record.maybeTime('createdDateTime') ?? 0,
    isPublic: record.text('visibility', '') === 'public',
    isArchived: record.bool('isArchived', false),
    members: known?.members ?? new Set(record.records('members').map((one) => one.text('userId', ''))),
  };
  teams.set(id, team);
}

function readChannel({ channels }: TeamsExport, record: Fields, team: string): void {
  const id = record.key('id');
  const known = channels.get(id);
  channels.set(id, {
    from: record,
    name: record.text('displayName', '').trim() || id,
    description: inLine(record.text('description', '')),
    created_at: record.maybeTime('createdDateTime') ?? 0,
    isStandard: record.text('membershipType') === 'standard',
    team: team || known?.team || (record.maybeRecord('channelIdentity')?.text('teamId', '') ?? ''),
    members: new Set([...(known?.members ?? []), ...record.records('members').map((one) => one.text('userId', ''))]),
  });
}

/** The channel of a message, whose team it names, and which no other file may describe. */
function noteChannel({ channels }: TeamsExport, message: Fields): void {
  const identity = message.maybeRecord('channelIdentity');
  const id = identity?.text('channelId', '') ?? '';
  if (identity === undefined || id === '') return;
  const team = identity.text('teamId', '');
  const known = channels.get(id);
  if (known) known.team ||= team;
  else
    channels.set(id, {
      from: message,
      name: id,
      description: '',
      created_at: 0,
      isStandard: false,
      team,
      members: new Set(),
    });
}

function readChat({ chats, history }: TeamsExport, record: Fields): void {
  const id = record.key('id');
  const isDirect = record.text('chatType') !== 'meeting';
  chats.set(id, { from: record, topic: record.text('topic', '').trim(), isDirect });
  for (const member of record.records('members')) readInChat(history, member, id);
}

function readInChat(history: TeamsExport['history'], member: Fields, place: string): void {
  const id = member.text('userId', '');
  if (id !== '') history.addMember(place, memberOf(history, member, id));
}

function memberOf(history: TeamsExport['history'], member: Fields, id: string) {
  const known = history.accounts.find(id);
  if (known) return known;
  const email = member.text('email', '').trim() || undefined;
  return history.accounts.add(id, {
    from: member,
    email,
    full_name: member.text('displayName', '').trim() || id,
    is_active: true,
    isBot: false,
  });
}

interface Context {
  team: string;
  /** A channel or chat; empty for a member of the whole team. */
  place: string;
}

function readMember({ history, teams, channels, chats }: TeamsExport, record: Fields, { team, place }: Context): void {
  const user = memberOf(history, record, record.text('userId'));
  const id = record.text('userId');
  if (place !== '' && !channels.has(place) && (chats.has(place) || team === '')) history.addMember(place, user);
  else if (place !== '') channels.get(place)?.members.add(id);
  else teams.get(team)?.members.add(id);
}

/** Adds channels and their members. Teams become folders; where several have a General channel, it is called like them. */
export function addPlaces(source: TeamsExport): void {
  const { history, teams, channels, chats } = source;
  for (const [id, channel] of channels) addChannel(source, id, channel);
  for (const [id, { from, topic, isDirect }] of chats) {
    if (isDirect) continue;
    history.addChannel(id, { from, name: topic || 'Meeting', description: '', created_at: 0, invite_only: true });
  }
  const empty = [...teams.keys()].filter((id) => ![...channels.values()].some(({ team }) => team === id));
  history.left.leave('folders', 'no file has their channels', teams.get(empty[0] ?? '')?.name ?? '', empty.length);
}

/** Returns the id of the folder with the channels of a team. */
function addFolder(
  history: TeamsExport['history'],
  key: string,
  { from, name, description, created_at }: Team,
): number {
  return history.addFolder(key, { from, name, description, created_at }).id;
}

function membersOf({ members, isStandard }: Channel, team: Team | undefined) {
  return isStandard && team ? [...members, ...team.members] : members;
}

function addChannel({ history, teams }: TeamsExport, id: string, channel: Channel): void {
  const team = teams.get(channel.team);
  const isGeneral = /^General$/i.test(channel.name) && teams.size > 1;
  history.addChannel(id, {
    from: channel.from,
    name: isGeneral && team ? team.name : channel.name,
    description: channel.description,
    created_at: channel.created_at,
    invite_only: !(channel.isStandard && team?.isPublic),
    is_archived: team?.isArchived ?? false,
    folder_id: team ? addFolder(history, channel.team, team) : null,
  });
  for (const member of membersOf(channel, team)) {
    const user = history.accounts.find(member);
    if (user) history.addMember(id, user);
  }
}
