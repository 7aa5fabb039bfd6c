/** Items that are omitted from an export or changed, with their number and the reason. */
export interface Remark {
  count: number;
  noun: string;
  reason: string;
}
