/** In labels: more than legitimate mails have. */
const mostLabels = 100;
const charsetLabel = /charset\s*=\s*["']?([^\s"';]{1,80})|=\?([^?*\s]{1,80})[?*]/gi;

/**
 * A function that reads the texts of a mail again which were decoded as windows-1252 although they are UTF-8. It changes
 * nothing unless the mail names a charset that is unknown, or one for which programs send UTF-8.
 */
export function charsetMender(source: Uint8Array): (text: string) => string {
  const text = new TextDecoder('latin1').decode(source);
  const labels = new Set<string>();
  for (const [, parameter, word] of text.matchAll(charsetLabel)) {
    if (labels.add((parameter ?? word ?? '').toLowerCase()).size >= mostLabels) break;
  }
  return [...labels].some(isDoubtful) ? asUtf8 : (decoded) => decoded;
}

/** Whether a text with this label is decoded as windows-1252. */
function isDoubtful(label: string): boolean {
  try {
    return new TextDecoder(label).encoding === 'windows-1252';
  } catch {
    return true;
  }
}

const all256 = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const byteOf = new Map([...new TextDecoder('windows-1252').decode(all256)].map((character, byte) => [character, byte]));
const utf8 = new TextDecoder('utf-8', { fatal: true });

// Hardly any text of several letters in windows-1252 is also valid in UTF-8.
function asUtf8(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is the same in both
  if (/^[\u0000-\u007f]*$/.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = byteOf.get(text.charAt(at));
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return text;
  }
}
