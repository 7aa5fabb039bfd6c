/** The text of a part of an address; as it is written if its percent signs mean nothing. */
export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
