/** A name in the form in which two names that look the same to people are equal. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
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
