import { t } from '../language/texts.ts';

const hour = 3600_000;

/** Suggested times in the future, each with a name and UNIX seconds. */
export function listTimes(now: Date): [name: string, timestamp: number][] {
  const evening = atHour(now, 0, 18);
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  const times: [name: string, time: Date, isOffered: boolean][] = [
    [t('later.inOneHour'), new Date(now.getTime() + hour), true],
    [t('later.inThreeHours'), new Date(now.getTime() + 3 * hour), true],
    [t('later.thisEvening'), evening, evening.getTime() - now.getTime() >= hour],
    [t('later.tomorrowMorning'), atHour(now, 1, 9), true],
    [t('later.onMondayMorning'), atHour(now, daysToMonday, 9), daysToMonday > 1],
  ];
  return times.flatMap(([name, time, isOffered]) => (isOffered ? [[name, toSeconds(time)]] : []));
}

/** Suggested days in the past, each with a name and the UNIX seconds of its start; 0 is before everything. */
export function listDays(now: Date): [name: string, timestamp: number][] {
  const days: [name: string, start: Date][] = [
    [t('time.today'), atHour(now, 0, 0)],
    [t('time.yesterday'), atHour(now, -1, 0)],
    [t('later.lastWeek'), atHour(now, -7, 0)],
    [t('later.lastMonth'), oneMonthBefore(now)],
    [t('later.veryBeginning'), new Date(0)],
  ];
  return days.map(([name, start]) => [name, toSeconds(start)]);
}

/** Shorter months have not each day: the last one stands for it. */
function oneMonthBefore(now: Date): Date {
  const lastDay = new Date(now.getFullYear(), now.getMonth(), 0).getDate();
  return new Date(now.getFullYear(), now.getMonth() - 1, Math.min(now.getDate(), lastDay));
}

/** The time of a clock so many days after a day. */
export function atHour(now: Date, days: number, hours: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours);
}

export function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** The value of a `datetime-local` field: local time, to the minute. */
export function formatField(timestamp: number): string {
  const date = new Date(timestamp * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The time in such a field; undefined if none is chosen. */
export function readField(text: string): number | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : toSeconds(time);
}
