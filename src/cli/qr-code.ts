import { renderUnicodeCompact } from 'uqr';

const whiteOnBlack = '\u001b[97;40m';
const usual = '\u001b[0m';

/** The lines of a QR code for a terminal, readable with any color scheme. */
export function qrCode(text: string): string[] {
  return renderUnicodeCompact(text, { border: 2 })
    .split('\n')
    .map((line) => `${whiteOnBlack}${line}${usual}`);
}
