import * as channels from './matrix/channels.ts';
import * as messages from './matrix/messages.ts';
import type { Matrix } from './matrix/row.ts';

const files = [channels, messages];

/** The whole permission matrix: for each endpoint, by operation id, its rows. */
export const matrix: Matrix = Object.assign({}, ...files.map((file) => file.matrix));
