import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const pollText = '/poll Lunch at noon?\n- yes\n* no\n\nmaybe';
const vote = { type: 'vote', key: 'canned,0', vote: 1 };

interface Scene extends TestServer {
  poll: number;
  ears: Ears;
  submit: (name: CastName, values: Values) => Promise<{ status: number; body: unknown }>;
  steps: (id: number) => Promise<unknown[]>;
}

/** Alice has asked a question in a channel that bob follows too. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  await subscribe(as('alice'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  const poll = await send(as('alice'), { to: 'kitchen', content: pollText });
  return {
    ...server,
    poll,
    ears: await listen(server, ['alice', 'bob', 'admin']),
    submit: async (name, values) => {
      const { status, body } = await as(name).post('/submessage', { message_id: poll, msg_type: 'widget', ...values });
      return { status, body };
    },
    steps: async (id) => (await as('alice').get(`/messages/${id}`)).body.message.submessages,
  };
}

describe('POST /messages', () => {
  const widgets: [string, object][] = [
    [pollText, { widget_type: 'poll', extra_data: { question: 'Lunch at noon?', options: ['yes', 'no', 'maybe'] } }],
    ['/poll', { widget_type: 'poll', extra_data: { question: '', options: [] } }],
    ['/poll\r\nyes', { widget_type: 'poll', extra_data: { question: '', options: ['yes'] } }],
    ['/poll Tea?\r\nyes\r\nno', { widget_type: 'poll', extra_data: { question: 'Tea?', options: ['yes', 'no'] } }],
    [
      '/todo Friday\n- shop: bread: brown\ncook',
      {
        widget_type: 'todo',
        extra_data: {
          task_list_title: 'Friday',
          tasks: [
            { task: 'shop', desc: 'bread: brown' },
            { task: 'cook', desc: '' },
          ],
        },
      },
    ],
    ['/todo', { widget_type: 'todo', extra_data: { task_list_title: '', tasks: [] } }],
  ];
  for (const [content, widget] of widgets) {
    it(`makes a widget of ${JSON.stringify(content)}`, async (t) => {
      const server = await startServer(t);
      const { as, users } = server;
      await subscribe(as('alice'), 'kitchen');
      const ears = await listen(server, ['alice'], { event_types: ['message'] });

      const message_id = await send(as('alice'), { to: 'kitchen', content });

      const [step, ...others] = (await as('alice').get(`/messages/${message_id}`)).body.message.submessages;
      const { id, content: stored, ...rest } = step;
      assert.deepEqual(others, []);
      assert.equal(typeof id, 'number');
      assert.deepEqual(JSON.parse(stored), widget);
      assert.deepEqual(rest, { message_id, sender_id: users.alice.id, msg_type: 'widget' });
      assert.deepEqual((await ears.heard()).alice?.[0]?.message.submessages, [step]);
    });
  }

  for (const content of ['/polls open', 'a /poll', '/pollLunch?', '/todos']) {
    it(`makes none of ${JSON.stringify(content)}`, async (t) => {
      const { as } = await startServer(t);
      await subscribe(as('alice'), 'kitchen');
      const id = await send(as('alice'), { to: 'kitchen', content });
      assert.deepEqual((await as('alice').get(`/messages/${id}`)).body.message.submessages, []);
    });
  }
});

describe('POST /submessage', () => {
  it('adds a step, and tells everyone who follows the channel', async (t) => {
    const { poll, ears, users, submit, steps } = await setScene(t);
    const content = JSON.stringify(vote);

    assert.deepEqual(await submit('bob', { content }), { status: 200, body: ok });

    const step = { message_id: poll, sender_id: users.bob.id, msg_type: 'widget', content };
    const [, stored] = (await steps(poll)) as { id: number }[];
    assert.deepEqual(stored, { id: stored?.id, ...step });
    const event = { type: 'submessage', submessage_id: stored?.id, ...step };
    assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
  });

  const fitting: [CastName, object][] = [
    ['bob', { ...vote, vote: -1 }],
    ['bob', { ...vote, key: '7,0' }],
    ['bob', { type: 'new_option', idx: 1, option: 'later' }],
    ['alice', { type: 'question', question: 'Dinner?' }],
  ];
  for (const [name, step] of fitting) {
    it(`takes ${JSON.stringify(step)} in a poll`, async (t) => {
      const { poll, submit, steps } = await setScene(t);
      assert.deepEqual(await submit(name, { content: JSON.stringify(step) }), { status: 200, body: ok });
      assert.equal((await steps(poll)).length, 2);
    });
  }

  const refusals: [CastName, Values, string][] = [
    ['bob', { content: 'no JSON' }, 'Invalid json for submessage'],
    ['bob', { content: '[]' }, 'Invalid step of a poll'],
    ['bob', { content: '"vote"' }, 'Invalid step of a poll'],
    ['bob', { content: '{"type":"constructor"}' }, 'Invalid step of a poll'],
    ['bob', { content: JSON.stringify({ ...vote, vote: 2 }) }, 'Invalid step of a poll'],
    ['bob', { content: JSON.stringify({ ...vote, key: 7 }) }, 'Invalid step of a poll'],
    ['bob', { content: JSON.stringify({ ...vote, key: 'first' }) }, 'Invalid step of a poll'],
    ['bob', { content: JSON.stringify({ ...vote, key: 'canned,0,1' }) }, 'Invalid step of a poll'],
    ['bob', { content: '{"type":"new_option","option":"later"}' }, 'Invalid step of a poll'],
    ['bob', { content: '{"type":"question","question":"Mine?"}' }, 'Only the author may rename a poll.'],
    ['bob', { content: '{"type":"strike","key":"0,1"}' }, 'Invalid step of a poll'],
    ['bob', { content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    ['bob', { content: '{}', msg_type: 'w'.repeat(31) }, 'msg_type is too long (limit: 30 characters)'],
    ['bob', { content: '{}', message_id: 99999 }, 'Invalid message(s)'],
    ['bob', { content: '{}', message_id: 'x' }, 'message_id is not valid JSON'],
  ];
  for (const [name, values, msg] of refusals) {
    it(`refuses ${JSON.stringify(values).slice(0, 60)}`, async (t) => {
      const { poll, ears, submit, steps } = await setScene(t);

      assert.deepEqual(await submit(name, values), { status: 400, body: badRequest(msg) });

      assert.equal((await steps(poll)).length, 1);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('takes half a megabyte of steps for a message', async (t) => {
    const { submit, poll, db } = await setScene(t);
    const step = (option: string) => JSON.stringify({ type: 'new_option', idx: 1, option });
    const [longest, short] = ['x'.repeat(9900), 'x'].map((option) => ({ content: step(option) }));
    for (let count = 0; count < 50; count++) await submit('bob', longest as Values);

    const refused = await submit('bob', longest as Values);
    const taken = await submit('bob', short as Values);

    assert.deepEqual(refused.body, badRequest('This message has as many submessages as it can have.'));
    assert.deepEqual(taken, { status: 200, body: ok });
    assert.equal(db.value('SELECT count(*) FROM submessages WHERE message_id = ?', poll), 52);
  });

  it('checks the steps of a to-do list by their own rules', async (t) => {
    const { as, submit } = await setScene(t);
    const message_id = await send(as('alice'), { to: 'kitchen', content: '/todo Friday' });
    const answerTo = async (name: CastName, step: object) =>
      (await submit(name, { message_id, content: JSON.stringify(step) })).body;

    assert.deepEqual(await answerTo('bob', { type: 'new_task', key: 2, task: 'cook', desc: '', completed: false }), ok);
    assert.deepEqual(await answerTo('bob', { type: 'strike', key: '2,9' }), ok);
    assert.deepEqual(await answerTo('alice', { type: 'new_task_list_title', title: 'Sunday' }), ok);
    assert.deepEqual(await answerTo('bob', vote), badRequest('Invalid step of a todo'));
    assert.deepEqual(
      await answerTo('bob', { type: 'new_task_list_title', title: 'Mine' }),
      badRequest('Only the author may rename a todo.'),
    );
  });

  it('lets only its sender make a widget of a message, of any kind', async (t) => {
    const { as, submit, steps } = await setScene(t);
    const message_id = await send(as('alice'), { to: 'kitchen', content: 'plain' });
    const refused = badRequest('You cannot attach a submessage to this message.');
    const content = '{"widget_type":"map"}';

    assert.deepEqual((await submit('bob', { message_id, content })).body, refused);
    assert.deepEqual((await submit('alice', { message_id, content })).body, ok);
    assert.deepEqual((await submit('bob', { message_id, content: '{"any":"thing"}' })).body, ok);
    assert.equal((await steps(message_id)).length, 2);
  });

  const nothings = [
    'null',
    '[]',
    '{}',
    '{"widget_type":1}',
    '{"widget_type":"poll"}',
    '{"widget_type":"poll","extra_data":[]}',
    '{"widget_type":"poll","extra_data":{"question":1}}',
    '{"widget_type":"poll","extra_data":{"options":"yes"}}',
    '{"widget_type":"poll","extra_data":{"options":[1]}}',
  ];
  for (const content of nothings) {
    it(`makes no widget of ${content}`, async (t) => {
      const { as, ears, submit, steps } = await setScene(t);
      const message_id = await send(as('alice'), { to: 'kitchen', content: 'plain' });
      await ears.heard();

      assert.deepEqual((await submit('alice', { message_id, content })).body, badRequest('Invalid widget'));

      assert.deepEqual(await steps(message_id), []);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('answers for a message one may not see as for none', async (t) => {
    const { as, users, submit } = await setScene(t);
    const message_id = await send(as('alice'), { type: 'direct', to: [users.bob.id], content: '/poll Secret?' });
    const content = JSON.stringify(vote);

    assert.deepEqual((await submit('admin', { message_id, content })).body, badRequest('Invalid message(s)'));
    assert.deepEqual((await submit('bob', { message_id, content })).body, ok);
  });
});
