import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffHtml } from '../../src/messages/html-diff.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

describe('GET /messages/{message_id}/history', () => {
  it('needs a login, and a message that one may see', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'den', { invite_only: true });
    const hidden = await send(server.as('alice'), { to: 'den' });
    const anonymous = await server.anonymous.get(`/messages/${hidden}/history`);
    assert.deepEqual([anonymous.status, anonymous.body.code], [401, 'UNAUTHORIZED']);
    for (const id of [hidden, 9999]) {
      const { status, body } = await server.as('owner').get(`/messages/${id}/history`);
      assert.deepEqual([status, body], [400, badRequest('Invalid message(s)')]);
    }
  });

  it('begins with the message as it was sent', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await subscribe(alice, 'lab');
    const id = await send(alice, { to: 'lab', topic: 'plans', content: '*first*' });
    const { status, body } = await alice.get(`/messages/${id}/history`);
    const message_history = [
      {
        topic: 'plans',
        content: '*first*',
        rendered_content: '<p><em>first</em></p>',
        user_id: server.users.alice.id,
        timestamp: server.clock.now(),
      },
    ];
    assert.deepEqual([status, body], [200, { result: 'success', msg: '', message_history }]);
  });

  it('goes on with each change, oldest first, and says what it changed', async (t) => {
    const { server, id, snapshots } = await changedMessage(t);
    const { body } = await server.as('bob').get(`/messages/${id}/history`, { allow_empty_topic_name: true });
    assert.deepEqual(body.message_history, snapshots);
  });

  it('has all changes of a message, with which only the newest come where they are many', async (t) => {
    const alice = (await startServer(t)).as('alice');
    const id = await send(alice, { to: 'general', content: 'first' });
    const contents = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => letter.repeat(9000));
    for (const content of contents) await alice.patch(`/messages/${id}`, { content });

    const { body: history } = await alice.get(`/messages/${id}/history`);
    const { body: fetched } = await alice.get(`/messages/${id}`);

    const listed = history.message_history.map(({ content }: { content: string }) => content);
    assert.deepEqual(listed, ['first', ...contents]);
    const told = fetched.message.edit_history.map(({ prev_content }: { prev_content: string }) => prev_content);
    assert.deepEqual(told, contents.slice(1, -1).reverse());
  });

  it('compares newer texts with those before them, and shows older ones as they were', async (t) => {
    const alice = (await startServer(t)).as('alice');
    const id = await send(alice, { to: 'general', content: '0' });
    for (let count = 1; count <= 13; count++)
      await alice.patch(`/messages/${id}`, { content: `${'x '.repeat(4990)}${count}` });

    const { body } = await alice.get(`/messages/${id}/history`);

    const diffs = body.message_history.map((entry: Record<string, string>) => entry.content_html_diff);
    assert.equal(diffs[1], body.message_history[1].rendered_content);
    assert.match(
      diffs.at(-1),
      /x <span class="highlight_text_deleted">12<\/span><span class="highlight_text_inserted">13<\/span><\/p>$/,
    );
  });

  it('begins with the newest changes that have room in half a megabyte', async (t) => {
    const alice = (await startServer(t)).as('alice');
    const id = await send(alice, { to: 'general', content: '0' });
    for (let count = 1; count <= 30; count++)
      await alice.patch(`/messages/${id}`, { content: `${count} ${'x'.repeat(9900)}` });

    const { body } = await alice.get(`/messages/${id}/history`);

    const numbers = body.message_history.map(({ content }: { content: string }) => Number.parseInt(content, 10));
    assert.deepEqual(
      numbers,
      Array.from({ length: 26 }, (_, index) => index + 5),
    );
  });

  it('shows the empty topic by its display name unless asked otherwise', async (t) => {
    const { server, id } = await changedMessage(t);
    const { body } = await server.as('bob').get(`/messages/${id}/history`);
    assert.deepEqual(
      body.message_history.map(({ topic, prev_topic }: Record<string, string>) => [prev_topic, topic]),
      [
        [undefined, 'general chat'],
        [undefined, 'general chat'],
        ['general chat', 'plans'],
        [undefined, 'plans'],
      ],
    );
  });

  it('gives a direct message no topic, not even the display name of the empty one', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'hi' });
    const { body } = await server.as('bob').get(`/messages/${id}/history`);
    assert.deepEqual(body.message_history, [
      {
        topic: '',
        content: 'hi',
        rendered_content: '<p>hi</p>',
        user_id: server.users.alice.id,
        timestamp: server.clock.now(),
      },
    ]);
  });

  it('keeps former content to itself where only moves may be seen', async (t) => {
    const { server, id, snapshots } = await changedMessage(t);
    setRealmSetting(server.db, 'message_edit_history_visibility_policy', 'moves');
    const { body } = await server.as('bob').get(`/messages/${id}/history`, { allow_empty_topic_name: true });
    const [original, , both, away] = snapshots;
    const present = { content: 'and the third', rendered_content: '<p>and the third</p>' };
    const { prev_content, prev_rendered_content, content_html_diff, ...moved } = both as Record<string, unknown>;
    assert.deepEqual(body.message_history, [{ ...original, ...present }, moved, away]);
    assert.ok(!JSON.stringify(body).includes('second'));
    assert.ok(prev_content && prev_rendered_content && content_html_diff);
  });

  it('is refused where the organization shows none', async (t) => {
    const { server, id } = await changedMessage(t);
    setRealmSetting(server.db, 'message_edit_history_visibility_policy', 'none');
    const { status, body } = await server.as('alice').get(`/messages/${id}/history`);
    assert.deepEqual([status, body], [400, badRequest('Message edit history is disabled in this organization')]);
  });
});

describe('the difference of two texts', () => {
  const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;
  const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;

  it('marks what went and what came, word by word', () => {
    const cases: [string, string, string][] = [
      ['<p>same</p>', '<p>same</p>', '<p>same</p>'],
      ['<p>one two</p>', '<p>one three</p>', `<p>one ${deleted('two')}${inserted('three')}</p>`],
      ['<p>one</p>', '<p>one more</p>', `<p>one${inserted(' more')}</p>`],
      ['<p>a &lt;b&gt;</p>', '<p>a &lt;i&gt;</p>', `<p>a &lt;${deleted('b')}${inserted('i')}&gt;</p>`],
      ['<p>one</p>\n<p>two</p>', '<p>one</p>', `<p>one</p>${deleted('\n two ')}`],
      ['<p>one</p>', '<ul><li>one</li></ul>', '<ul><li>one</li></ul>'],
      ['<p>😀</p>', '<p>😁</p>', `<p>${deleted('😀')}${inserted('😁')}</p>`],
      ['', '<p>new</p>', `<p>${inserted('new')}</p>`],
    ];
    for (const [previous, present, expected] of cases) assert.equal(diffHtml(previous, present), expected);
  });

  it('leaves the present text whole, with its tags and no others, whatever was there before', () => {
    const random = randomNumbers(11);
    const pieces = ['a', 'b', ' ', '.', '&lt;', '<em>x</em>', '</p>\n<p>', '<br>', '<a href="/#x">y</a>'];
    const html = () => `<p>${Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join('')}</p>`;
    for (let count = 0; count < 2000; count++) {
      const previous = html();
      const present = html();
      const shown = diffHtml(previous, present)
        .replace(/<span class="highlight_text_deleted">[^<]*<\/span>/g, '')
        .replace(/<span class="highlight_text_inserted">([^<]*)<\/span>/g, '$1');
      assert.equal(shown, present, `from ${previous}`);
    }
  });

  it('shows texts with nothing in common one after the other', () => {
    const words = (letter: string) => Array.from({ length: 2000 }, (_, index) => `${letter}${index}`).join(' ');
    const expected = `${deleted(`${words('a')} `)}<p>${inserted(words('b'))}</p>`;
    assert.equal(diffHtml(`<p>${words('a')}</p>`, `<p>${words('b')}</p>`), expected);
  });
});

/** A message that was edited, then edited and moved, then moved to another channel; and its history. */
async function changedMessage(t: Parameters<typeof startServer>[0]) {
  const server: TestServer = await startServer(t);
  const alice = server.as('alice');
  const lab = await subscribe(alice, 'lab', { principals: [server.users.alice.id, server.users.bob.id] });
  const attic = await subscribe(alice, 'attic');
  const start = server.clock.now();
  const user_id = server.users.alice.id;
  const id = await send(alice, { to: 'lab', topic: '', content: 'the first' });
  for (const values of [
    { content: 'the second' },
    { content: 'and the third', topic: 'plans' },
    { stream_id: attic, send_notification_to_new_thread: false },
  ]) {
    server.clock.advance(100);
    assert.equal((await alice.patch(`/messages/${id}`, values)).status, 200);
  }
  const first = { content: 'the first', rendered_content: '<p>the first</p>' };
  const second = { content: 'the second', rendered_content: '<p>the second</p>' };
  const third = { content: 'and the third', rendered_content: '<p>and the third</p>' };
  const previous = (one: typeof first) => ({ prev_content: one.content, prev_rendered_content: one.rendered_content });
  const mark = (change: string, text: string) => `<span class="highlight_text_${change}">${text}</span>`;
  const snapshots: object[] = [
    { topic: '', ...first, user_id, timestamp: start },
    {
      topic: '',
      ...second,
      ...previous(first),
      content_html_diff: `<p>the ${mark('deleted', 'first')}${mark('inserted', 'second')}</p>`,
      user_id,
      timestamp: start + 100,
    },
    {
      topic: 'plans',
      prev_topic: '',
      ...third,
      ...previous(second),
      content_html_diff: `<p>${mark('inserted', 'and ')}the ${mark('deleted', 'second')}${mark('inserted', 'third')}</p>`,
      user_id,
      timestamp: start + 200,
    },
    { topic: 'plans', stream: attic, prev_stream: lab, ...third, user_id, timestamp: start + 300 },
  ];
  return { server, id, snapshots };
}

/** Repeatable random whole numbers below a limit: a linear congruential generator. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}
