/** Why an answer may differ from its recording: one of four kinds. */
export type Reason =
  /** The recorded server knows levels up to 372; `level` is the one that changed this. */
  | { kind: 'newer'; level: number }
  /** A decision: `paragraph` is how it begins in the README. */
  | { kind: 'deliberate'; readme: string; paragraph: string }
  /** The same refusal in other words. */
  | { kind: 'text of an error' }
  /** What the recorder, or the recorded server's set-up, did. */
  | { kind: 'recorder'; why: string };

export const textOfAnError: Reason = { kind: 'text of an error' };

export function newer(level: number): Reason {
  return { kind: 'newer', level };
}

export function deliberate(readme: string, paragraph: string): Reason {
  return { kind: 'deliberate', readme, paragraph };
}

export function recorder(why: string): Reason {
  return { kind: 'recorder', why };
}
