import type { Markup } from './message.ts';
import type { Messages } from './messages.ts';

/** The name of a message. */
export type Key = keyof Messages;

/** Messages that contain links, bold words or other markup. */
type RichKey = { [K in Key]: Extract<Messages[K][keyof Messages[K]], Markup> extends never ? never : K }[Key];

/** Messages of text alone. */
export type PlainKey = Exclude<Key, RichKey>;

/** Messages without parameters. */
export type UnvaryingKey = { [K in Key]: Messages[K] extends undefined ? K : never }[Key];

/** The parameters of a message, as the rest of an argument list: none if it has none. */
export type Arguments<K extends Key> = K extends Key
  ? Messages[K] extends undefined
    ? []
    : [values: Messages[K]]
  : never;

/** The parameters of a message of which parts are made: where texts are expected, they may be parts as well. */
export type RichArguments<K extends Key, Part> = {
  [Name in keyof Messages[K]]: Messages[K][Name] extends Markup ? (inside: Part[]) => Part : Messages[K][Name] | Part;
};
