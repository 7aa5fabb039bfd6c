import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Answer, Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

interface Scene extends TestServer {
  message_id: number;
  /** UNIX seconds, an hour from the start. */
  later: number;
  remind: (values?: Values) => Promise<Answer>;
  reminders: () => Promise<Values[]>;
}

/** Alice has written something that bob wants to come back to. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const message_id = await send(server.as('alice'), { to: 'general', content: '*Soup*' });
  const later = server.clock.now() + 3600;
  const usual = { message_id, scheduled_delivery_timestamp: later };
  return {
    ...server,
    message_id,
    later,
    remind: (values = {}) => server.as('bob').post('/reminders', { ...usual, ...values }),
    reminders: async () => (await server.as('bob').get('/reminders')).body.reminders,
  };
}

describe('POST /reminders', () => {
  it('keeps a reminder, and tells its owner alone', async (t) => {
    const scene = await setScene(t);
    const { alice, bob } = scene.users;
    const { message_id } = scene;
    const ears = await listen(scene, ['alice', 'bob']);

    const { body } = await scene.remind();

    assert.deepEqual(body, { ...ok, reminder_id: 1 });
    const where = `#**general>lunch@${message_id}**`;
    const [{ rendered_content, ...rest } = {}, ...others] = await scene.reminders();
    assert.deepEqual(
      [rest, others],
      [
        {
          reminder_id: 1,
          type: 'private',
          to: [bob.id],
          content: `You asked to be reminded of a message from @_**Alice Member|${alice.id}** in ${where}.\n\n\`\`\`quote\n*Soup*\n\`\`\``,
          scheduled_delivery_timestamp: scene.later,
          failed: false,
          reminder_target_message_id: message_id,
        },
        [],
      ],
    );
    assert.match(String(rendered_content), /<blockquote>\n<p><em>Soup<\/em><\/p>\n<\/blockquote>$/);
    const reminders = [{ ...rest, rendered_content }];
    assert.deepEqual(await ears.heard(), { bob: [{ type: 'reminders', op: 'add', reminders }] });
    const register = await scene.as('bob').post('/register', { fetch_event_types: ['reminders'] });
    assert.deepEqual(register.body.reminders, reminders);
    assert.deepEqual((await scene.as('alice').get('/reminders')).body.reminders, []);
  });

  it('lists by time, whatever the order they came in', async (t) => {
    const { remind, reminders, later } = await setScene(t);
    for (const delay of [20, 0, 10]) await remind({ scheduled_delivery_timestamp: later + delay });

    assert.deepEqual(
      (await reminders()).map(({ reminder_id }) => reminder_id),
      [2, 3, 1],
    );
  });

  it('takes a note of a thousand characters', async (t) => {
    const { remind, reminders } = await setScene(t);

    const { body } = await remind({ note: '🍲'.repeat(1000) });

    assert.deepEqual(body, { ...ok, reminder_id: 1 });
    assert.match(String((await reminders())[0]?.content), /Your note:\n\n> 🍲{1000}\n/u);
  });

  it('refuses what makes no sense, and a message one may not read, and keeps nothing', async (t) => {
    const scene = await setScene(t);
    const foreign = await send(scene.as('alice'), { type: 'direct', to: [scene.users.admin.id] });
    const ears = await listen(scene, ['bob']);
    const refusals: [Values, string][] = [
      [{ scheduled_delivery_timestamp: scene.clock.now() }, 'Scheduled delivery time must be in the future.'],
      [{ scheduled_delivery_timestamp: 253_402_300_800 }, 'scheduled_delivery_timestamp is too large'],
      [{ note: 'x'.repeat(1001) }, 'Maximum reminder note length: 1000 characters'],
      [{ message_id: foreign }, 'Invalid message(s)'],
      [{ message_id: 99_999 }, 'Invalid message(s)'],
    ];
    for (const [values, msg] of refusals) {
      const { status, body } = await scene.remind(values);
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }
    assert.deepEqual([await scene.reminders(), await ears.heard()], [[], {}]);
  });
});

describe('DELETE /reminders/{reminder_id}', () => {
  it('forgets a reminder, and tells its owner alone', async (t) => {
    const scene = await setScene(t);
    await scene.remind();
    const ears = await listen(scene, ['alice', 'bob']);

    const { body } = await scene.as('bob').delete('/reminders/1');

    assert.deepEqual([body, await scene.reminders()], [ok, []]);
    assert.deepEqual(await ears.heard(), { bob: [{ type: 'reminders', op: 'remove', reminder_id: 1 }] });
    assert.equal((await scene.remind()).body.reminder_id, 2);
  });

  it("answers for somebody else's as for none", async (t) => {
    const scene = await setScene(t);
    await scene.remind();

    for (const path of ['/reminders/1', '/reminders/99']) {
      const { status, body } = await scene.as('owner').delete(path);
      assert.deepEqual([status, body], [404, badRequest('Reminder does not exist')]);
    }
    assert.equal((await scene.reminders()).length, 1);
  });
});
