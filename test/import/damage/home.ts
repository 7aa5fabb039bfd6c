import type { Format } from '../../../src/import/formats.ts';

export type Tree = Record<string, unknown>;
type Path = readonly (string | number)[];

/** A small archive of a format, and where its parts are. */
export interface Home {
  format: Format;
  /** What its files are. */
  kind: 'JSON' | 'binary' | 'text';
  /** The archive: files by name. */
  tree(): Tree;
  /** Where one message, one user and one channel are: files, tables, numbers, names. Texts hold messages alone. */
  message: Path;
  user?: Path;
  channel?: Path;
  /** Names of fields to damage. */
  fields: Readonly<Record<'message', readonly string[]> & Partial<Record<'user' | 'channel', readonly string[]>>>;
  /** The field of a message with its time; undefined if a line without one belongs to the message above. */
  time?: string;
  /** Makes records refer to each other in a circle; undefined if none can, as in Mattermost's archives. */
  encircle?: (tree: Tree) => void;
  /** The ends of messages that are in the record of the damaged one. */
  within: readonly string[];
  /** The text of the damaged message, and the names of the damaged user and channel after an undamaged import. */
  text: string;
  author: string;
  place: string;
  /** The file with the damaged message, and the file with users. */
  messages: string;
  users: string;
}

/** Changes fields of a record, or adds the record. */
export function change(tree: Tree, path: Path, fields: object): void {
  const parent = path.slice(0, -1).reduce((one, key) => one[key] as Tree, tree);
  const key = path.at(-1) as string;
  parent[key] = { ...(parent[key] as object), ...fields };
}

export const text = 'The message that is damaged';
