import { Child } from './child.ts';
import { Connection, getRequest } from './connection.ts';
import type { Person } from './data.ts';
import { run } from './load.ts';
import { type Figure, perSecond } from './report.ts';
import { median } from './rounds.ts';
import { makeSearched } from './searched.ts';

const messages = 100_000;
const connections = 16;
const requests = 2000;
const rounds = 5;
/** So many of the most frequent words. */
const common = 100;

/** The newest 20 messages with a common word, for many people at once. There is no floor; the bar is searches a second. */
export async function commonWord(): Promise<Figure[]> {
  const { folder, words, members } = makeSearched(messages);
  const chatd = await Child.start('chatd', [folder]);
  const search = (n: number, connection: number) => {
    const narrow = JSON.stringify([{ operator: 'search', operand: words.list[(n * 7919) % common] }]);
    const range = { anchor: 'newest', num_before: '20', num_after: '0', narrow };
    const person = members[connection % members.length] as Person;
    return getRequest(`/api/v1/messages?${new URLSearchParams(range)}`, person);
  };
  const connection = await Connection.open(chatd.port);
  await connection.request(search(0, 0));
  connection.close();
  const took: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const milliseconds = await run({ port: chatd.port, connections, requests, bytes: search });
    if (round > 0) took.push(milliseconds);
  }
  await chatd.stop();
  const middle = median(took);
  return [
    {
      name: `newest 20 with a common word, ${connections} connections`,
      ours: perSecond(requests, middle),
      floor: '',
      ratio: (requests * 1000) / middle,
      bar: { atLeast: 2500 },
      note: `the bar is searches a second, at ${messages.toLocaleString('en')} messages`,
    },
  ];
}
