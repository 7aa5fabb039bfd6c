/** Something that is not in an export, or not as it was, with its number and the reason. */
export interface Remark {
  count: number;
  noun: string;
  reason: string;
}
