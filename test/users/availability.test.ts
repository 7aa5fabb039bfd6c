import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { endStatuses } from '../../src/accounts/status.ts';
import { mailMissed } from '../../src/missed/sending.ts';
import { enqueueMissed } from '../../src/missed/waiting.ts';
import { Browser } from '../push/browser.ts';
import { settled } from '../push/push-service.ts';
import { listen } from '../support/events.ts';
import { giveMailServer } from '../support/mail.ts';
import { badRequest, send } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const path = '/users/me/availability';
const asking = { client_capabilities: { notification_settings_null: true, chatd_events: true } };
const hours = [{ weekday: 1, from: 540, until: 1080 }];
const none = { quiet_until: null, hours: [], status_ends_at: null };
const signal = new AbortController().signal;

describe('PATCH /users/me/availability', () => {
  it("changes what is sent, keeps the rest, and tells only the user's clients that ask", async (t) => {
    const server = await startServer(t);
    const { as, clock } = server;
    const quiet_until = clock.now() + 3600;
    const ears = await listen(server, ['alice', 'bob'], asking);
    const unaware = await listen(server, ['alice']);

    assert.deepEqual((await as('alice').patch(path, { quiet_until })).body, ok);
    assert.deepEqual((await as('alice').patch(path, { hours })).body, ok);
    await as('alice').patch(path, { hours });
    await as('alice').patch(path, {});

    const event = { type: 'availability', ...none, quiet_until };
    assert.deepEqual(await ears.heard(), { alice: [event, { ...event, hours }] });
    assert.deepEqual(await unaware.heard(), {});
    assert.deepEqual((await as('alice').get(path)).body, { ...ok, availability: { ...none, quiet_until, hours } });
    assert.deepEqual((await as('bob').get(path)).body.availability, none);
  });

  it('keeps no row for somebody who is always to be reached', async (t) => {
    const { as, db, clock } = await startServer(t);
    await as('alice').patch(path, { quiet_until: clock.now() + 60, hours });

    await as('alice').patch(path, { quiet_until: null, hours: [] });

    assert.equal(db.value('SELECT count(*) FROM availability'), 0);
  });

  it('refuses what is no time ahead within a year, and what are no hours', async (t) => {
    const { as, clock, db } = await startServer(t);
    const now = clock.now();
    const span = { weekday: 1, from: 0, until: 1 };
    const refusals = [
      [{ quiet_until: now }, 'quiet_until is too small'],
      [{ quiet_until: now + 367 * 86_400 }, 'quiet_until is too large'],
      [{ hours: [{ ...span, weekday: 8 }] }, 'hours[0]["weekday"] is too large'],
      [{ hours: [span, { ...span, from: 60, until: 60 }] }, 'hours[1]["until"] is too small'],
      [{ hours: [{ ...span, until: 1441 }] }, 'hours[0]["until"] is too large'],
      [{ hours: 'never' }, 'hours is not valid JSON'],
    ] as const;

    for (const [values, message] of refusals) {
      const { status, body } = await as('alice').patch(path, values);
      assert.deepEqual([status, body.msg], [400, message === 'hours is not valid JSON' ? body.msg : message]);
    }
    assert.equal((await as('alice').patch(path, { hours: Array.from({ length: 29 }, () => span) })).status, 400);
    assert.equal(db.value('SELECT count(*) FROM availability'), 0);
  });

  it('is not for bots', async (t) => {
    const { as } = await startServer(t);

    assert.deepEqual(
      (await as('bot').patch(path, { hours })).body,
      badRequest('This endpoint does not accept bot requests.'),
    );
  });
});

describe('availability in POST /register', () => {
  it('is there for clients that want it or name it, and for no other', async (t) => {
    const { as } = await startServer(t);
    await as('alice').patch(path, { hours });
    const stateOf = async (options: object) => (await as('alice').post('/register', { ...options })).body.availability;

    assert.deepEqual(await stateOf(asking), { ...none, hours });
    assert.deepEqual(await stateOf({ fetch_event_types: ['availability'] }), { ...none, hours });
    assert.equal(await stateOf({}), undefined);
  });
});

describe('a person who is not to be disturbed', () => {
  it('is not notified in browsers, neither then nor later', async (t) => {
    const server = await startServer(t);
    const { as, app, clock } = server;
    app.config.private_web_push = true;
    const browser = await new Browser().start(t);
    await browser.subscribe(as('alice'));
    const toAlice = { type: 'direct', to: ['alice@example.com'], topic: undefined };
    await as('alice').patch(path, { quiet_until: clock.now() + 600 });

    await send(as('bob'), { ...toAlice, content: 'Quiet' });
    await settled(server);
    clock.advance(600);
    await send(as('bob'), { ...toAlice, content: 'Loud' });
    await settled(server);

    assert.deepEqual(
      browser.received.map(({ content }) => content.content),
      ['Loud'],
    );
  });

  it('gets mails when the time is over, of what is unread then', async (t) => {
    const server = await startServer(t);
    const { as, users, clock } = server;
    const mailbox = giveMailServer(server);
    enqueueMissed(server.app);
    const write = (content: string) => send(as('alice'), { type: 'direct', to: [users.bob.id], content });
    // The clock of the tests begins on a Monday at nine, in UTC.
    await as('bob').patch('/settings', { timezone: 'Europe/Berlin' });
    await as('bob').patch(path, { hours: [{ weekday: 1, from: 11 * 60, until: 12 * 60 }] });
    const read = await write('Read meanwhile');
    await write('Unread');

    const sent: number[] = [];
    for (const minutes of [3, 30, 20, 8]) {
      enqueueMissed(server.app);
      clock.advance(minutes * 60);
      await mailMissed(server.app, signal);
      sent.push(mailbox.mails.length);
      if (minutes === 3) await as('bob').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    }

    assert.deepEqual(sent, [0, 0, 0, 1]);
    assert.match(mailbox.mails[0]?.text ?? '', /^Alice Member:\nUnread\n/);
  });
});

describe('mails of somebody who is not to be disturbed', () => {
  /** Bob is quiet for three weeks, and Alice writes to him. */
  async function quietBob(t: TestContext) {
    const server = await startServer(t);
    const { as, users, clock, db, app } = server;
    giveMailServer(server);
    enqueueMissed(app);
    await as('bob').patch(path, { quiet_until: clock.now() + 21 * day });
    const write = async () => {
      const id = await send(as('alice'), { type: 'direct', to: [users.bob.id], content: 'Hello' });
      enqueueMissed(app);
      return id;
    };
    const waiting = async () => {
      await mailMissed(app, signal);
      return db.values<number>('SELECT message_id FROM waiting_mails WHERE user_id = ? ORDER BY 1', users.bob.id);
    };
    return { clock, write, waiting };
  }
  const day = 24 * 60 * 60;

  it('are kept for a week', async (t) => {
    const { clock, write, waiting } = await quietBob(t);
    const old = await write();
    clock.advance(4 * day);
    const recent = await write();
    clock.advance(200);

    const early = await waiting();
    clock.advance(3 * day);

    assert.deepEqual([early, await waiting()], [[old, recent], [recent]]);
  });

  it('are kept of the newest five hundred messages', async (t) => {
    const { clock, write, waiting } = await quietBob(t);
    const ids = [];
    for (let count = 0; count < 502; count++) ids.push(await write());
    clock.advance(200);

    assert.deepEqual(await waiting(), ids.slice(2));
  });

  it('let those of others pass', async (t) => {
    const server = await startServer(t);
    const { as, users, clock } = server;
    const mailbox = giveMailServer(server);
    enqueueMissed(server.app);
    await as('bob').patch(path, { quiet_until: clock.now() + 3600 });
    for (let topic = 0; topic < 45; topic++)
      await send(as('alice'), { to: 'general', topic: `${topic}`, content: `@**Bob Member|${users.bob.id}**` });
    enqueueMissed(server.app);
    clock.advance(1);
    await send(as('alice'), { type: 'direct', to: [users.moderator.id], content: 'Hello' });
    enqueueMissed(server.app);
    clock.advance(200);

    // Of twenty conversations each.
    await mailMissed(server.app, signal);
    await mailMissed(server.app, signal);

    assert.deepEqual(
      mailbox.mails.map(({ to }) => to),
      [users.moderator.email],
    );
  });
});

describe('a status with an end', () => {
  const lunch = { status_text: 'At lunch', emoji_name: 'stew' };

  it('ends by itself, and every client hears it as a change of the status', async (t) => {
    const server = await startServer(t);
    const { as, app, clock, users, db } = server;
    const ends_at = clock.now() + 1800;
    assert.deepEqual((await as('alice').post('/users/me/status', { ...lunch, ends_at })).body, ok);
    assert.equal((await as('alice').get(path)).body.availability.status_ends_at, ends_at);
    const ears = await listen(server, ['alice'], asking);
    const unaware = await listen(server, ['bob']);

    clock.advance(1799);
    endStatuses(app);
    assert.deepEqual(await unaware.heard(), {});
    clock.advance(1);
    endStatuses(app);

    const gone = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };
    const event = { type: 'user_status', user_id: users.alice.id, ...gone };
    assert.deepEqual(await unaware.heard(), { bob: [event] });
    assert.deepEqual(await ears.heard(), { alice: [event, { type: 'availability', ...none }] });
    assert.equal(db.value('SELECT (SELECT count(*) FROM availability) + (SELECT count(*) FROM user_status)'), 0);
  });

  it('stays if it is set again without an end, also by a client that knows of none', async (t) => {
    const { as, app, clock, users } = await startServer(t);
    await as('alice').post('/users/me/status', { ...lunch, ends_at: clock.now() + 60 });

    await as('alice').post('/users/me/status', { status_text: 'Away' });
    clock.advance(61);
    endStatuses(app);

    const { body } = await as('bob').get(`/users/${users.alice.id}/status`);
    assert.equal(body.status.status_text, 'Away');
    assert.deepEqual((await as('alice').get(path)).body.availability, none);
  });

  it('has none once it is cleared, and cannot end in the past', async (t) => {
    const { as, clock } = await startServer(t);
    const ends_at = clock.now() + 60;
    await as('alice').post('/users/me/status', { ...lunch, ends_at });

    await as('alice').post('/users/me/status', { status_text: '', emoji_name: '', ends_at });
    const { body } = await as('alice').post('/users/me/status', { ...lunch, ends_at: clock.now() });

    assert.deepEqual(body, badRequest('ends_at is too small'));
    assert.deepEqual((await as('alice').get(path)).body.availability, none);
  });
});
