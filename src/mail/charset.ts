type Bytes = Parameters<typeof lenientUtf8.decode>[0];

/** The one of Node.js, where a thread uses `MailDecoder` in its place. */
const PlainDecoder = TextDecoder;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8');
const western = new TextDecoder('windows-1252');

/**
 * A TextDecoder for mails, whose charset may be named wrongly. Where the name stands for windows-1252, as unknown names do,
 * or for UTF-8, the bytes decide: hardly any text of several letters in windows-1252 is also valid in UTF-8. HTML that says
 * its charset itself is read so, and a mark of the order of bytes counts. It also reads charsets of seven bits that
 * browsers refuse.
 */
export class MailDecoder extends TextDecoder {
  readonly #unpack: ((bytes: Bytes) => Uint8Array) | undefined;

  constructor(label = 'utf-8', options: { ignoreBOM?: boolean } = {}) {
    const [charset, unpack] = packed[label] ?? [label];
    super(charset, options);
    this.#unpack = unpack;
  }

  override decode(bytes: Bytes = new Uint8Array()): string {
    if (this.#unpack) return super.decode(this.#unpack(bytes));
    if (this.encoding === 'utf-16le') return isBigEndian(bytes) ? bigEndian.decode(bytes) : super.decode(bytes);
    if (this.encoding !== 'utf-8' && this.encoding !== 'windows-1252') return super.decode(bytes);
    try {
      return utf8.decode(bytes);
    } catch {
      return this.encoding === 'utf-8' && hasLetters(bytes) ? super.decode(bytes) : decoderIn(bytes).decode(bytes);
    }
  }
}

const bigEndian = new TextDecoder('utf-16be');

function isBigEndian(bytes: Bytes): boolean {
  const [first, second] = bytesIn(bytes, 2);
  return first === 0xfe && second === 0xff;
}

/** In bytes: in longer heads of HTML, browsers look for no charset either. */
const longestHead = 1024;
const charsetInHtml = /<meta\s[^>]{0,200}charset\s*=\s*["']?([\w:-]{1,40})/i;

/** The decoder for the charset that HTML names at its beginning; otherwise that for windows-1252. */
function decoderIn(bytes: Bytes): InstanceType<typeof PlainDecoder> {
  const [, label = 'windows-1252'] = charsetInHtml.exec(western.decode(bytesIn(bytes, longestHead))) ?? [];
  try {
    return new PlainDecoder(label);
  } catch {
    return western;
  }
}

function bytesIn(bytes: Bytes, most: number): Uint8Array {
  if (!ArrayBuffer.isView(bytes)) return new Uint8Array(bytes ?? new ArrayBuffer(0)).subarray(0, most);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(most, bytes.byteLength));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they mark where other letters begin and end
const betweenControls = /\x0e([^\x0f\r\n]*)\x0f?/g;
const betweenTildes = /~\{([^~\r\n]*)(?:~\})?/g;

/** A name of UTF-8 that mails do not use. For names that browsers do not know, postal-mime asks for no decoder. */
const nameForUtf7 = 'x-unicode20utf8';

/** Charsets of seven bits, in which the letters of another stand between marks: that one, and its bytes. */
const packed: Readonly<Record<string, readonly [charset: string, unpack: (bytes: Bytes) => Uint8Array]>> = {
  'iso-2022-kr': ['euc-kr', (bytes) => unshifted(bytes, betweenControls)],
  csiso2022kr: ['euc-kr', (bytes) => unshifted(bytes, betweenControls)],
  'iso-2022-cn': ['gbk', (bytes) => unshifted(bytes, betweenControls)],
  'hz-gb-2312': ['gbk', (bytes) => unshifted(bytes, betweenTildes)],
  [nameForUtf7]: ['utf-8', fromUtf7],
};

const utf7Names = ['utf-7', 'UTF-7', 'Utf-7'];
const utf7Label =
  /((?:^|\n)content-type:(?:[^\n]|\n[ \t])*?charset\s*=\s*"?|=\?)(?:unicode-[12]-[01]-)?utf-7(?=["\s;?*])/gi;

/** A mail in which UTF-7 has the name by which `MailDecoder` reads it. */
export function withUtf7Named(source: Buffer): Buffer {
  if (!utf7Names.some((name) => source.includes(name))) return source;
  return Buffer.from(source.toString('latin1').replace(utf7Label, `$1${nameForUtf7}`), 'latin1');
}

/** UTF-8 from UTF-7, in which letters are UTF-16 in base64, from `+` to the next character that is not of base64, or `-`. */
function fromUtf7(bytes: Bytes): Uint8Array {
  const text = western.decode(bytes);
  return Buffer.from(
    text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, letters: string) => (letters === '' ? '+' : fromUtf16(letters))),
  );
}

function fromUtf16(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  return bigEndian.decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
}

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
