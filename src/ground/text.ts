/** A name in the form in which two names that look the same to people are equal. */
export function foldName(name: string): string {
  return normalize(name, 'NFKC').toLowerCase();
}

// Halfwidth voicing signs become marks where compatible characters count as one.
const longRunOfMarks = /[[\p{M}\uff9e\uff9f]--\u034f]{30}(?=[[\p{M}\uff9e\uff9f]--\u034f])/gv;

/**
 * A text in one of Unicode's normal forms. Marks are put in order in time that grows with the square of how many follow
 * one another, so after each thirty comes a joiner that nobody sees, as Unicode's Stream-Safe Text Format (UAX 15) has it.
 */
export function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  const isShort = text.length <= 30;
  return (isShort ? text : text.replace(longRunOfMarks, '$&\u034f')).normalize(form);
}

/** The same text in memory of its own: a piece of a text that is kept would keep the whole text. */
export function detached(piece: string): string {
  return Buffer.from(piece).toString();
}

/** Where (1-based, in code points) a text has its first character that does not belong in a name, or 0. */
export function findInvalidCharacter(name: string): number {
  return [...name].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(character)) + 1;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text made safe to stand in HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}
