/** Lines of the same depth of quotation that were one. */
interface Paragraph {
  depth: number;
  pieces: string[];
  isOpen: boolean;
}

/**
 * The text of a mail with `format=flowed` (RFC 3676), one line a paragraph. A line that its author began with `>` keeps
 * the space before it, which tells it from a quotation.
 */
export function unflow(text: string, dropsSpaces: boolean): string {
  const paragraphs: Paragraph[] = [];
  for (const line of text.split(/\r?\n/)) {
    const { depth, words } = readLine(line);
    const last = paragraphs.at(-1);
    const isOpen = words.endsWith(' ') && words !== signatureMark;
    const piece = isOpen && dropsSpaces ? words.slice(0, -1) : words;
    if (last?.isOpen && last.depth === depth && words !== signatureMark) {
      last.pieces.push(piece);
      last.isOpen = isOpen;
    } else paragraphs.push({ depth, pieces: [piece], isOpen });
  }
  return paragraphs.map(present).join('\n');
}

const signatureMark = '-- ';

function readLine(line: string): { depth: number; words: string } {
  const depth = line.search(/[^>]|$/);
  return { depth, words: line.slice(line[depth] === ' ' ? depth + 1 : depth) };
}

function present({ depth, pieces }: Paragraph): string {
  const text = pieces.join('');
  const mark = '>'.repeat(depth);
  return depth > 0 || text.startsWith('>') ? `${mark} ${text}` : text;
}
