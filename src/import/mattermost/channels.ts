import { inLine } from '../../external/slack-text.ts';
import type { Fields } from '../fields.ts';
import { plainChannel } from '../plain.ts';
import { accountOf, channelPlace, directPlace, isGone, type MattermostExport } from './source.ts';

/** Teams become folders of channels. */
export function readTeam({ teams, closedTeams }: MattermostExport, record: Fields): void {
  const name = record.text('name');
  if (teams.has(name)) record.fail(`the team ${name} is there twice`);
  teams.set(name, {
    from: record,
    id: teams.size + 1,
    key: name,
    name: record.text('display_name', '').trim() || name,
    description: inLine(record.text('description', '')),
    creator_id: null,
    created_at: 0,
    position: teams.size,
    is_archived: false,
  });
  const isOpen = record.or(false, ({ strict }) => strict.bool('allow_open_invite', true));
  if (record.text('type', '') !== 'O' || !isOpen) closedTeams.add(name);
}

/** Open channels of a team that not everybody may join become private. */
export function closeChannels({ closedTeams, channels, left }: MattermostExport): void {
  for (const [place, channel] of channels) {
    if (channel.invite_only || !closedTeams.has(place.slice(0, place.indexOf('/')))) continue;
    channels.set(place, { ...channel, invite_only: true, is_default: false });
    left.change('channels', 'their team was closed: they are private', channel.name);
  }
}

export function readChannel({ teams, channels }: MattermostExport, record: Fields): void {
  const team = record.text('team');
  const name = record.text('name');
  const place = channelPlace(team, name);
  if (channels.has(place)) record.fail(`the channel ${place} is there twice`);
  const folder = teams.get(team) ?? record.fail(`there is no team ${team.slice(0, 100)}`);
  const shown = record.text('display_name', '').trim() || name;
  const isTaken = [...channels.values()].some((one) => one.name === shown);
  const texts = ['purpose', 'header'].map((one) => inLine(record.text(one, '')));
  channels.set(
    place,
    plainChannel({
      from: record,
      id: channels.size + 1,
      key: place,
      name: isTaken ? `${shown} (${folder.name})` : shown,
      description: [...new Set(texts)].filter(Boolean).join(' — '),
      creator_id: null,
      created_at: 0,
      invite_only: !isOpen(record),
      is_archived: isGone(record, 'deleted_at'),
      is_default: name === 'town-square',
      folder_id: folder.id,
    }),
  );
}

/** A channel of an unknown type is private. */
function isOpen(record: Fields): boolean {
  return record.or(false, () => {
    const type = record.text('type');
    return type === 'O' || (type !== 'P' && record.fail(`"type" is ${type.slice(0, 10)}, and not O or P`));
  });
}

/** Registers a direct conversation; returns its place. Without one of its members it would be another one. */
export function readDirect(source: MattermostExport, record: Fields): string {
  const { directs } = source;
  const { strict } = record;
  const participants = strict.records('participants').map((one) => one.text('username'));
  const members = [...strict.texts('members'), ...strict.texts('channel_members'), ...participants];
  if (members.length === 0) record.fail('it has no members');
  const place = directPlace(members);
  if (!directs.has(place))
    directs.set(
      place,
      [...new Set(members)].map((name) => accountOf(source, record, name).id),
    );
  return place;
}
