import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Answer, Values } from '../support/client.ts';
import { Client } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '', ok: true };
const toKitchen = { stream: 'kitchen', topic: 'builds' };

interface Scene extends TestServer {
  api_key: string;
  bot_id: number;
  /** Posts JSON as monitoring tools do; the values of the second argument go into the URL. */
  post: (body: unknown, query?: Values) => Promise<Answer>;
  /** Sends a body of another form. */
  postForm: (body: URLSearchParams | FormData, query?: Values) => Promise<Answer>;
  /** The messages that alice has, oldest first: where, and what they say. */
  posted: () => Promise<string[]>;
}

/** Alice, who follows `kitchen`, has made an incoming webhook. */
async function setScene(t: TestContext, bot: Values = {}): Promise<Scene> {
  const server = await startServer(t);
  const alice = server.as('alice');
  await subscribe(alice, 'kitchen');
  const { body: made } = await alice.post('/bots', { full_name: 'CI', short_name: 'ci', bot_type: 2, ...bot });
  const send = (query: Values, init: RequestInit) => {
    const values = Object.entries({ api_key: made.api_key, ...query }).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(values.map(([name, value]): [string, string] => [name, String(value)]));
    return server.anonymous.send('POST', `/external/slack_incoming?${search}`, init);
  };
  const json = { 'Content-Type': 'application/json' };
  return {
    ...server,
    api_key: made.api_key,
    bot_id: made.user_id,
    post: (body, query = toKitchen) => send(query, { body: JSON.stringify(body), headers: json }),
    postForm: (body, query = toKitchen) => send(query, { body }),
    posted: () => messagesOf(server, made.user_id),
  };
}

async function messagesOf({ as }: TestServer, sender: number): Promise<string[]> {
  const narrow = [{ operator: 'sender', operand: sender }];
  const values = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false };
  const { body } = await as('alice').get('/messages', { ...values, allow_empty_topic_name: true });
  return body.messages.map(
    (one: { type: string; display_recipient: string; subject: string; content: string }) =>
      `${one.type === 'private' ? 'direct' : `${one.display_recipient} > ${one.subject}`}: ${one.content}`,
  );
}

function refusal(error: string, msg: string, code = 'BAD_REQUEST', extra: object = {}) {
  return { result: 'error', msg, code, ...extra, ok: false, error };
}

describe('POST /external/slack_incoming', () => {
  it('posts to the channel and topic of its URL, and tells those who follow the channel', async (t) => {
    const scene = await setScene(t);
    const { users, bot_id } = scene;
    const ears = await listen(scene, ['alice', 'bob'], { event_types: ['message'] });

    const { status, body } = await scene.post({ text: 'Build *failed*: <https://ci.example/1|log>' });

    assert.deepEqual([status, body], [200, ok]);
    const { alice: heard = [], ...others } = await ears.heard();
    assert.deepEqual(others, {});
    assert.equal(heard.length, 1);
    const { message, flags } = heard[0];
    assert.deepEqual(
      [message.sender_id, message.sender_full_name, message.display_recipient, message.subject, message.content, flags],
      [bot_id, 'CI', 'kitchen', 'builds', 'Build **failed**: [log](https://ci.example/1)', []],
    );
    assert.equal(message.client, 'TestClient');
    assert.ok(users.alice.id !== bot_id);
  });

  it('knows the channel by its id, and values that were encoded twice', async (t) => {
    const scene = await setScene(t);
    const stream = await subscribe(scene.as('alice'), 'dish washing');

    await scene.post({ text: 'one' }, { stream, topic: 'a' });
    await scene.post({ text: 'two' }, { stream: 'dish%20washing', topic: 'b%3A%20100%25' });
    await scene.post({ text: 'three' }, { stream: 'kitchen', topic: '100%' });

    const places = ['dish washing > a: one', 'dish washing > b: 100%: two', 'kitchen > 100%: three'];
    assert.deepEqual(await scene.posted(), places);
  });

  it("takes the message's channel for the topic where the URL names none, else the empty topic", async (t) => {
    const scene = await setScene(t);

    await scene.post({ text: 'one', channel: '#alerts' }, { stream: 'kitchen' });
    await scene.post({ text: 'two', channel: '#alerts' });
    await scene.post({ text: 'three' }, { stream: 'kitchen' });

    assert.deepEqual(await scene.posted(), ['kitchen > alerts: one', 'kitchen > builds: two', 'kitchen > : three']);
  });

  it('writes to the owner of the bot where the URL names no channel', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['alice', 'bob'], { event_types: ['message'] });

    const { body } = await scene.post({ text: '<!here> *done*' }, {});

    assert.deepEqual(body, ok);
    assert.deepEqual(await ears.gist(), { alice: ['message: @**all** **done**'] });
    assert.deepEqual(await scene.posted(), ['direct: @**all** **done**']);
  });

  it('posts to the channel that the bot is meant for where the URL names none', async (t) => {
    const scene = await setScene(t, { default_sending_stream: 'kitchen' });

    await scene.post({ text: 'done' }, { topic: 'builds' });

    assert.deepEqual(await scene.posted(), ['kitchen > builds: done']);
  });

  it('takes a form with the message as JSON in one field, urlencoded and multipart', async (t) => {
    const scene = await setScene(t);
    const payload = JSON.stringify({ text: 'from a *form*', username: 'ci' });
    const form = new FormData();
    form.append('payload', payload);

    const urlencoded = await scene.postForm(new URLSearchParams({ payload }));
    const multipart = await scene.postForm(form);

    assert.deepEqual([urlencoded.body, multipart.body], [ok, ok]);
    assert.deepEqual(await scene.posted(), Array(2).fill('kitchen > builds: from a **form**'));
  });

  it('takes a form with the fields of the message, lists as JSON', async (t) => {
    const scene = await setScene(t);
    const attachments = JSON.stringify([{ title: 'Log' }]);

    const { body } = await scene.postForm(new URLSearchParams({ text: 'plain', attachments, icon_emoji: ':robot:' }));

    assert.deepEqual(body, ok);
    assert.deepEqual(await scene.posted(), ['kitchen > builds: :robot: plain\n\n## Log']);
  });

  it('shows blocks instead of the text, and attachments below', async (t) => {
    const scene = await setScene(t);
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'Deploy' } }];
    const attachments = [{ text: 'all *green*' }];

    await scene.post({ text: 'short', blocks, attachments });
    await scene.post({ text: 'short', blocks: [], attachments });
    await scene.post({ text: 'short', blocks: [{ type: 'divider', text: null }, {}], attachments: null });

    assert.deepEqual(await scene.posted(), [
      'kitchen > builds: ## Deploy\n\nall **green**',
      'kitchen > builds: short\n\nall **green**',
      'kitchen > builds: ----',
    ]);
  });

  it('names fields that it does not know', async (t) => {
    const scene = await setScene(t);

    const { body } = await scene.post({ text: 'done', username: 'ci', link_names: 1 });

    assert.deepEqual(body, { ...ok, ignored_parameters_unsupported: ['link_names', 'username'] });
  });

  it('is open to bots of other types too', async (t) => {
    const scene = await setScene(t, { bot_type: 1 });

    const { status } = await scene.post({ text: 'done' });

    assert.equal(status, 200);
  });

  it('cuts what is too long', async (t) => {
    const scene = await setScene(t);

    await scene.post({ text: '🙂'.repeat(10_001) }, { stream: 'kitchen', topic: '🙂'.repeat(61) });
    await scene.post({ text: '🙂'.repeat(10_000) }, { stream: 'kitchen', topic: '🙂'.repeat(60) });

    const end = '\n[message truncated]';
    assert.deepEqual(await scene.posted(), [
      `kitchen > ${'🙂'.repeat(57)}...: ${'🙂'.repeat(10_000 - end.length)}${end}`,
      `kitchen > ${'🙂'.repeat(60)}: ${'🙂'.repeat(10_000)}`,
    ]);
  });

  it('looks at no more than ten times what it can post, and says so', async (t) => {
    const scene = await setScene(t);
    const few = { type: 'section', text: { type: 'plain_text', text: 'x', id: 'y'.repeat(1000) } };

    await scene.post({ blocks: Array(97).fill(few) });
    await scene.post({ blocks: Array(200).fill(few) });

    const [all = '', some = ''] = await scene.posted();
    assert.equal(all, `kitchen > builds: ${Array(97).fill('x').join('\n\n')}`);
    assert.match(some, /^kitchen > builds: (x\n\n){90,100}\[message truncated\]$/);
  });

  it('takes a body that is full of marks and brackets', async (t) => {
    const scene = await setScene(t);
    const marks = ['```', '`a ', '<', '*a ', '<http://a|['].map((mark) => mark.repeat(20_000));

    const { status, body } = await scene.post({ text: marks[0], attachments: marks.map((text) => ({ text })) });

    assert.deepEqual([status, body], [200, ok]);
  });

  it('calls everyone where the bot may', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['alice'], { event_types: ['message'] });

    await scene.post({ text: '<!channel> down' });

    const { alice = [] } = await ears.heard();
    assert.deepEqual(alice[0]?.flags, ['stream_wildcard_mentioned', 'wildcard_mentioned']);
  });

  it('calls nobody where the bot may not call as many, and posts all the same', async (t) => {
    const scene = await setScene(t);
    await crowd(scene);
    const ears = await listen(scene, ['alice'], { event_types: ['message'] });

    const { status } = await scene.post({ text: '<!channel> @**all** down' });

    assert.equal(status, 200);
    const { alice = [] } = await ears.heard();
    assert.deepEqual([alice[0]?.flags, alice[0]?.message.content], [[], '@channel @_**all** down']);
  });

  const empty = refusal('no_text', 'Message must not be empty');
  const invalid = (msg: string) => refusal('invalid_payload', msg, 'INVALID_PAYLOAD');
  const bodies: [what: string, body: unknown, answer: object][] = [
    ['nothing', {}, empty],
    ['an empty text', { text: ' \n' }, empty],
    ['blocks that say nothing', { blocks: [{ type: 'section' }], attachments: [{}] }, empty],
    ['blocks that are no list', { text: 'x', blocks: { type: 'divider' } }, invalid('blocks is not a list')],
    ['blocks that are no JSON', { text: 'x', blocks: '[{' }, invalid('blocks is not valid JSON')],
    ['attachments that are no list', { text: 'x', attachments: 3 }, invalid('attachments is not a list')],
    ['a payload that is no JSON', { payload: '{' }, invalid('payload is not valid JSON')],
    ['a payload that is no object', { payload: '["x"]' }, invalid('payload is not a dict')],
  ];
  for (const [what, body, answer] of bodies) {
    it(`refuses ${what}, and posts nothing`, async (t) => {
      const scene = await setScene(t);

      const { status, body: answered } = await scene.post(body);

      assert.deepEqual([status, answered], [400, answer]);
      assert.deepEqual(await scene.posted(), []);
    });
  }

  const keys: [what: string, key: (scene: Scene) => string | undefined, error: string, msg: string][] = [
    ['no key', () => undefined, 'not_authed', 'Not logged in: API authentication or user session required'],
    ['a key that is none', () => 'x', 'invalid_auth', 'Malformed API key'],
    ['an unknown key', () => 'x'.repeat(32), 'invalid_auth', 'Invalid API key'],
    ['the key of a deactivated bot', shutDown, 'account_inactive', 'Account is deactivated'],
  ];
  for (const [what, key, error, msg] of keys) {
    it(`answers 401 to ${what}`, async (t) => {
      const scene = await setScene(t);

      const { status, body } = await scene.post({ text: 'done' }, { ...toKitchen, api_key: key(scene) });

      assert.deepEqual([status, body], [401, refusal(error, msg, 'UNAUTHORIZED')]);
      assert.deepEqual(await scene.posted(), []);
    });
  }

  it('refuses people', async (t) => {
    const scene = await setScene(t);
    const { body: own } = await scene.as('alice').post('/users/me/api_key/regenerate');

    const { status, body } = await scene.post({ text: 'done' }, { ...toKitchen, api_key: own.api_key });

    const msg = 'Only bots may post here: use the API key of a bot.';
    assert.deepEqual([status, body], [400, refusal('action_prohibited', msg)]);
  });

  it('refuses a channel that does not exist, and tells the owner once a minute', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['alice', 'bob'], { event_types: ['message'], apply_markdown: false });

    const { status, body } = await scene.post({ text: 'done' }, { stream: 'no `such' });
    await scene.post({ text: 'done' }, { stream: '999' });

    const msg = "Channel 'no `such' does not exist";
    const missing = refusal('channel_not_found', msg, 'STREAM_DOES_NOT_EXIST', { stream: 'no `such' });
    assert.deepEqual([status, body], [400, missing]);
    const note = (name: string) =>
      `message: Your bot CI tried to post to the channel \`${name}\`, where it cannot post: ` +
      'there is no such channel, or it is closed to the bot. The message is lost.';
    assert.deepEqual(await ears.gist(), { alice: [note('no such')] });
    scene.clock.advance(60);
    await scene.post({ text: 'done' }, { stream: '999' });
    assert.deepEqual(await ears.gist(), { alice: [note('999')] });
  });

  it('treats a private channel that neither bot nor owner follows like one that does not exist', async (t) => {
    const scene = await setScene(t);
    const stream = await subscribe(scene.as('bob'), 'secret', { invite_only: true });

    const hidden = await scene.post({ text: 'done' }, { stream: 'secret' });
    const byId = await scene.post({ text: 'done' }, { stream });

    const code = 'STREAM_DOES_NOT_EXIST';
    assert.deepEqual(
      hidden.body,
      refusal('channel_not_found', "Channel 'secret' does not exist", code, { stream: 'secret' }),
    );
    const msg = `Channel with ID '${stream}' does not exist`;
    assert.deepEqual(byId.body, refusal('channel_not_found', msg, code, { stream_id: stream }));
    const { body } = await scene.as('bob').get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 });
    assert.ok(body.messages.every(({ content }: { content: string }) => !content.includes('done')));
  });

  it('refuses to write to an owner who is gone', async (t) => {
    const scene = await setScene(t);
    scene.db.run('UPDATE users SET is_active = 0 WHERE id = ?', scene.users.alice.id);

    const { status, body } = await scene.post({ text: 'done' }, {});

    const msg = 'This bot has no owner who could get the message: name a channel with the parameter stream.';
    assert.deepEqual([status, body], [400, refusal('action_prohibited', msg)]);
  });

  it('does not write to an owner whom nobody may write to', async (t) => {
    const scene = await setScene(t);
    setRealmSetting(scene.db, 'direct_message_permission_group', systemGroupId(scene.db, 'role:nobody'));

    const { status, body } = await scene.post({ text: 'done' }, {});

    const msg = 'Direct messages are disabled in this organization.';
    assert.deepEqual([status, body], [400, refusal('action_prohibited', msg)]);
  });
});

describe('an incoming webhook', () => {
  it('may do nothing but send', async (t) => {
    const { url, api_key, app } = await setScene(t);
    const bot = new Client(url, { email: 'ci-bot@chat.example.com', key: api_key });
    const refused = {
      result: 'error',
      msg: 'This API is not available to incoming webhook bots.',
      code: 'UNAUTHORIZED',
    };

    const sent = await bot.post('/messages', { type: 'channel', to: 'kitchen', topic: 'x', content: 'hello' });
    const others = ['/users/me', '/messages?anchor=newest&num_before=1&num_after=0', '/streams', '/bot_storage'];
    const answers = await Promise.all(others.map((path) => bot.send('GET', path)));

    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      Array(4).fill([401, refused]),
    );
    const open = Object.values(app.endpoints).filter(({ openToWebhooks }) => openToWebhooks);
    assert.deepEqual(
      open.map(({ method, path }) => `${method} ${path}`),
      ['POST /messages'],
    );
  });
});

function shutDown({ db, bot_id, api_key }: Scene): string {
  db.run('UPDATE users SET is_active = 0 WHERE id = ?', bot_id);
  return api_key;
}

/** Subscribes enough people to the kitchen that mentioning all of them is restricted. */
async function crowd({ as, db, users }: TestServer): Promise<void> {
  const principals = Object.values(users).map(({ id }) => id);
  await as('admin').post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }], principals });
  setRealmSetting(db, 'can_mention_many_users_group', systemGroupId(db, 'role:nobody'));
  for (let count = 0; count < 10; count++) {
    const email = `many${count}@example.com`;
    const { body } = await as('owner').post('/users', {
      email,
      full_name: `Many ${count}`,
      password: 'correct horse 9',
    });
    const values = { subscriptions: [{ name: 'kitchen' }], principals: [body.user_id] };
    await as('admin').post('/users/me/subscriptions', values);
  }
}
