import type { Fields } from '../fields.ts';
import { idOf } from './event-id.ts';
import type { MatrixExport, Room } from './source.ts';

/** The first pass: who and where, and what is said about other events. Returns the room of the event. */
export function surveyEvent(source: MatrixExport, event: Fields, unnamed: string): Room {
  const room = roomOf(source, event.text('room_id', unnamed));
  const content = event.maybeRecord('content');
  if (!content) return room;
  const read = surveys.get(event.text('type', ''));
  if (read) read({ source, room, event, content });
  return room;
}

/** A room, registered if it is new. */
export function roomOf({ rooms }: MatrixExport, id: string): Room {
  const known = rooms.get(id);
  if (known) return known;
  const room: Room = { id, name: '', topic: '', isPublic: false, isDirect: false, members: new Set() };
  rooms.set(id, room);
  return room;
}

interface Surveyed {
  source: MatrixExport;
  room: Room;
  event: Fields;
  content: Fields;
}

const surveys: ReadonlyMap<string, (surveyed: Surveyed) => void> = new Map([
  ['m.room.member', surveyMember],
  ['m.room.message', surveyEdit],
  ['m.reaction', surveyReaction],
  ['m.room.redaction', surveyRedaction],
  ['m.room.name', ({ room, content }) => Object.assign(room, { name: content.text('name', '').trim() || room.name })],
  ['m.room.topic', ({ room, content }) => Object.assign(room, { topic: content.text('topic', '').trim() })],
  [
    'm.room.join_rules',
    ({ room, content }) => Object.assign(room, { isPublic: content.text('join_rule', '') === 'public' }),
  ],
] satisfies [string, (surveyed: Surveyed) => void][]);

function surveyMember({ source, room, event, content }: Surveyed): void {
  const id = event.text('state_key', '') || event.text('sender', '');
  const name = content.text('displayname', '').trim();
  if (name !== '') source.names.set(id, name);
  const membership = content.text('membership', '');
  if (membership === 'join') room.members.add(id);
  if (membership === 'leave' || membership === 'ban') room.members.delete(id);
  if (content.bool('is_direct', false)) room.isDirect = true;
}

/** The event to which another one relates, by the kind of the relation; null if it relates to none in this way. */
export function relatedTo(content: Fields, kind: 'm.replace' | 'm.annotation' | 'm.thread'): string | null {
  const relation = content.maybeRecord('m.relates_to');
  return relation?.text('rel_type', '') === kind ? relation.maybeText('event_id') : null;
}

function surveyEdit({ source, event, content }: Surveyed): void {
  const target = relatedTo(content, 'm.replace');
  if (target === null) return;
  const value = {
    sender: event.text('sender'),
    at: event.moment('origin_server_ts'),
    content: content.maybeRecord('m.new_content')?.all ?? {},
  };
  source.marks.add(target, 'edit', { key: idOf(event), value });
}

function surveyReaction({ source, event, content }: Surveyed): void {
  const target = relatedTo(content, 'm.annotation');
  if (target === null) return;
  const value = { sender: event.text('sender'), key: content.maybeRecord('m.relates_to')?.text('key', '') ?? '' };
  source.marks.add(target, 'reaction', { key: idOf(event), value });
}

/** A redaction takes back a message, an edit or a reaction, wherever in the file that is. */
function surveyRedaction({ source, event, content }: Surveyed): void {
  const target = event.text('redacts', '') || content.text('redacts', '');
  source.marks.add(target, 'redaction', { key: idOf(event), value: true });
}
