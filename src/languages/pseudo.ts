const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = [...'áƀćđéƒĝĥíĵķĺɱñóþɋŕśťúṽŵẋýźÁƁĆĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŚŤÚṼŴẊÝŹ'];

/** A text in letters with accents, which people read and a search for English letters does not find. */
export function withAccents(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => accented[letters.indexOf(letter)] ?? letter);
}

/** What makes a text of this length 40 % longer, in words that may be broken. */
export function padding(length: number): string {
  return ' ñéẋť'.repeat(Math.ceil((length * 0.4) / 5));
}
