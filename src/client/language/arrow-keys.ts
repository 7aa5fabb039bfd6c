import { isRightToLeft } from './texts.ts';

/** How far an arrow key leads in a row that begins at the start of a line: 1 to the next, -1 to the one before. */
export function stepOf(key: string): number | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return step === undefined || !isRightToLeft() ? step : -step;
}
