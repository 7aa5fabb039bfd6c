import { Child, launchFlags } from './child.ts';
import { chatdCrowd, floorCrowd } from './crowd.ts';
import { makeData } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';

const polls = 1000;
const repetitions = 15;

/**
 * From the sending of a message until the last of a thousand waiting clients has it. The floor is bare node:http
 * ending as many held responses of the same bytes.
 */
export async function lastPoll(): Promise<Figure[]> {
  const data = makeData({ people: 100, channels: 1, messages: 100 });
  const chatd = await Child.start('chatd', [data.folder], launchFlags);
  const http = await Child.start('http-floor');
  const crowd = await chatdCrowd(chatd, data, polls);
  await http.ask({ body: crowd.body(), holds: true });
  const floor = await floorCrowd(http, polls);
  const send = async (one: typeof crowd) => {
    await one.wait();
    return one.send();
  };
  const took = await alternate(repetitions, { ours: () => send(crowd), floor: () => send(floor) });
  await Promise.all([chatd, http].map((child) => child.stop()));
  return [
    {
      name: `the last of ${polls} waiting polls, ${crowd.body().length} bytes`,
      ours: milliseconds(took.ours),
      floor: milliseconds(took.floor),
      ratio: took.ours / took.floor,
      bar: { atMost: 1.3 },
    },
  ];
}
