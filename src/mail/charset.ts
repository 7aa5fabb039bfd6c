type Bytes = Parameters<typeof lenientUtf8.decode>[0];

const utf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8');
const western = new TextDecoder('windows-1252');

/**
 * A TextDecoder for mails, whose charset may be named wrongly. Where the name stands for windows-1252, as unknown names do,
 * or for UTF-8, the bytes decide: hardly any text of several letters in windows-1252 is also valid in UTF-8.
 */
export class MailDecoder extends TextDecoder {
  override decode(bytes: Bytes = new Uint8Array()): string {
    if (this.encoding !== 'utf-8' && this.encoding !== 'windows-1252') return super.decode(bytes);
    try {
      return utf8.decode(bytes);
    } catch {
      return this.encoding === 'utf-8' && hasLetters(bytes) ? super.decode(bytes) : western.decode(bytes);
    }
  }
}

/** Whether bytes that are not valid as a whole have letters in UTF-8 beside those of ASCII, as a truncated text has. */
function hasLetters(bytes: Bytes): boolean {
  return /[^\0-\x7f\ufffd]/.test(lenientUtf8.decode(bytes));
}
