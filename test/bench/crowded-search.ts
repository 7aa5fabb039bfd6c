import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.ts';
import { Connection } from './connection.ts';
import type { Figure } from './report.ts';
import { slowest } from './slowest.ts';

const crowd = 200;
const searches = 200;

interface Crowd {
  chatd: Child;
  /** The searches of the one user who searches without a pause. */
  busy: (n: number) => string;
  /** The searches of another user, one after the other. */
  other: (n: number) => string;
}

/** How long searches take while another user keeps many of theirs waiting, each sent again as soon as it may be. */
export async function crowdedSearch({ chatd, busy, other }: Crowd): Promise<Figure> {
  const counts = { answered: 0, refused: 0 };
  let isOver = false;
  const ask = async (_: unknown, index: number) => {
    const connection = await Connection.open(chatd.port);
    for (let n = index; !isOver; n += crowd) {
      try {
        await connection.request(busy(n));
        counts.answered++;
      } catch (error) {
        await pause(retryAfter(error) * 1000);
        counts.refused++;
      }
    }
    connection.close();
  };
  const others = Promise.all(Array.from({ length: crowd }, ask));
  await pause(500);
  const connection = await Connection.open(chatd.port);
  const figure = await slowest('a word while another user keeps 200 searches waiting', 300, {
    connection,
    request: other,
    count: searches,
  });
  isOver = true;
  await others;
  connection.close();
  const note = `${figure.note}; of the other user's searches ${counts.answered} were answered, ${counts.refused} refused`;
  return { ...figure, note };
}

/** The seconds to wait, if an error is the answer that too many searches wait; throws any other. */
function retryAfter(error: unknown): number {
  const seconds = /^the server answered HTTP\/1\.1 429 [\s\S]*?\r\nretry-after: (\d+)/i.exec((error as Error).message);
  if (!seconds) throw error;
  return Number(seconds[1]);
}
