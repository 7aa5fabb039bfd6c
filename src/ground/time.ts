const day = 86_400;

/**
 * Returns a function that writes UNIX seconds as a date and time of ISO 8601, to the minute. It keeps the last date,
 * because writing one takes most of the time and times of a list are often of one day.
 */
export function minuteWriter(): (seconds: number) => string {
  let start = Number.NaN;
  let date = '';
  return (seconds) => {
    const since = seconds - start;
    if (!(since >= 0 && since < day)) {
      start = Math.floor(seconds / day) * day;
      date = new Date(start * 1000).toISOString().slice(0, 11);
    }
    const minutes = Math.floor((seconds - start) / 60);
    return `${date}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  };
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
