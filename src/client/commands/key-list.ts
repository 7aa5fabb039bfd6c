import type { PlainKey } from '../../languages/keys.ts';
import { t } from '../language/texts.ts';
import { groups } from './commands.ts';
import { nameOf } from './key-names.ts';

/** Keys of text fields and menus, which handle them themselves. */
const otherKeys: readonly (readonly [keys: readonly string[], label: PlainKey])[] = [
  [['Ctrl+b'], 'common.bold'],
  [['Ctrl+i'], 'common.italics'],
  [['Ctrl+Shift+l'], 'compose.link'],
  [['Ctrl+.'], 'commands.goToConversation'],
  [['ArrowUp'], 'commands.editLast'],
  [['Shift+F10'], 'commands.sideMenu'],
  [['ArrowLeft', 'ArrowRight'], 'commands.foldInbox'],
];

interface KeyGroup {
  title: string;
  rows: { keys: string[]; label: string }[];
}

/** The shortcut keys, for people. */
export function listKeys(): KeyGroup[] {
  const others = otherKeys.map(([keys, label]) => ({ keys, label }));
  return [...groups, { title: 'commands.inFieldsAndLists' as const, commands: others }].map(({ title, commands }) => ({
    title: t(title),
    rows: commands.flatMap(({ keys = [], label }) =>
      keys.length > 0 ? [{ keys: keys.map(nameOf), label: t(label) }] : [],
    ),
  }));
}
