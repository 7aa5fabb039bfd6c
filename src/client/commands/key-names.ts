import { t } from '../language/texts.ts';

const names = (): Readonly<Record<string, string>> => ({
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: t('keys.escape'),
  Enter: t('keys.enter'),
  Home: t('keys.home'),
  End: t('keys.end'),
  PageUp: t('keys.pageUp'),
  PageDown: t('keys.pageDown'),
});

/** A key as people read it on a keyboard. */
export function nameOf(key: string): string {
  const [, modifier, plain = ''] = /^(?:(Ctrl|Shift)\+)?(.+)$/.exec(key) ?? [];
  if (plain.startsWith('Shift+')) return t('keys.withCtrl', { key: nameOf(plain) });
  const name = names()[plain] ?? (modifier && plain.length === 1 ? plain.toUpperCase() : plain);
  if (modifier === 'Ctrl') return t('keys.withCtrl', { key: name });
  return modifier === 'Shift' || /^[A-Z]$/.test(name) ? t('keys.withShift', { key: name }) : name;
}
