import { renderUnicodeCompact } from 'uqr';

const whiteOnBlack = '\u001b[97;40m';
const usual = '\u001b[0m';

/** Lines that show a text as a QR code on a terminal, whatever colours it has. */
export function qrCode(text: string): string[] {
  return renderUnicodeCompact(text, { border: 2 })
    .split('\n')
    .map((line) => `${whiteOnBlack}${line}${usual}`);
}
