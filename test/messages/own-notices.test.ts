import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, type Span, startServer } from '../support/server.ts';

/** A channel of the owner, who acts, and Bob, who has read everything. */
async function setScene(t: Span) {
  const server = await startServer(t);
  const { users, as } = server;
  const lab = await subscribe(as('owner'), 'lab', { principals: [users.owner.id, users.bob.id] });
  const first = await send(as('bob'), { to: 'lab', topic: 'plans' });
  await send(as('owner'), { to: 'lab', topic: 'plans' });
  const news = { new_stream_announcements_stream_id: lab, signup_announcements_stream_id: lab };
  await as('owner').patch('/realm', news);
  for (const name of ['owner', 'bob'] as const) await as(name).post('/mark_all_as_read');
  return { server, first, lab };
}

type Scene = Awaited<ReturnType<typeof setScene>>;

type Act = (scene: Scene) => Promise<{ status: number; body: object }>;

const acts: Record<string, Act> = {
  'moves a topic, which the old one and the new one tell': ({ server, first }) =>
    server.as('owner').patch(`/messages/${first}`, {
      topic: 'ideas',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
    }),
  'moves a message to another channel': ({ server, first }) =>
    server.as('owner').patch(`/messages/${first}`, {
      stream_id: 1,
      topic: 'ideas',
      send_notification_to_old_thread: true,
    }),
  'marks a topic as resolved that everybody follows': async ({ server, first, lab }) => {
    for (const name of ['owner', 'bob'] as const) {
      await server.as(name).post('/user_topics', { stream_id: lab, topic: 'plans', visibility_policy: 3 });
    }
    return server.as('owner').patch(`/messages/${first}`, { topic: '✔ plans', propagate_mode: 'change_all' });
  },
  'renames a channel': ({ server, lab }) => server.as('owner').patch(`/streams/${lab}`, { new_name: 'kitchen' }),
  'describes a channel': ({ server, lab }) => server.as('owner').patch(`/streams/${lab}`, { description: 'For soup.' }),
  'makes a channel private': ({ server, lab }) => server.as('owner').patch(`/streams/${lab}`, { is_private: true }),
  'changes who may do what': ({ server, lab }) =>
    server.as('owner').patch(`/streams/${lab}`, {
      can_send_message_group: { new: { direct_members: [server.users.owner.id], direct_subgroups: [] } },
    }),
  'changes how long messages are kept': ({ server, lab }) =>
    server.as('owner').patch(`/streams/${lab}`, { message_retention_days: 30 }),
  'brings an archived channel back': async ({ server, lab }) => {
    await server.as('owner').delete(`/streams/${lab}`);
    return server.as('owner').patch(`/streams/${lab}`, { is_archived: false });
  },
  'creates a channel, which is announced': ({ server }) =>
    server.as('owner').post('/channels/create', { name: 'news', subscribers: [], announce: true }),
  'creates a user, who is announced': ({ server }) => {
    const values = { email: 'new@example.com', full_name: 'New One', password: 'a long password it is' };
    return server.as('owner').post('/users', values);
  },
};

/** For each notice that somebody got: whether it is read. */
async function notices({ server, lab }: Scene, name: CastName): Promise<boolean[]> {
  const range = { anchor: 'newest', num_before: 20, num_after: 0 };
  const { body } = await server
    .as(name)
    .get('/messages', { ...range, narrow: [{ operator: 'channel', operand: lab }] });
  const bots = body.messages.filter((one: { client: string }) => one.client === 'Internal');
  return bots.map((one: { flags: string[] }) => one.flags.includes('read'));
}

describe('who', () => {
  for (const [what, act] of Object.entries(acts)) {
    it(`${what} has read the notice of it, and others have not`, async (t) => {
      const scene = await setScene(t);
      const { server } = scene;
      const ears = await listen(server, ['owner', 'bob'], { event_types: ['message'] });
      const before = (await notices(scene, 'bob')).length;

      const { status, body } = await act(scene);

      assert.equal(status, 200, JSON.stringify(body));
      const { owner = [], bob = [] } = await ears.heard();
      const isRead = ({ flags }: { flags?: string[] }) => flags?.includes('read');
      const [own, others] = [owner.filter((one) => !isRead(one)), bob.filter((one) => !isRead(one))];
      assert.ok(owner.length > 0 && others.length > 0);
      assert.deepEqual(own, []);
      assert.ok(!(await notices(scene, 'owner')).slice(before).includes(false));
    });
  }
});
