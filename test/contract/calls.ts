import type { Provocations, ValidCalls } from './call.ts';
import * as bookmarks from './calls/bookmarks.ts';
import * as calls from './calls/calls.ts';
import * as channelSettings from './calls/channel-settings.ts';
import * as channels from './calls/channels.ts';
import * as commands from './calls/commands.ts';
import * as edits from './calls/edits.ts';
import * as events from './calls/events.ts';
import * as external from './calls/external.ts';
import * as flags from './calls/flags.ts';
import * as fullLists from './calls/full-lists.ts';
import * as groups from './calls/groups.ts';
import * as invitations from './calls/invitations.ts';
import * as later from './calls/later.ts';
import * as markdown from './calls/markdown.ts';
import * as messages from './calls/messages.ts';
import * as narrow from './calls/narrow.ts';
import * as olderSettings from './calls/older-settings.ts';
import * as people from './calls/people.ts';
import * as personal from './calls/personal.ts';
import * as pins from './calls/pins.ts';
import * as push from './calls/push.ts';
import * as reactions from './calls/reactions.ts';
import * as realm from './calls/realm.ts';
import * as realmTexts from './calls/realm-texts.ts';
import * as server from './calls/server.ts';
import * as sessions from './calls/sessions.ts';
import * as subscriptions from './calls/subscriptions.ts';
import * as typing from './calls/typing.ts';
import * as uploads from './calls/uploads.ts';
import * as users from './calls/users.ts';

const files = [
  calls,
  bookmarks,
  channelSettings,
  channels,
  commands,
  edits,
  events,
  external,
  flags,
  groups,
  invitations,
  later,
  markdown,
  messages,
  narrow,
  olderSettings,
  people,
  personal,
  push,
  pins,
  reactions,
  realm,
  realmTexts,
  server,
  sessions,
  subscriptions,
  typing,
  uploads,
  users,
];

/** A call that succeeds on a fresh server, for each endpoint. It may first bring the server into the right state. */
export const validCalls: ValidCalls = merged(files.map((file) => file.validCalls));

/** For each error an endpoint declares, by operation id and the error's text, a call that gets it. */
export const provocations: Provocations = withFullLists(merged(files.map((file) => file.provocations)));

/** Adds the calls for lists of the organization that are full. */
function withFullLists(others: Provocations): Provocations {
  const added = Object.entries(fullLists.provocations).map(([id, calls]) => [id, { ...others[id], ...calls }]);
  return { ...others, ...Object.fromEntries(added) };
}

function merged<Entry>(tables: readonly Readonly<Record<string, Entry>>[]): Record<string, Entry> {
  const all = tables.flatMap((table) => Object.entries(table));
  const twice = all.find(([id], index) => all.findIndex(([other]) => other === id) !== index);
  if (twice) throw new Error(`${twice[0]} has calls in two files of test/contract/calls/`);
  return Object.fromEntries(all);
}
