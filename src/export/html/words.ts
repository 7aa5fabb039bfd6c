/**
 * The words of a text in the index. The pages run the same function: its source is written into their script, so it
 * uses nothing from outside. Scripts without spaces have no words, so every two neighboring characters count as one.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words: string[] = [];
  for (const word of plain.match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const run of word.match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu,
    ) ?? []) {
      const characters = [...run];
      const isSpaced =
        /^[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(run);
      if (isSpaced || characters.length === 1) words.push(characters.slice(0, 40).join(''));
      else for (let at = 0; at + 1 < characters.length; at++) words.push(`${characters[at]}${characters[at + 1]}`);
    }
  }
  return words;
}

/**
 * The number of the index file that contains a word. Words with the same beginning are in the same file, so that
 * prefixes can be found.
 */
export function shardOf(word: string, shards: number): number {
  let hash = 0;
  for (const character of [...word].slice(0, 2)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % shards;
}
