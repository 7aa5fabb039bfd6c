import { formatFull, formatShort } from '../text/time.ts';

interface Props {
  /** In UNIX seconds. */
  timestamp: number;
  format?: (timestamp: number) => string;
}

/** A time in few characters. The whole one is shown while the pointer rests. */
export function Time({ timestamp, format = formatShort }: Props) {
  return (
    <time class="quiet" dateTime={new Date(timestamp * 1000).toISOString()} title={formatFull(timestamp)}>
      {format(timestamp)}
    </time>
  );
}
