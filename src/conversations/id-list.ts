// Ascending lists of ids as JSON text: SQLite builds them and clients get them, so tens of thousands of ids need not
// become numbers in between. No list is empty.

/** The number of ids. */
export function countIds(list: string): number {
  let count = 1;
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) count++;
  return count;
}

export function firstId(list: string): number {
  return Number.parseInt(list.slice(1), 10);
}

export function lastId(list: string): number {
  return Number.parseInt(list.slice(list.lastIndexOf(',') + 1 || 1), 10);
}

export function readIds(list: string): number[] {
  return JSON.parse(list) as number[];
}

/** The ids of two lists that share none. */
export function joinIds(one: string, other: string): string {
  return JSON.stringify([...readIds(one), ...readIds(other)].sort((a, b) => a - b));
}
