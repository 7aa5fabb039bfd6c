const fewest = 3;
const most = 6;
const longest = 40;

/** A name for a new topic: the first words of a message. Undefined while they are too few. */
export function suggestTopic(text: string): string | undefined {
  const [line = ''] = text.trim().split('\n');
  const words = line
    .replaceAll(/[*_`~#>[\]|]+/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, most);
  const isPlain = words.length >= fewest && !line.startsWith('/');
  while (words.length > 1 && words.join(' ').length > longest) words.pop();
  return isPlain
    ? words
        .join(' ')
        .slice(0, longest)
        .replace(/[.,;:!?]+$/, '')
    : undefined;
}
