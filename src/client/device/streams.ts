import type { Clock } from '../store/clock.ts';

/** Whether this browser gets its events by stream. */
export interface Streams {
  mayOpen(): boolean;
  /** Notes that something on the way holds streams back. */
  avoid(): void;
}

const name = 'chatd-no-streams-until';
/** Milliseconds. Later, the computer may be in another network. */
const longest = 8 * 3600_000;

/** Remembers for some hours, for all tabs and after a reload, that streams do not get through. */
export function rememberStreams(storage: Pick<Storage, 'getItem' | 'setItem'>, clock: Clock): Streams {
  return {
    mayOpen() {
      const left = Number(storage.getItem(name)) - clock.now();
      // A clock that was wrong must not keep streams away for years.
      return !(left > 0 && left <= longest);
    },
    avoid: () => storage.setItem(name, String(clock.now() + longest)),
  };
}
