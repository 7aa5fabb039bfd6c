/** One line of the report. */
export interface Figure {
  name: string;
  /** With its unit. */
  ours: string;
  floor: string;
  /** What the bar is held against. */
  ratio: number;
  bar: { atLeast: number } | { atMost: number };
  /** How the figure came about, if the name does not say it all. */
  note?: string;
}

const widths = [44, 14, 14, 7, 8, 4];

export const heading: string = line(['', 'ours', 'floor', 'ratio', 'bar', 'met']);

/** A figure as a line of the table. */
export function formatFigure({ name, ours, floor, ratio, bar, note }: Figure): string {
  const [limit, isMet] =
    'atLeast' in bar ? [`>= ${bar.atLeast}`, ratio >= bar.atLeast] : [`<= ${bar.atMost}`, ratio <= bar.atMost];
  const row = line([name, ours, floor, ratio.toFixed(2), limit, isMet ? 'yes' : 'NO']);
  return note ? `${row}\n    ${note}` : row;
}

/** Something so many times a second, from so many of it in some milliseconds. */
export function perSecond(count: number, milliseconds: number): string {
  return `${Math.round((count * 1000) / milliseconds).toLocaleString('en')}/s`;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
    .join(' ');
}
