import { t } from '../language/texts.ts';
/** The kinds of bots by their numbers on the wire. */
export const botKinds = { generic: 1, incoming: 2, outgoing: 3 } as const;

const names = (): Readonly<Record<number, string>> => ({
  [botKinds.generic]: t('bots.readsAndWrites'),
  [botKinds.incoming]: t('bots.onlySends'),
  [botKinds.outgoing]: t('bots.callsAnAddress'),
});

export function kindOf(bot_type: number): string {
  return names()[bot_type] ?? t('bots.bot');
}

export function kindNames(wants: (kind: number) => boolean): Record<number, string> {
  return Object.fromEntries(Object.entries(names()).filter(([kind]) => wants(Number(kind))));
}
