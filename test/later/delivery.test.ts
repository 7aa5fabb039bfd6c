import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Deliverer } from '../../src/later/deliverer.ts';
import { doDeliverDue } from '../../src/later/delivery.ts';
import type { Values } from '../support/client.ts';
import { type HeardEvent, listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const hour = 3600;
const tooLate = 'Message could not be sent at the scheduled time.';

interface Scene extends TestServer {
  schedule: (values?: Values, name?: CastName) => Promise<number>;
  /** Moves the clock and delivers what is due. */
  deliver: (seconds: number) => void;
  /** Contents of all messages, the oldest first. */
  contents: () => string[];
  scheduled: () => Promise<Values[]>;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { app, as, clock, db } = server;
  const retries = new Map<string, number>();
  db.run('DELETE FROM messages');
  return {
    ...server,
    async schedule(values = {}, name = 'alice') {
      const usual = { type: 'channel', to: 1, topic: 'lunch', content: 'Soup' };
      const scheduled_delivery_timestamp = clock.now() + hour;
      const { status, body } = await as(name).post('/scheduled_messages', {
        ...usual,
        scheduled_delivery_timestamp,
        ...values,
      });
      assert.equal(status, 200, JSON.stringify(body));
      return body.scheduled_message_id;
    },
    deliver(seconds) {
      clock.advance(seconds);
      doDeliverDue(app, retries);
    },
    contents: () => db.values('SELECT content FROM messages ORDER BY id'),
    scheduled: async () => (await as('alice').get('/scheduled_messages')).body.scheduled_messages,
  };
}

/** What the notification bot says of a message that was due an hour after the start. */
function notice(reason: string): string {
  return (
    `The message that you scheduled for <time:2026-01-05T10:00:00.000Z> could not be sent:\n\n> ${reason}\n\n` +
    'It is still among your scheduled messages: edit, reschedule or delete it there.'
  );
}

describe('doDeliverDue', () => {
  it('sends a message when it is due, as if its sender did, and tells them that it waits no longer', async (t) => {
    const scene = await setScene(t);
    const { alice } = scene.users;
    const id = await scene.schedule({ content: 'Soup, @**Bob Member**', topic: 'brand new' });
    const ears = await listen(scene, ['alice', 'bob', 'guest'], { event_types: ['message', 'scheduled_messages'] });

    scene.deliver(hour - 1);
    assert.deepEqual([scene.contents(), await ears.heard()], [[], {}]);
    scene.deliver(1);

    const heard = await ears.heard();
    const removed = { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id };
    const [event, ...rest] = heard.alice ?? [];
    assert.deepEqual(rest, [removed]);
    assert.deepEqual(
      [event.message.sender_id, event.message.subject, event.message.client, event.message.timestamp, event.flags],
      [alice.id, 'brand new', 'TestClient', scene.clock.now(), []],
    );
    assert.deepEqual(
      (heard.bob ?? []).map(({ type, message, flags }: HeardEvent) => [type, message.content, flags]),
      [['message', `Soup, @**Bob Member**`, ['mentioned']]],
    );
    assert.equal(heard.guest?.length, 1);
    assert.deepEqual(await scene.scheduled(), []);
  });

  it('sends a direct message to those it is for', async (t) => {
    const scene = await setScene(t);
    await scene.schedule({ type: 'direct', to: [scene.users.bob.id], content: 'Psst' });
    const ears = await listen(scene, ['alice', 'bob', 'owner'], { event_types: ['message'] });

    scene.deliver(hour);

    assert.deepEqual(await ears.gist(), { alice: ['message: Psst'], bob: ['message: Psst'] });
  });

  it('leaves it read by its sender when that was said', async (t) => {
    const scene = await setScene(t);
    await scene.schedule({ content: 'read', read_by_sender: true });
    await scene.schedule({ content: 'unread', read_by_sender: false });
    const ears = await listen(scene, ['alice'], { event_types: ['message'] });

    scene.deliver(hour);

    const { alice = [] } = await ears.heard();
    assert.deepEqual(
      alice.map(({ message, flags }: HeardEvent) => [message.content, flags]),
      [
        ['read', ['read']],
        ['unread', []],
      ],
    );
  });

  it('sends each once, however often the clock is set', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();

    for (const seconds of [hour, 0, -hour, hour, hour, -2 * hour, hour]) scene.deliver(seconds);

    assert.deepEqual(scene.contents(), ['Soup']);
    assert.deepEqual(await scene.scheduled(), []);
  });

  it('sends the earlier before the later, a few at a time', async (t) => {
    const scene = await setScene(t);
    const due = scene.clock.now() + hour;
    for (let n = 12; n > 0; n--) await scene.schedule({ content: `${n}`, scheduled_delivery_timestamp: due + n });

    scene.deliver(hour + 20);
    const first = scene.contents();
    scene.deliver(0);

    const all = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
    assert.deepEqual([first, scene.contents()], [all.slice(0, 10), all]);
  });

  it('sends neither what was deleted nor, before its new time, what was put off', async (t) => {
    const scene = await setScene(t);
    const deleted = await scene.schedule();
    const putOff = await scene.schedule({ content: 'Tea' });
    const later = { scheduled_delivery_timestamp: scene.clock.now() + 2 * hour };
    await scene.as('alice').delete(`/scheduled_messages/${deleted}`);
    await scene.as('alice').patch(`/scheduled_messages/${putOff}`, later);

    scene.deliver(hour);
    const early = scene.contents();
    scene.deliver(hour);

    assert.deepEqual([early, scene.contents()], [[], ['Tea']]);
  });

  it('answers that a message was sent to whoever is about to change or delete it', async (t) => {
    const scene = await setScene(t);
    const path = `/scheduled_messages/${await scene.schedule()}`;
    scene.deliver(hour);

    const edited = await scene.as('alice').patch(path, { content: 'Bread' });
    const deleted = await scene.as('alice').delete(path);
    const foreign = await scene.as('bob').delete(path);

    const sent = badRequest('Scheduled message was already sent');
    assert.deepEqual([edited.body, deleted.body], [sent, sent]);
    assert.deepEqual([foreign.status, foreign.body], [404, badRequest('Scheduled message does not exist')]);
    assert.deepEqual(scene.contents(), ['Soup']);
  });

  it('keeps of what was sent only that it was, and that for a day', async (t) => {
    const scene = await setScene(t);
    const path = `/scheduled_messages/${await scene.schedule()}`;
    scene.deliver(hour);
    assert.deepEqual(scene.db.values(`SELECT content || rendered_content FROM scheduled_messages`), ['']);

    scene.deliver(86_400);
    assert.equal((await scene.as('alice').delete(path)).status, 400);
    scene.deliver(1);

    assert.equal((await scene.as('alice').delete(path)).status, 404);
  });

  it('deletes nothing while writes are stopped', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    scene.deliver(hour);
    scene.db.stopWrites('damage');

    assert.throws(() => scene.deliver(86_401), /writes are stopped/);

    assert.deepEqual(scene.db.values('SELECT count(*) FROM scheduled_messages'), [1]);
  });

  it('sends up to ten minutes late without a word', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();

    scene.deliver(hour + 600);

    assert.deepEqual(scene.contents(), ['Soup']);
  });

  it('sends what an outage of hours left, in order, and tells each sender once for all', async (t) => {
    const scene = await setScene(t);
    const due = scene.clock.now() + hour;
    const { alice, bob } = scene.users;
    await scene.schedule({ content: 'second', scheduled_delivery_timestamp: due + 60 });
    await scene.schedule({ content: 'first' });
    await scene.schedule(
      { content: 'third', scheduled_delivery_timestamp: due + 90, type: 'direct', to: [alice.id] },
      'bob',
    );
    await scene.schedule({ content: 'on time', scheduled_delivery_timestamp: due + 5 * hour });
    const ears = await listen(scene, ['alice', 'bob'], { event_types: ['message'] });

    scene.deliver(6 * hour);
    scene.deliver(60);

    const start = 'This server was not running when these scheduled messages were due, so they were sent late:\n\n';
    const time = (seconds: number) => `<time:${new Date((due + seconds) * 1000).toISOString()}>`;
    const ids = new Map(scene.db.tuples<[string, number]>('SELECT content, id FROM messages'));
    const inLunch = (content: string) =>
      `a message from @_**${alice.full_name}|${alice.id}** in #**general>lunch@${ids.get(content)}**`;
    const direct = `[a direct message](${scene.url}/#narrow/dm/${alice.id},${bob.id}-dm/near/${ids.get('third')})`;
    assert.deepEqual(scene.contents(), [
      'first',
      'second',
      'third',
      'on time',
      `${start}* ${time(0)}: ${inLunch('first')}\n* ${time(60)}: ${inLunch('second')}`,
      `${start}* ${time(90)}: ${direct} from @_**${bob.full_name}|${bob.id}**`,
    ]);
    const counts = Object.entries(await ears.heard()).map(([name, heard]) => [name, heard.length]);
    assert.deepEqual(counts, [
      ['alice', 5],
      ['bob', 5],
    ]);
    assert.deepEqual(await scene.scheduled(), []);
  });

  it('sends what is a day late, and nothing later', async (t) => {
    const scene = await setScene(t);
    await scene.schedule({ content: 'too late' });
    await scene.schedule({ content: 'late', scheduled_delivery_timestamp: scene.clock.now() + hour + 1 });

    scene.deliver(hour + 86_401);

    const [late, , failed] = scene.contents();
    assert.deepEqual([late, failed], ['late', notice(tooLate)]);
    assert.equal((await scene.scheduled()).length, 1);
  });

  it('checks permissions again for what is late, too', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    scene.db.run('UPDATE channels SET is_archived = 1');

    scene.deliver(5 * hour);

    assert.deepEqual(scene.contents(), [notice("Not authorized to send to channel 'general'")]);
  });

  it('sends the late and the word of it both or neither', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    const { app } = scene;
    t.mock.method(scene.db, 'group', (acts: (() => unknown)[]) => {
      scene.db.transaction(() => {
        for (const act of acts) act();
        throw new Error('killed before the commit');
      });
    });

    assert.throws(() => scene.deliver(5 * hour), /killed/);
    t.mock.restoreAll();
    const before = scene.contents();
    doDeliverDue(app);
    doDeliverDue(app);

    assert.deepEqual([before, scene.contents().length, scene.contents()[0]], [[], 2, 'Soup']);
  });

  it('fails later than a day: the message stays, and its sender hears why', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    const [record] = await scene.scheduled();
    const ears = await listen(scene, ['alice', 'bob'], { event_types: ['message', 'scheduled_messages'] });

    scene.deliver(hour + 86_401);
    scene.deliver(60);

    const failed = { ...record, failed: true };
    assert.deepEqual(await scene.scheduled(), [failed]);
    const { alice = [], ...others } = await ears.heard();
    const [update, message, ...rest] = alice;
    assert.deepEqual(
      [update, message.message.content, message.message.sender_email, rest, others],
      [
        { type: 'scheduled_messages', op: 'update', scheduled_message: failed },
        notice(tooLate),
        'notification-bot@chatd.invalid',
        [],
        {},
      ],
    );
    assert.deepEqual(scene.contents(), [notice(tooLate)]);
  });

  const bars: [what: string, bar: (scene: Scene) => unknown, reason: string, values?: Values][] = [
    [
      'the channel was archived',
      ({ db }) => db.run('UPDATE channels SET is_archived = 1'),
      "Not authorized to send to channel 'general'",
    ],
    [
      'they may not post there any more',
      ({ as, db }) => {
        const group = db.value<number>("SELECT id FROM groups WHERE name = 'role:owners'");
        return as('owner').patch('/streams/1', { can_send_message_group: { new: group } });
      },
      'You do not have permission to post in this channel.',
    ],
    [
      'they lost the channel',
      ({ as, db }) => {
        db.run('UPDATE channels SET invite_only = 1');
        return as('alice').delete('/users/me/subscriptions', { subscriptions: ['general'] });
      },
      "Channel with ID '1' does not exist",
    ],
    [
      'the channel takes no named topics now',
      ({ db }) => db.run("UPDATE channels SET topics_policy = 'empty_topic_only'"),
      'Only the general chat topic is allowed in this channel.',
    ],
    [
      'they may not mention the group any more',
      ({ db, users }) => {
        const sql = 'INSERT INTO group_permissions (group_id, setting, allowed_group_id) VALUES (?, ?, ?)';
        const nobody = db.value<number>("SELECT id FROM groups WHERE name = 'role:nobody'") as number;
        const cooks = db.value<number>("SELECT id FROM groups WHERE name = 'cooks'") as number;
        return db.run(sql, cooks, 'can_mention_group', nobody) && users;
      },
      "You are not allowed to mention user group 'cooks'.",
      { content: 'Soup, @*cooks*' },
    ],
  ];
  for (const [what, bar, reason, values = {}] of bars) {
    it(`checks again what its sender may do: ${what}`, async (t) => {
      const scene = await setScene(t);
      await scene.as('owner').post('/user_groups/create', { name: 'cooks', description: '', members: [] });
      await scene.schedule({ topic: 'never seen', ...values });
      await bar(scene);
      scene.db.run('DELETE FROM messages');
      const conversations = () => scene.db.values('SELECT topic FROM conversations WHERE channel_id IS NOT NULL');
      const before = conversations();

      scene.deliver(hour);

      assert.deepEqual(scene.contents(), [notice(reason)]);
      assert.deepEqual([((await scene.scheduled())[0] as Values).failed, conversations()], [true, before]);
    });
  }

  it('fails for a direct message to somebody who has left', async (t) => {
    const scene = await setScene(t);
    await scene.schedule({ type: 'direct', to: [scene.users.bob.id] });
    scene.db.run('UPDATE users SET is_active = 0 WHERE id = ?', scene.users.bob.id);

    scene.deliver(hour);

    assert.deepEqual(scene.contents(), [notice('User is deactivated')]);
  });

  it('sends nothing for a sender who has left, and writes them nothing', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    scene.db.run('UPDATE users SET is_active = 0 WHERE id = ?', scene.users.alice.id);

    scene.deliver(hour);

    assert.deepEqual([scene.contents(), scene.db.values('SELECT failed FROM scheduled_messages')], [[], [1]]);
  });

  it('sends the others when one fails', async (t) => {
    const scene = await setScene(t);
    await scene.schedule({ content: 'one' });
    await scene.schedule({ type: 'direct', to: [scene.users.bob.id], content: 'two' });
    await scene.schedule({ content: 'three' });
    scene.db.run('UPDATE users SET is_active = 0 WHERE id = ?', scene.users.bob.id);

    scene.deliver(hour);

    assert.deepEqual(scene.contents(), ['one', 'three', notice('User is deactivated')]);
  });

  it('leaves everything due when the disk is full, and sends it once there is room', async (t) => {
    const scene = await setScene(t);
    const content = 'x'.repeat(10_000);
    await scene.schedule({ content });
    const { connection } = scene.db;
    // Pages that are free would be filled first.
    connection.exec('VACUUM');
    const pages = connection.pragma('page_count', { simple: true }) as number;
    connection.pragma(`max_page_count = ${pages}`);

    assert.throws(() => scene.deliver(hour), /full/);
    const during = [scene.contents(), scene.db.values('SELECT failed FROM scheduled_messages')];
    connection.pragma('max_page_count = 1000000');
    scene.deliver(1);

    assert.deepEqual(during, [[], [0]]);
    assert.deepEqual(scene.contents(), [content]);
  });

  it('tries again after a fault of its own, sends the others meanwhile, and gives up when it is too late', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    await remind(scene, await send(scene.as('alice'), { to: 'general', content: 'Look' }));
    await scene.schedule({ content: 'Tea' });
    scene.db.run(`CREATE TRIGGER fault BEFORE INSERT ON messages WHEN new.content LIKE '%quote%' OR new.content = 'Soup'
      BEGIN SELECT raise(ABORT, 'a fault'); END`);

    assert.throws(() => scene.deliver(hour), /a fault/);
    assert.throws(() => scene.deliver(600), /a fault/);
    const during = scene.contents();
    assert.throws(() => scene.deliver(1), /a fault/);
    scene.deliver(1);

    assert.deepEqual(
      [during, scene.contents()],
      [
        ['Look', 'Tea'],
        ['Look', 'Tea', notice(tooLate)],
      ],
    );
    assert.deepEqual(scene.db.values('SELECT failed FROM reminders'), [1]);
  });
});

async function remind(scene: Scene, message_id: number, values: Values = {}): Promise<void> {
  const scheduled_delivery_timestamp = scene.clock.now() + hour;
  const { status } = await scene.as('bob').post('/reminders', { message_id, scheduled_delivery_timestamp, ...values });
  assert.equal(status, 200);
}

describe('a reminder', () => {
  const newest = (scene: Scene) => scene.contents().at(-1);

  it('comes as a direct message that quotes the message, and waits no longer', async (t) => {
    const scene = await setScene(t);
    const { alice } = scene.users;
    const id = await send(scene.as('alice'), { to: 'general', content: 'Soup **today**' });
    await remind(scene, id);
    const ears = await listen(scene, ['alice', 'bob'], { event_types: ['message', 'reminders'], apply_markdown: true });

    scene.deliver(hour);
    scene.deliver(0);

    const { bob = [], ...others } = await ears.heard();
    const [message, removed, ...rest] = bob;
    assert.deepEqual([removed, rest, others], [{ type: 'reminders', op: 'remove', reminder_id: 1 }, [], {}]);
    assert.equal(
      newest(scene),
      `You asked to be reminded of a message from @_**Alice Member|${alice.id}** in #**general>lunch@${id}**.\n\n` +
        '```quote\nSoup **today**\n```',
    );
    assert.equal(
      message.message.content,
      `<p>You asked to be reminded of a message from <span class="user-mention silent" data-user-id="${alice.id}">` +
        'Alice Member</span> in ' +
        `<a class="message-link" href="/#narrow/channel/1-general/topic/lunch/near/${id}">#general &gt; lunch @ 💬</a>.` +
        '</p>\n<blockquote>\n<p>Soup <strong>today</strong></p>\n</blockquote>',
    );
    assert.deepEqual((await scene.as('bob').get('/reminders')).body.reminders, []);
  });

  it('comes however late, and says so', async (t) => {
    const scene = await setScene(t);
    const id = await send(scene.as('alice'), { to: 'general', content: 'Soup' });
    await remind(scene, id);
    await remind(scene, id, { note: 'again', scheduled_delivery_timestamp: scene.clock.now() + 3 * 86_400 });

    scene.deliver(3 * 86_400 + 600);

    const [late = '', punctual = ''] = scene.contents().slice(-2);
    assert.match(late, /\*\*\. This was due <time:2026-01-05T10:00:00\.000Z> and is late\.\n\n```quote\nSoup\n```$/);
    assert.match(punctual, /\*\*\. Your note:\n\n> again\n\n/);
    assert.equal(scene.contents().length, 3);
  });

  it('says what one noted, and leads to a direct message too', async (t) => {
    const scene = await setScene(t);
    const { alice, bob } = scene.users;
    const id = await send(scene.as('alice'), { type: 'direct', to: [bob.id], content: 'Psst' });
    await remind(scene, id, { note: ' Answer her\nsoon ' });

    scene.deliver(hour);

    assert.equal(
      newest(scene),
      `You asked to be reminded of [a direct message](${scene.url}/#narrow/dm/${alice.id},${bob.id}-dm/near/${id}) ` +
        `from @_**Alice Member|${alice.id}**. Your note:\n\n> Answer her\n> soon\n\n\`\`\`quote\nPsst\n\`\`\``,
    );
  });

  it('quotes a message as it is then, and not one that cannot be read any more', async (t) => {
    const scene = await setScene(t);
    const [edited, deleted] = [
      await send(scene.as('alice'), { to: 'general', content: 'Soup' }),
      await send(scene.as('alice'), { to: 'general', content: 'Tea' }),
    ];
    await remind(scene, edited);
    await remind(scene, deleted, { note: 'Why?' });
    await scene.as('alice').patch(`/messages/${edited}`, { content: 'Bread' });
    await scene.as('admin').delete(`/messages/${deleted}`);

    scene.deliver(hour);

    const gone = 'You asked to be reminded of a message that you can no longer read. Your note:\n\n> Why?';
    assert.match(scene.contents().at(-2) ?? '', /```quote\nBread\n```$/);
    assert.equal(newest(scene), gone);
  });

  it('quotes nothing of a channel that one has lost', async (t) => {
    const scene = await setScene(t);
    const { bob } = scene.users;
    const secret = await subscribe(scene.as('alice'), 'secret', { invite_only: true, principals: [bob.id] });
    await remind(scene, await send(scene.as('owner'), { to: 'general' }));
    const id = await send(scene.as('bob'), { to: secret, content: 'Plans' });
    await remind(scene, id);
    await scene.as('bob').delete('/users/me/subscriptions', { subscriptions: ['secret'] });

    scene.deliver(hour);

    assert.equal(newest(scene), 'You asked to be reminded of a message that you can no longer read.');
  });

  it('tells of nothing that its reader may not know of, though the server writes it', async (t) => {
    const scene = await setScene(t);
    await subscribe(scene.as('owner'), 'secret', { invite_only: true });
    await remind(scene, await send(scene.as('bob'), { to: 'general', content: 'See #**secret**' }));

    scene.deliver(hour);

    const html = scene.db.value<string>('SELECT rendered_content FROM messages ORDER BY id DESC LIMIT 1') ?? '';
    assert.match(html, /<p>See #<strong>secret<\/strong><\/p>/);
  });

  it('cuts a quotation that would be too long, and ends it where it ends', async (t) => {
    const scene = await setScene(t);
    const id = await send(scene.as('alice'), { to: 'general', content: `\`\`\`\n${'🍲'.repeat(9990)}\n\`\`\`` });
    await remind(scene, id);

    scene.deliver(hour);

    const content = newest(scene) ?? '';
    assert.equal([...content].length, 10_000);
    assert.match(content, /\.\n\n````quote\n```\n🍲+…\n````$/u);
  });

  it('comes also when it is late, and once', async (t) => {
    const scene = await setScene(t);
    await remind(scene, await send(scene.as('alice'), { to: 'general' }));

    scene.deliver(1000 * hour);
    scene.deliver(-hour);
    scene.deliver(hour);

    assert.equal(scene.contents().length, 2);
  });

  it('waits for nobody who has left, and stays in their list', async (t) => {
    const scene = await setScene(t);
    await remind(scene, await send(scene.as('alice'), { to: 'general' }));
    scene.db.run('UPDATE users SET is_active = 0 WHERE id = ?', scene.users.bob.id);

    scene.deliver(hour);
    scene.db.run('UPDATE users SET is_active = 1 WHERE id = ?', scene.users.bob.id);

    const [reminder] = (await scene.as('bob').get('/reminders')).body.reminders;
    assert.deepEqual([reminder.failed, scene.contents().length], [true, 1]);
  });
});

describe('Deliverer', () => {
  it('delivers what is due at the start, and wakes when the next one is', async (t) => {
    const scene = await setScene(t);
    const at = (seconds: number) => ({ scheduled_delivery_timestamp: scene.clock.now() + seconds });
    await scene.schedule({ content: 'one', ...at(5) });
    scene.clock.advance(10);
    await scene.schedule({ content: 'two', ...at(30) });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const deliverer = new Deliverer();
    const pass = (seconds: number) => {
      scene.clock.advance(seconds);
      t.mock.timers.tick(seconds * 1000);
      return scene.contents();
    };

    deliverer.start(scene.app);

    assert.deepEqual([pass(0), pass(29), pass(1)], [['one'], ['one'], ['one', 'two']]);
    deliverer.stop();
  });

  it('wakes for what was scheduled meanwhile', async (t) => {
    const scene = await setScene(t);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    scene.app.deliverer.start(scene.app);
    await scene.schedule({ scheduled_delivery_timestamp: scene.clock.now() + 5 });

    scene.clock.advance(5);
    t.mock.timers.tick(5000);

    assert.deepEqual(scene.contents(), ['Soup']);
    scene.app.deliverer.stop();
  });

  it('looks every minute, as the clock may have been set', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    scene.app.deliverer.start(scene.app);

    scene.clock.advance(hour);
    t.mock.timers.tick(59_999);
    const before = scene.contents();
    t.mock.timers.tick(1);

    assert.deepEqual([before, scene.contents()], [[], ['Soup']]);
    scene.app.deliverer.stop();
  });

  it('waits a little when the database cannot be written, and tries again', async (t) => {
    const scene = await setScene(t);
    await scene.schedule();
    scene.clock.advance(hour);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const group = t.mock.method(scene.db, 'group', () => {
      throw new Error('the disk is full');
    });
    scene.app.deliverer.start(scene.app);

    t.mock.timers.tick(0);
    group.mock.restore();
    t.mock.timers.tick(9999);
    const before = scene.contents();
    t.mock.timers.tick(1);

    assert.deepEqual([group.mock.callCount(), before, scene.contents()], [1, [], ['Soup']]);
    scene.app.deliverer.stop();
  });
});
