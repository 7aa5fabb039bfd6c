/** An id as Slack's: a letter for the kind, then capital letters and digits. The same row has the same id in each export. */
export function slackId(kind: 'U' | 'C' | 'G' | 'D' | 'F' | 'T', id: number): string {
  return `${kind}0${id.toString(36).toUpperCase().padStart(8, '0')}`;
}

/** The id of a message: its time with six decimals, of which the rest of its id here is made. */
export function timestampOf({ id, sent_at }: { id: number; sent_at: number }): string {
  return `${sent_at}.${String(id % 1_000_000).padStart(6, '0')}`;
}
