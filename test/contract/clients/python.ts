import type { Needs } from './needs.ts';
import { type ExistingClient, stir } from './scene.ts';
import { type Body, Talker } from './talker.ts';

const bot: Needs = { user_id: 'integer', full_name: 'string', email: 'string' };

const message: Needs = {
  flags: 'list',
  'message.id': 'integer',
  'message.content': 'string',
  'message.type': ['private', 'stream'],
  'message.subject': 'string',
  'message.sender_id': 'integer',
  'message.sender_email': 'string',
  'message.sender_full_name': 'string',
  'message.timestamp': 'integer',
};

const direct: Needs = {
  'message.display_recipient[].id': 'integer',
  'message.display_recipient[].email': 'string',
  'message.display_recipient[].full_name': 'string',
};

/** The Python library, `zulip-send`, and the framework for bots. */
export const python: ExistingClient = {
  name: 'the Python client',
  async talk(server, furnished) {
    const talker = new Talker(server, 'alice', 'ZulipPython/0.9.1 (Debian GNU/Linux; 12)');
    const get = (path: string, query = {}) => talker.send('GET', `/api/v1/${path}`, { query });
    const post = (path: string, form = {}) => talker.send('POST', `/api/v1/${path}`, { form });

    // What was tried before is repeated with dont_block.
    const settings = await get('server_settings', { dont_block: true });
    talker.read('server_settings', settings, { zulip_version: 'string', zulip_feature_level: 'integer' });
    talker.read('users/me', await get('users/me'), bot);
    const queue = await post('register', { event_types: ['message'], narrow: [] });
    talker.read('register', queue, { queue_id: 'string', last_event_id: 'integer' });

    const toChannel = { type: 'stream', to: 'design', subject: 'lunch', content: 'By zulip-send' };
    talker.read('messages', await post('messages', toChannel), { id: 'integer' });
    await post('messages', { type: 'private', to: ['bob@example.com'], content: 'By zulip-send', widget_content: '' });
    await stir(server, furnished);

    const { queue_id, last_event_id } = queue;
    const { events } = await get('events', { queue_id, last_event_id });
    talker.readEvents(events, { message });
    const ofDirect = events.filter((event: Body) => event.message.type === 'private');
    for (const event of ofDirect) talker.read('direct message', event, direct);
    // Without apply_markdown, texts come as they were written.
    const contents = events.map((event: Body) => event.message.content);
    talker.read(
      'messages',
      { raw: contents.find((one: string) => one.startsWith('Soup')) },
      { raw: ['Soup is **up**'] },
    );
    talker.read('bot_storage', await talker.send('PUT', '/api/v1/bot_storage', { form: { storage: { a: 'b' } } }), {});
    talker.read('bot_storage', await get('bot_storage', { keys: ['a'] }), { 'storage.a': 'string' });
    return talker.lacks;
  },
};
