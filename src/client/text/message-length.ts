/** Whether a message is longer than the server allows, in characters and not in the units of JavaScript. */
export function isTooLong(text: string, most: number): boolean {
  return countCharacters(text, most) > most;
}

/** The number of characters; counted only if it may exceed the limit. */
export function countCharacters(text: string, most: number): number {
  const written = text.trim();
  return written.length <= most ? written.length : [...written].length;
}
