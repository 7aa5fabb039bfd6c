import type { Needs } from './needs.ts';
import { type ExistingClient, stir } from './scene.ts';
import { type Body, Talker } from './talker.ts';

const message: Needs = {
  'message.id': 'integer',
  'message.type': 'string',
  'message.content': 'string',
  'message.subject': 'string',
  'message.sender_email': 'string',
  'message.sender_full_name': 'string',
  'message.avatar_url': 'string or null',
  'message.stream_id': 'integer?',
};

/** The bridge to other chats. It writes its form by hand, and takes a heartbeat for the end of a batch. */
export const matterbridge: ExistingClient = {
  name: 'matterbridge',
  async talk(server, furnished) {
    const talker = new Talker(server, 'alice', 'Go-http-client/1.1');
    const queue = await register(server.url, server.as('alice').authorization);
    talker.read('register', queue, { queue_id: 'string', last_event_id: 'integer' });
    const streams = await talker.send('GET', '/api/v1/streams');
    talker.read('streams', streams, { 'streams[].stream_id': 'integer', 'streams[].name': 'string' });
    await stir(server, furnished);
    const { queue_id, last_event_id } = queue;
    const { events } = await talker.send('GET', '/api/v1/events', { query: { queue_id, last_event_id } });
    talker.readEvents(events.filter(isOfChannel), { message });
    talker.read('events', { heartbeats: events.filter(isHeartbeat).length }, { heartbeats: [0] });

    const form = { type: 'stream', to: 'design', subject: 'bridge', content: 'From elsewhere' };
    const { id } = await talker.send('POST', '/api/v1/messages', { form });
    await talker.send('PATCH', `/api/v1/messages/${id}`, { form: { content: 'From elsewhere, edited' } });
    await talker.send('PATCH', `/api/v1/messages/${id}`, { form: { content: '' } });
    const lost = await talker.fail('GET', '/api/v1/events', { query: { queue_id: 'lost', last_event_id } });
    talker.read('lost queue', lost, { code: ['BAD_EVENT_QUEUE_ID'], msg: 'string', queue_id: 'string' });
    return talker.lacks;
  },
};

async function register(url: string, Authorization: string): Promise<Body> {
  const answer = await fetch(`${url}/api/v1/register`, {
    method: 'POST',
    headers: { Authorization, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'event_types=["message"]&all_public_streams=true',
  });
  return answer.json();
}

function isOfChannel(event: Body): boolean {
  return event.message.type === 'stream';
}

function isHeartbeat(event: Body): boolean {
  return event.type === 'heartbeat';
}
