import { t } from '../language/texts.ts';
import { atHour, toSeconds } from '../later/times.ts';

const minute = 60_000;

/** Suggested ends of a status or of a quiet time, each with a name and UNIX seconds. */
export function listEnds(now: Date): [name: string, timestamp: number][] {
  const lunch = atHour(now, 0, 12);
  const ends: [name: string, time: Date, isOffered: boolean][] = [
    [t('people.forHalfAnHour'), new Date(now.getTime() + 30 * minute), true],
    [t('people.forAnHour'), new Date(now.getTime() + 60 * minute), true],
    [t('people.untilLunch'), lunch, lunch.getTime() - now.getTime() >= 30 * minute],
    [t('people.forToday'), atHour(now, 1, 0), true],
    [t('people.untilTomorrow'), atHour(now, 1, 9), true],
  ];
  return ends.flatMap(([name, time, isOffered]) => (isOffered ? [[name, toSeconds(time)]] : []));
}
