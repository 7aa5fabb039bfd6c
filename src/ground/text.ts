/** Folds a name, so that names that look the same are equal. */
export function foldName(name: string): string {
  return normalize(name, 'NFKC').toLowerCase();
}

// NFKC and NFKD turn halfwidth voicing marks into combining marks.
const longRunOfMarks = /[[\p{M}\uff9e\uff9f]--\u034f]{30}(?=[[\p{M}\uff9e\uff9f]--\u034f])/gv;

/**
 * Normalizes a text. Sorting a run of combining marks takes quadratic time, so an invisible joiner is inserted after
 * every 30, as in Unicode's Stream-Safe Text Format (UAX 15).
 */
export function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  const isShort = text.length <= 30;
  return (isShort ? text : text.replace(longRunOfMarks, '$&\u034f')).normalize(form);
}

/** A copy of a substring: the substring itself would keep the whole text in memory. */
export function detached(piece: string): string {
  return Buffer.from(piece).toString();
}

/** Position (1-based, in code points) of the first character not allowed in names, or 0. */
export function findInvalidCharacter(name: string): number {
  return [...name].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(character)) + 1;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Escapes characters that control a terminal or reorder a line. Users can write them into names and texts. */
export function escapeControls(text: string): string {
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
