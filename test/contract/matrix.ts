import * as channels from './matrix/channels.ts';
import * as granted from './matrix/granted.ts';
import * as groups from './matrix/groups.ts';
import * as invitations from './matrix/invitations.ts';
import * as messages from './matrix/messages.ts';
import * as own from './matrix/own.ts';
import * as people from './matrix/people.ts';
import * as realm from './matrix/realm.ts';
import type { Matrix, Row } from './matrix/row.ts';

const files = [channels, groups, invitations, messages, own, people, realm, granted];

/** The whole permission matrix: for each endpoint, by operation id, its rows. */
export const matrix: Matrix = Object.fromEntries(
  [...new Set(files.flatMap((file) => Object.keys(file.matrix)))].map((id) => [
    id,
    files.flatMap((file) => rowsOf(file, id)),
  ]),
);

function rowsOf(file: { matrix: Matrix }, id: string): readonly Row[] {
  return file.matrix[id] ?? [];
}
