/** What happened in the field of a conversation before the composer was loaded. The text itself is its draft. */
interface Handover {
  /** The conversation. */
  key: string;
  selection: readonly [start: number, end: number];
  hasFocus: boolean;
  /** Where the key that sends was pressed. */
  sent: number | undefined;
}

let waiting: Handover | undefined;

export function handOver(handover: Handover): void {
  waiting = handover;
}

/** What the composer of a conversation takes over, once. */
export function takeHandover(key: string): Handover | undefined {
  const found = waiting?.key === key ? waiting : undefined;
  waiting = undefined;
  return found;
}
