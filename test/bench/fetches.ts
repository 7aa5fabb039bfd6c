import { Child } from './child.ts';
import { bodyOf, Connection, getRequest } from './connection.ts';
import { makeData, type Person } from './data.ts';
import { run } from './load.ts';
import { type Figure, perSecond } from './report.ts';
import { alternate } from './rounds.ts';

const connections = 8;
const requests = 4000;
// The floor is so much quicker that as many would be over before they are a measure.
const floorFactor = 4;

const narrows = {
  'of a channel': [{ operator: 'channel', operand: 'channel 3' }],
  'of a topic': [
    { operator: 'channel', operand: 'channel 3' },
    { operator: 'topic', operand: 'topic 3' },
  ],
  'of everything received': [],
};

/** Pages of 100 messages. The floor is bare node:http answering the same bytes, which it has at hand. */
export async function fetches(): Promise<Figure[]> {
  const data = makeData({ people: 50, channels: 20, messages: 20_000 });
  const chatd = await Child.start('chatd', [data.folder]);
  const http = await Child.start('http-floor');
  const figures: Figure[] = [];
  for (const [name, narrow] of Object.entries(narrows)) {
    const range = { anchor: 'newest', num_before: '100', num_after: '0', narrow: JSON.stringify(narrow) };
    const request = getRequest(`/api/v1/messages?${new URLSearchParams(range)}`, data.people[1] as Person);
    const body = await fetchOnce(chatd.port, request);
    await http.ask({ body });
    const load = { connections, requests, bytes: () => request };
    const took = await alternate(5, {
      ours: () => run({ ...load, port: chatd.port }),
      floor: async () => (await run({ ...load, requests: requests * floorFactor, port: http.port })) / floorFactor,
    });
    figures.push({
      name: `pages of 100 ${name}, ${Math.round(body.length / 1000)} kB`,
      ours: perSecond(requests, took.ours),
      floor: perSecond(requests, took.floor),
      ratio: took.floor / took.ours,
      bar: { atLeast: 0.5 },
    });
  }
  await Promise.all([chatd, http].map((child) => child.stop()));
  return figures;
}

/** The body of an answer. Throws unless it has the hundred messages. */
async function fetchOnce(port: number, request: string): Promise<string> {
  const connection = await Connection.open(port);
  const body = bodyOf(await connection.request(request)).toString();
  connection.close();
  const { messages } = JSON.parse(body) as { messages: unknown[] };
  if (messages.length !== 100) throw new Error(`a page of ${messages.length} messages`);
  return body;
}
