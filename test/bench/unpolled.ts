import { Child, launchFlags } from './child.ts';
import { Connection, postRequest } from './connection.ts';
import { type Data, makeData, messageText, type Person, placeOf } from './data.ts';
import { run } from './load.ts';
import { type Figure, perSecond } from './report.ts';
import { alternate, median } from './rounds.ts';

const queues = 500;
const connections = 16;
const requests = 2000;
const size = { people: connections, channels: 10, messages: 1000 };

/** Event queues of one user that nobody polls: how they slow sends, and the memory of the server after the sends. */
export async function unpolled(): Promise<Figure[]> {
  const [crowded, alone] = [await begin(queues), await begin(0)];
  const took = await alternate(5, { ours: () => send(crowded), floor: () => send(alone) });
  const { memory = 0 } = await crowded.chatd.ask({ memory: true });
  await Promise.all([crowded, alone].map(({ chatd }) => chatd.stop()));
  return [
    {
      name: `sends beside ${queues} queues that nobody polls`,
      ours: perSecond(requests, took.ours),
      floor: perSecond(requests, took.floor),
      ratio: median(took.rounds.map(({ ours, floor }) => floor / ours)),
      bar: { atLeast: 0.8 },
      note: 'the floor is the same without them',
    },
    {
      name: `memory with ${queues} queues that nobody polls`,
      ours: `${Math.round(memory / 1e6)} MB`,
      floor: '',
      ratio: memory / 1e6,
      bar: { atMost: 200 },
      note: 'the bar is in MB',
    },
  ];
}

interface Server extends Pick<Data, 'people'> {
  chatd: Child;
}

/** A server with so many queues of one user. */
async function begin(count: number): Promise<Server> {
  const { folder, people } = makeData(size);
  const chatd = await Child.start('chatd', [folder], ['--expose-gc', ...launchFlags]);
  const connection = await Connection.open(chatd.port);
  const register = postRequest('/api/v1/register', people[0] as Person, { fetch_event_types: '["message"]' });
  for (let n = 0; n < count; n++) await connection.request(register);
  connection.close();
  return { chatd, people };
}

function send({ chatd, people }: Server): Promise<number> {
  const bytes = (request: number, connection: number) => {
    const { channel, topic } = placeOf(request, size.channels);
    const fields = { type: 'stream', to: channel, topic, content: messageText(request) };
    return postRequest('/api/v1/messages', people[connection] as Person, fields);
  };
  return run({ port: chatd.port, connections, requests, bytes });
}
