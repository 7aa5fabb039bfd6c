import type { ExistingClient } from './scene.ts';
import { type Body, Talker } from './talker.ts';

/** The library for Node: its POSTs are multipart, all else is in the query. `test/journeys/` runs the library itself. */
export const js: ExistingClient = {
  name: 'zulip-js',
  async talk(server) {
    const talker = new Talker(server, 'alice', 'node-fetch/1.0');
    const post = (path: string, multipart: object) =>
      talker.send('POST', `/api/v1${path}`, { multipart: { ...multipart } });
    const query = (method: string, path: string, query: object) =>
      talker.send(method, `/api/v1${path}`, { query: { ...query } });

    // All types of events are asked for by the text `null`.
    const { queue_id, last_event_id } = await post('/register', { event_types: 'null' });
    talker.read('register', { queue_id, last_event_id }, { queue_id: 'string', last_event_id: 'integer' });
    const sent = await post('/messages', { type: 'stream', to: 'design', topic: 'js', content: 'Hello' });
    const edited = { message_id: sent.id, content: 'Hello you' };
    await query('PATCH', `/messages/${sent.id}`, edited);
    const { events } = await query('GET', '/events', { queue_id, last_event_id, dont_block: false });
    talker.read('events', events, { '[].id': 'integer', '[].type': 'string' });
    const types = new Set(events.map((event: Body) => event.type));
    talker.read('events', { both: types.has('message') && types.has('update_message') ? 1 : 0 }, { both: [1] });
    await query('DELETE', `/messages/${sent.id}`, {});
    await query('DELETE', '/events', { queue_id });
    return talker.lacks;
  },
};
