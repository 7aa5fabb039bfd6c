import { groups } from './commands.ts';

/** Keys of text fields and menus, which handle them themselves. */
const otherKeys: readonly (readonly [keys: readonly string[], label: string])[] = [
  [['Ctrl+.'], 'While writing: go to the conversation of the message'],
  [['ArrowUp'], 'In an empty message: edit your last one'],
  [['Shift+F10'], 'Menu of a channel or topic in the side bar'],
];

interface KeyGroup {
  title: string;
  rows: { keys: string[]; label: string }[];
}

/** The shortcut keys, for people. */
export function listKeys(): KeyGroup[] {
  const others = otherKeys.map(([keys, label]) => ({ keys, label }));
  return [...groups, { title: 'In fields and lists', commands: others }].map(({ title, commands }) => ({
    title,
    rows: commands.flatMap(({ keys = [], label }) => (keys.length > 0 ? [{ keys: keys.map(nameOf), label }] : [])),
  }));
}

const names: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

/** A key as people read it on a keyboard. */
export function nameOf(key: string): string {
  const [, modifier = '', plain = ''] = /^((?:Ctrl|Shift)\+)?(.+)$/.exec(key) ?? [];
  const name = names[plain] ?? plain;
  if (modifier !== '') return modifier + (name.length === 1 ? name.toUpperCase() : name);
  return /^[A-Z]$/.test(name) ? `Shift+${name}` : name;
}
