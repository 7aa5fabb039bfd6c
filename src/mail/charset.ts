type Bytes = Parameters<typeof lenientUtf8.decode>[0];

const utf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8');
const western = new TextDecoder('windows-1252');

/**
 * A TextDecoder for mails, whose charset may be named wrongly. Where the name stands for windows-1252, as unknown names do,
 * or for UTF-8, the bytes decide: hardly any text of several letters in windows-1252 is also valid in UTF-8. It also reads
 * charsets of seven bits that browsers refuse.
 */
export class MailDecoder extends TextDecoder {
  readonly #letters: RegExp | undefined;

  constructor(label = 'utf-8', options: { ignoreBOM?: boolean } = {}) {
    const [charset, letters] = shifted[label] ?? [label];
    super(charset, options);
    this.#letters = letters;
  }

  override decode(bytes: Bytes = new Uint8Array()): string {
    if (this.#letters) return super.decode(unshifted(bytes, this.#letters));
    if (this.encoding !== 'utf-8' && this.encoding !== 'windows-1252') return super.decode(bytes);
    try {
      return utf8.decode(bytes);
    } catch {
      return this.encoding === 'utf-8' && hasLetters(bytes) ? super.decode(bytes) : western.decode(bytes);
    }
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they mark where other letters begin and end
const betweenControls = /\x0e([^\x0f\r\n]*)\x0f?/g;
const betweenTildes = /~\{([^~\r\n]*)(?:~\})?/g;

/** Charsets of seven bits, in which the letters of another stand between marks: that one, and what finds them. */
const shifted: Readonly<Record<string, readonly [charset: string, letters: RegExp]>> = {
  'iso-2022-kr': ['euc-kr', betweenControls],
  csiso2022kr: ['euc-kr', betweenControls],
  'iso-2022-cn': ['gbk', betweenControls],
  'hz-gb-2312': ['gbk', betweenTildes],
};

/** The bytes with the eighth bit of the letters between marks, and without marks and announcements of charsets. */
function unshifted(bytes: Bytes, letters: RegExp): Uint8Array {
  const text = western.decode(bytes).replace(announcement, '');
  return Buffer.from(
    text.replace(letters, (_, inside: string) => inside.replace(/./g, withEighthBit)),
    'latin1',
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it begins with the control character
const announcement = /\x1b\$\)[A-G]/g;

function withEighthBit(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) | 0x80);
}

/** Whether bytes that are not valid as a whole have letters in UTF-8 beside those of ASCII, as a truncated text has. */
function hasLetters(bytes: Bytes): boolean {
  return /[^\0-\x7f\ufffd]/.test(lenientUtf8.decode(bytes));
}
