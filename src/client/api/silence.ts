/** Milliseconds without a sign of the server after which a request fails. */
export const longestSilence = {
  /** What only reads can be asked again. */
  reading: 30_000,
  /** What is worth nothing later. Browsers have few connections, and the next tries need some. */
  passing: 10_000,
  /** Proxies wait as long for the result of an act. */
  acting: 90_000,
  /** Of an answer that has begun, nothing is heard before its end. A slow network needs time for the longest ones. */
  receiving: 300_000,
  /** After the last progress, much of a file may still be in the buffers of a slow network. */
  uploading: 180_000,
} as const;

/** Calls back once nothing was heard for a time. */
export function watchSilence(time: number, act: () => void) {
  let timer = setTimeout(act, time);
  const end = () => clearTimeout(timer);
  const heard = (next = time) => {
    end();
    timer = setTimeout(act, next);
  };
  return { heard, end };
}
