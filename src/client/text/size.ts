import { locale } from '../language/locale.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes for people, such as 2.3 MB. */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  // The short form of bytes has no plural: 84 byte.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const style = { style: 'unit', unit: units[step], unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), style).format(bytes / 1000 ** step);
}
