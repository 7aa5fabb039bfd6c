import { Child } from './child.ts';
import { postRequest } from './connection.ts';
import { makeData, messageText, placeOf } from './data.ts';
import { run } from './load.ts';
import { type Figure, milliseconds, perSecond } from './report.ts';
import { alternate, median } from './rounds.ts';

const connections = 64;
const requests = 6000;

/**
 * Messages sent by 64 clients at once. The floor is the time in which bare node:http reads and answers the same bytes,
 * and then a bare loop inserts the same rows, as many in a transaction as the server was seen to share one.
 */
export async function sends(): Promise<Figure[]> {
  const size = { people: connections, channels: 10, messages: 2000 };
  const data = makeData(size);
  const chatd = await Child.start('chatd', [data.folder]);
  const http = await Child.start('http-floor');
  const inserts = await Child.start('insert-floor', [makeData(size).folder]);
  await http.ask({ body: '{"result":"success","msg":"","id":12345}' });

  const bytes = (request: number, connection: number) =>
    postRequest('/api/v1/messages', data.people[connection] ?? { email: '', key: '' }, {
      type: 'stream',
      to: placeOf(request, size.channels).channel,
      topic: placeOf(request, size.channels).topic,
      content: messageText(request),
    });
  let group = 1;
  const took = await alternate(7, {
    async ours() {
      const before = await chatd.ask({});
      const time = await run({ port: chatd.port, connections, requests, bytes });
      const after = await chatd.ask({});
      group = Math.round(((after.writes ?? 0) - (before.writes ?? 0)) / ((after.commits ?? 0) - (before.commits ?? 0)));
      return time;
    },
    http: () => run({ port: http.port, connections, requests, bytes }),
    inserts: async () => (await inserts.ask({ rows: requests, group, channels: size.channels })).milliseconds ?? 0,
  });
  await Promise.all([chatd, http, inserts].map((child) => child.stop()));

  const floor = took.http + took.inserts;
  return [
    {
      name: `sends at ${connections} connections`,
      ours: perSecond(requests, took.ours),
      floor: perSecond(requests, floor),
      // A round takes a second: the machine's own speed changes from one to the next.
      ratio: median(took.rounds.map(({ ours, http, inserts }) => (http + inserts) / ours)),
      bar: { atLeast: 0.55 },
      note:
        `floor for ${requests}: HTTP ${milliseconds(took.http)} + rows ${milliseconds(took.inserts)}; ${group} sends a ` +
        `commit; the ratio is the median of the rounds' own`,
    },
  ];
}
