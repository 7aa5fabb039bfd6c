import * as calls from './matrix/calls.ts';
import * as channels from './matrix/channels.ts';
import * as granted from './matrix/granted.ts';
import * as groups from './matrix/groups.ts';
import * as invitations from './matrix/invitations.ts';
import * as messages from './matrix/messages.ts';
import * as own from './matrix/own.ts';
import * as people from './matrix/people.ts';
import * as programs from './matrix/programs.ts';
import * as realm from './matrix/realm.ts';
import type { Matrix } from './matrix/row.ts';

const { matrix: grantedRows } = granted;

// A row says who may do something in one situation; everyone whom it does not name is refused, or the endpoint's access
// says so. Rows are about the world of matrix/world.ts, whose people matrix/actors.ts lists and whose things
// matrix/nouns.ts names. A new endpoint gets its rows in the file of its domain.

/** The permission matrix in three parts, each for a test file of its own so that they run at the same time. */
export const ofChannels: Matrix = withGranted(channels.matrix);
export const ofMessages: Matrix = withGranted(messages.matrix);
export const ofTheRest: Matrix = withGranted({
  ...calls.matrix,
  ...groups.matrix,
  ...invitations.matrix,
  ...own.matrix,
  ...people.matrix,
  ...programs.matrix,
  ...realm.matrix,
});

/** The whole permission matrix: for each endpoint, by operation id, its rows. */
export const matrix: Matrix = { ...ofChannels, ...ofMessages, ...ofTheRest };

/** Rows with those about whom permissions are given to. */
function withGranted(rows: Matrix): Matrix {
  return Object.fromEntries(Object.entries(rows).map(([id, list]) => [id, [...list, ...(grantedRows[id] ?? [])]]));
}
