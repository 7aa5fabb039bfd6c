import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { type App, createApp } from '../../src/app.ts';
import { schemaFile } from '../../src/assets.ts';
import { resolvedPrefix } from '../../src/conversations/conversation.ts';
import { listUnread } from '../../src/conversations/unread-messages.ts';
import { openConnection } from '../../src/db/connection.ts';
import { migrate } from '../../src/db/migrate.ts';
import { keepCompany } from '../../src/demo/company.ts';
import { demoDirects, demoName, demoPeople, demoThreads } from '../../src/demo/content.ts';
import { isSeeded, publishedPassword, seedDemo } from '../../src/demo/seed.ts';
import { doCreateRealm } from '../../src/organization/new-realm.ts';
import { roles } from '../../src/users/user.ts';
import { Client } from '../support/client.ts';
import { serve, TestClock } from '../support/server.ts';
import { untilEqual } from '../support/until.ts';

const story = [...demoThreads, ...demoDirects];
const lineCount = story.reduce((sum, thread) => sum + thread.lines.length, 0);
const everyone = { num_before: lineCount, num_after: 0, anchor: 'newest', apply_markdown: false };

describe('the demo', () => {
  it('lets everyone but the bot log in by password', async (t) => {
    const { app, url } = await startDemo(t);

    const logins = await seedDemo(app, publishedPassword);

    assert.deepEqual(
      logins,
      demoPeople
        .filter((person) => !person.is_bot)
        .map(({ full_name, email, role }) => ({ full_name, email, role, password: publishedPassword })),
    );
    for (const { email } of logins) await logIn(url, email);
  });

  it('is the organization of the story', async (t) => {
    const { url } = await startDemo(t);

    const { body } = await new Client(url).get('/server_settings');

    assert.deepEqual([body.realm_name, body.realm_url], [demoName, url]);
    assert.match(body.realm_description, /<strong>Little Dipper<\/strong>/);
  });

  it('gives people their roles, time zones and a bot', async (t) => {
    const { url } = await startDemo(t);
    const ada = await logIn(url, 'ada@demo.example');

    const { body } = await ada.get('/users', { client_gravatar: false });

    const byName = new Map<string, { role: number; timezone: string; is_bot: boolean }>(
      body.members.map((one: { full_name: string }) => [one.full_name, one]),
    );
    assert.deepEqual(
      [...byName.keys()],
      demoPeople.map(({ full_name }) => full_name),
    );
    const told = [...byName.values()].map(({ role, timezone, is_bot }) => ({ role, timezone, is_bot }));
    const numbers = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 };
    assert.deepEqual(
      told,
      demoPeople.map(({ role, timezone, is_bot }) => ({ role: numbers[role], timezone, is_bot: is_bot === true })),
    );
  });

  it('shows each person the channels they are in', async (t) => {
    const { url } = await startDemo(t);

    assert.deepEqual(await subscribedNames(url, 'ada@demo.example'), [
      'design',
      'elderwash-pilot',
      'engineering',
      'general',
      'leads',
      'random',
      'support',
    ]);
    assert.deepEqual(await subscribedNames(url, 'noor@demo.example'), ['elderwash-pilot']);
    const yuki = await logIn(url, 'yuki@demo.example');
    const { streams } = (await yuki.get('/streams')).body;
    assert.ok(!streams.some(({ name }: { name: string }) => name === 'leads'), 'the private channel stays private');
  });

  it('has a history whose ids and times rise together, all of it past and after people joined', async (t) => {
    const { app, url, clock } = await startDemo(t);
    const tomasz = await logIn(url, 'tomasz@demo.example');

    const { messages } = (await tomasz.get('/messages', { ...everyone, narrow: [['channels', 'public']] })).body;

    const times: number[] = messages.map((message: { timestamp: number }) => message.timestamp);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.ok((times.at(-1) ?? 0) < clock.now());
    const expected = demoThreads.filter(({ channel }) => channel !== 'leads').flatMap(({ lines }) => lines).length;
    assert.equal(messages.length, expected);
    const joined = app.db.value<number>('SELECT max(joined_at) FROM users') ?? 0;
    assert.ok(joined < (times[0] ?? 0));
    assert.equal(app.db.value('SELECT count(*) FROM messages'), lineCount);
    assert.equal(app.db.value('SELECT count(*) FROM message_edits WHERE edited_at > ?', clock.now()), 0);
  });

  it('lies in the past also when started just after midnight', async (t) => {
    const { app, clock } = await startDemo(t, Date.UTC(2026, 0, 5, 0, 1) / 1000);

    const newest = app.db.value<number>('SELECT max(sent_at) FROM messages') ?? 0;

    assert.ok(newest < clock.now());
    assert.ok(newest > clock.now() - 86_400);
  });

  it('shows reactions, stars and the history of edits', async (t) => {
    const { app, url } = await startDemo(t);
    const ben = await logIn(url, 'ben@demo.example');
    const narrow = [
      ['channel', 'general'],
      ['topic', 'How we use channels'],
    ];

    const { messages } = (await ben.get('/messages', { ...everyone, narrow })).body;

    const line = demoThreads.find(({ topic }) => topic === 'How we use channels')?.lines[0];
    const [message] = messages;
    const idOf = (email: string) => app.db.value<number>('SELECT id FROM users WHERE email = ?', email);
    assert.equal(message.content, line?.text);
    assert.deepEqual(message.flags, ['read', 'starred']);
    assert.deepEqual(message.reactions[0], {
      emoji_name: '+1',
      emoji_code: '1f44d',
      reaction_type: 'unicode_emoji',
      user_id: idOf('ada@demo.example'),
    });
    assert.equal(message.reactions.length, 5);
    assert.equal(message.edit_history.length, 1);
    const [edit] = message.edit_history;
    assert.equal(edit.prev_content, line?.first_text);
    assert.match(edit.prev_rendered_content, /^<p>A short guide/);
    assert.equal(edit.user_id, idOf('tomasz@demo.example'));
    assert.equal(message.last_edit_timestamp, edit.timestamp);
    const minutes = (edit.timestamp - message.timestamp) / 60;
    assert.ok(minutes > 1 && minutes < 10, `edited after ${minutes} minutes`);
  });

  it('marks the topics that are settled, and says so in each of their messages', async (t) => {
    const { url } = await startDemo(t);
    const ada = await logIn(url, 'ada@demo.example');

    for (const { channel, topic, lines } of demoThreads.filter(({ resolved }) => resolved)) {
      const narrow = [
        ['channel', channel],
        ['topic', resolvedPrefix + topic],
      ];
      const { messages } = (await ada.get('/messages', { ...everyone, narrow })).body;
      assert.ok(messages.length >= lines.length, topic);
      for (const { edit_history, last_moved_timestamp } of messages) {
        assert.deepEqual(
          { prev_topic: edit_history[0].prev_topic, topic: edit_history[0].topic, last_moved_timestamp },
          { prev_topic: topic, topic: resolvedPrefix + topic, last_moved_timestamp: undefined },
        );
      }
    }
  });

  it('shows a poll with votes, mathematics and a picture that readers may see', async (t) => {
    const { url } = await startDemo(t);
    const ada = await logIn(url, 'ada@demo.example');
    const found = async (topic: string) => {
      const narrow = [{ operator: 'topic', operand: topic }];
      return (await ada.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })).body.messages;
    };

    const [poll] = await found('Where to in summer?');
    const [formula, chart] = await found('Speed of sound, on one page');

    assert.equal(poll.submessages.length, 1 + 9);
    assert.match(formula.content, /katex-display/);
    const [, picture = ''] = /href="([^"]*night\.png)"/.exec(chart.content) ?? [];
    const { status, headers } = await fetch(url + picture, { headers: { Authorization: ada.authorization } });
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png']);
    assert.match(chart.content, /message_inline_image/);
  });

  it('leaves everybody but its author a mention to read', async (t) => {
    const { url } = await startDemo(t);
    const people = demoPeople.filter(({ is_bot, key, role }) => !is_bot && key !== 'ada' && role !== 'guest');
    const fetch_event_types = ['message', 'update_message_flags'];

    for (const { email } of people) {
      const { unread_msgs } = (await (await logIn(url, email)).post('/register', { fetch_event_types })).body;
      assert.ok(unread_msgs.mentions.length >= 1, email);
    }
  });

  it('lets people be online and type while it runs', async (t) => {
    const { app, url } = await startDemo(t);
    t.mock.timers.enable({ apis: ['setInterval'] });
    const zoe = await logIn(url, 'zoe@demo.example');
    const { body } = await zoe.post('/register', {
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true, notification_settings_null: true },
    });

    const end = keepCompany(app);
    t.mock.timers.tick(12_000);
    end();

    const { queue_id } = body;
    const { events } = (await zoe.get('/events', { queue_id, last_event_id: -1 })).body;
    assert.deepEqual(
      events.map(({ op, topic }: { op: string; topic: string }) => [op, topic]),
      [['start', 'Where to in summer?']],
    );
    await untilEqual(() => app.db.value('SELECT count(*) FROM presence WHERE active_at >= ?', app.clock.now() - 5), 6);
  });

  it('leaves every person a few messages to read and the bot none', async (t) => {
    const { app, url } = await startDemo(t);
    const [bot] = app.db.values<number>("SELECT id FROM users WHERE email = 'heron-bot@demo.example'");

    for (const { email, is_bot } of demoPeople) {
      if (is_bot) continue;
      const client = await logIn(url, email);
      const fetch_event_types = ['message', 'update_message_flags'];
      const { unread_msgs } = (await client.post('/register', { fetch_event_types })).body;
      assert.ok(unread_msgs.count >= 1 && unread_msgs.count <= 15, `${email} has ${unread_msgs.count}`);
      const { messages } = (await client.get('/messages', everyone)).body;
      const own = messages.filter((message: { sender_email: string }) => message.sender_email === email);
      assert.ok(
        own.every(({ flags }: { flags: string[] }) => flags.includes('read')),
        `${email} has read what they wrote`,
      );
    }
    assert.deepEqual(listUnread(app.db, bot as number), []);
  });

  it('saw people last when they last said something, and never its bot', async (t) => {
    const { url } = await startDemo(t);
    const ada = await logIn(url, 'ada@demo.example');

    const { body } = await ada.get('/realm/presence');

    const page = {
      num_before: 1,
      num_after: 0,
      anchor: 'newest',
      narrow: [{ operator: 'sender', operand: 'ada@demo.example' }],
    };
    const { messages } = (await ada.get('/messages', page)).body;
    const people = demoPeople.filter((person) => !person.is_bot).map(({ email }) => email);
    assert.deepEqual(Object.keys(body.presences).sort(), people.sort());
    assert.equal(body.presences['ada@demo.example'].aggregated.timestamp, messages[0].timestamp);
  });

  it('shows people only their own direct messages', async (t) => {
    const { url } = await startDemo(t);

    for (const { key, email, is_bot } of demoPeople) {
      if (is_bot) continue;
      const client = await logIn(url, email);
      const { messages } = (await client.get('/messages', { ...everyone, narrow: [['is', 'dm']] })).body;
      const contents: string[] = messages.map(({ content }: { content: string }) => content);
      const own = demoDirects.filter(({ between }) => between.includes(key)).flatMap(({ lines }) => lines);
      assert.deepEqual(contents.toSorted(), own.map(({ text }) => text).toSorted());
    }
  });
});

describe('seedDemo', () => {
  it('changes nothing the second time', async (t) => {
    const { app, clock } = await startDemo(t);
    const before = app.db.connection.serialize();
    clock.advance(86_400);

    const logins = await seedDemo(app, publishedPassword);

    assert.equal(logins.length, demoPeople.length - 1);
    assert.ok(app.db.connection.serialize().equals(before));
  });

  it('knows the demo again after the organization was renamed', async (t) => {
    const { app } = await startDemo(t);

    app.db.run("UPDATE realm SET name = 'Renamed'");

    assert.equal(isSeeded(app.db), true);
  });

  it('leaves an organization alone that has people already', async (t) => {
    const { app } = makeApp(t);
    const values = { email: 'someone@example.com', full_name: 'Someone', role: roles.owner, password_hash: null };
    app.db.transaction(() => doCreateUser(app, values));
    const before = app.db.connection.serialize();

    await assert.rejects(seedDemo(app, publishedPassword), /needs a data directory of its own: this one holds Fresh/);

    assert.equal(isSeeded(app.db), false);
    assert.ok(app.db.connection.serialize().equals(before));
  });

  it('tells no client about the past', async (t) => {
    const { app } = makeApp(t);
    let delivered = 0;
    app.events = { deliver: () => delivered++ };

    await seedDemo(app, publishedPassword);

    assert.equal(delivered, 0);
  });
});

function makeApp(t: TestContext, seconds?: number): { app: App; clock: TestClock } {
  const made = openApp(seconds);
  t.after(() => close(made.app));
  return made;
}

function close({ db, config }: App): void {
  db.close();
  rmSync(config.data_dir, { recursive: true });
}

function openApp(seconds?: number): { app: App; clock: TestClock } {
  const clock = new TestClock();
  clock.seconds = seconds ?? clock.seconds;
  const db = openConnection(':memory:');
  migrate(db, readFileSync(schemaFile, 'utf8'), []);
  const config: App['config'] = {
    data_dir: mkdtempSync(join(tmpdir(), 'chatd-demo-')),
    listen: { host: '127.0.0.1', port: 0 },
    public_url: 'http://127.0.0.1',
    host: 'chat.example.com',
    log_format: 'text',
    log_level: 'error',
    max_upload_mib: 100,
  };
  const app = createApp({ config, db, clock, secret: Buffer.alloc(32, 7) });
  db.transaction(() => doCreateRealm(app, 'Fresh'));
  return { app, clock };
}

async function startDemo(t: TestContext, seconds?: number): Promise<{ app: App; clock: TestClock; url: string }> {
  const { app, clock } = openApp(seconds);
  await seedDemo(app, publishedPassword);
  app.config.public_url = await serve(t, app, () => close(app));
  return { app, clock, url: app.config.public_url };
}

/** Logs in by password as the demo's people do. */
async function logIn(url: string, email: string): Promise<Client> {
  const { status, body } = await new Client(url).post('/fetch_api_key', {
    username: email,
    password: publishedPassword,
  });
  assert.deepEqual({ status, email: body.email }, { status: 200, email });
  return new Client(url, { email, key: body.api_key });
}

async function subscribedNames(url: string, email: string): Promise<string[]> {
  const client = await logIn(url, email);
  const { subscriptions } = (await client.get('/users/me/subscriptions')).body;
  return subscriptions.map(({ name }: { name: string }) => name).toSorted();
}
