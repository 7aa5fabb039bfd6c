import { Fields } from '../fields.ts';
import type { RecordFile } from '../record-file.ts';
import type { TeamsExport } from './source.ts';

/**
 * The conversations of `messages.json` in the export of one's own data (of Teams, and of Skype) in the form of Graph: of
 * each, its channel or chat, and its messages.
 */
export function* personalRecords({ history: { faults } }: TeamsExport, file: RecordFile): Generator<Fields> {
  const names = namesIn(file);
  for (const conversation of file.parts('conversations')) {
    const top = (name: string) => conversation.top(name);
    const place = faults.attempt('channels', () => top('id').key('id'));
    if (place === undefined) continue;
    const name = top('displayName').text('displayName', '').trim();
    const asGraph = (from: Fields, values: object) => new Fields(values, from.place, faults.mended);
    const members = membersIn(top('threadProperties'));
    yield asGraph(top('id'), placeOf({ place, name, members, names }));
    for (const message of conversation.records('MessageList', { noun: 'messages' })) {
      yield asGraph(message, messageOf(message, place));
    }
  }
}

/** The names of all authors by their ids, because members have none. */
function namesIn(file: RecordFile): Map<string, string> {
  const names = new Map<string, string>();
  for (const conversation of file.parts('conversations')) {
    for (const message of conversation.records('MessageList', { noun: 'messages' })) {
      const name = message.text('displayName', '').trim();
      if (name !== '') names.set(personOf(message.text('from', '')), name);
    }
  }
  return names;
}

interface Conversation {
  place: string;
  name: string;
  members: readonly string[];
  names: ReadonlyMap<string, string>;
}

/** A channel of a team, whose readers nobody knows, or a chat. */
function placeOf({ place: id, name, members, names }: Conversation): object {
  if (/@thread\.(?:tacv2|skype)$/.test(id) && members.length === 0) {
    return { id, displayName: name, membershipType: 'unknown' };
  }
  // The id of a chat of two names both.
  const pair = /^19:([\da-f-]{36})_([\da-f-]{36})@/.exec(id)?.slice(1) ?? [];
  const partner = /^8:/.test(id) ? personOf(id) : undefined;
  const all = new Set([...members, ...pair, ...(partner === undefined ? [] : [partner])]);
  return {
    id,
    topic: name,
    chatType: /^19:meeting_/.test(id) ? 'meeting' : 'group',
    members: Array.from(all, (userId) => ({
      userId,
      displayName: names.get(userId) ?? (userId === partner ? name : ''),
    })),
  };
}

/** The members of a group, which are a list in a text. */
function membersIn(record: Fields): string[] {
  const written = record.maybeRecord('threadProperties')?.text('members', '') ?? '';
  return Array.from(written.matchAll(/"(8:[^"]{1,300})"/g), ([, id = '']) => personOf(id));
}

/** The id of a person of an organization as Graph has it; others keep their prefix. */
function personOf(id: string): string {
  return id.replace(/^.*\/contacts\//, '').replace(/^8:orgid:/, '');
}

/** Kinds of messages that somebody wrote; all others are notices. */
const written = /^(?:Text|RichText(?:\/.*)?)$/;

function messageOf(record: Fields, chatId: string): object {
  const properties = record.maybeRecord('properties');
  const id = record.raw('id');
  return {
    id,
    chatId,
    messageType: written.test(record.text('messagetype', '')) ? 'message' : 'systemEventMessage',
    createdDateTime: record.raw('originalarrivaltime') ?? record.raw('composetime'),
    lastEditedDateTime: properties?.raw('edittime'),
    deletedDateTime: properties?.raw('deletetime'),
    subject: properties?.text('subject', ''),
    from: { user: { id: personOf(record.text('from', '')), displayName: record.text('displayName', '') } },
    body: { content: record.text('content', ''), contentType: record.raw('messagetype') === 'Text' ? 'text' : 'html' },
  };
}
