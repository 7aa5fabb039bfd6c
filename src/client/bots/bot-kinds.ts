/** The kinds of bots by their numbers on the wire. */
export const botKinds = { generic: 1, incoming: 2, outgoing: 3 } as const;

const names: Readonly<Record<number, string>> = {
  [botKinds.generic]: 'Reads and writes',
  [botKinds.incoming]: 'Only sends',
  [botKinds.outgoing]: 'Calls an address',
};

export function kindOf(bot_type: number): string {
  return names[bot_type] ?? 'Bot';
}

export function kindNames(wants: (kind: number) => boolean): Record<number, string> {
  return Object.fromEntries(Object.entries(names).filter(([kind]) => wants(Number(kind))));
}
