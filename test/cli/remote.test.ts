import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { launcher } from '../support/program.ts';
import { until } from '../support/until.ts';
import { type Account, makePlace, type Place, type Serving } from './place.ts';

describe('chatd send', () => {
  it('sends an argument or standard input, with files, to a topic or to people, and prints the link', async (t) => {
    const { place, server, ada, bot } = await start(t);
    writeFileSync(place.path('notes[1].txt'), 'some notes');

    const runs = [
      await place.run(['send', '--channel', 'general', '--topic', 'ops', 'Up **again**.']),
      await place.run(['send', '--channel', 'general', '--topic', 'ops', '--file', 'notes[1].txt'], {
        input: 'See:\n',
      }),
      await place.run(['send', '--to', ada.email, '--json', 'For you.']),
    ];

    assert.deepEqual(
      runs.map(({ exitCode, stderr }) => [exitCode, stderr]),
      Array(3).fill([0, '']),
    );
    const { body } = await server
      .as(ada)
      .get('/messages', { anchor: 'newest', num_before: 3, num_after: 0, apply_markdown: false });
    const contents = body.messages.map(({ content }: { content: string }) => content);
    assert.equal(contents[0], 'Up **again**.');
    assert.match(contents[1], /^See:\n\[notes1\.txt\]\(\/user_uploads\/.+\)$/);
    assert.equal(contents[2], 'For you.');
    assert.deepEqual(
      new Set(body.messages.map(({ sender_id }: { sender_id: number }) => sender_id)),
      new Set([bot.user_id]),
    );
    assert.ok(runs[0]?.stdout.trim().endsWith(`/near/${body.messages[0].id}`));
    assert.equal(JSON.parse(runs[2]?.stdout ?? '').message_id, body.messages[2].id);
  });

  it('ends with one sentence where it cannot', async (t) => {
    const { place } = await start(t);
    writeFileSync(place.path('other'), 'x');
    writeFileSync(place.path('gone'), '[api]\nemail=a@b.example\nkey=x\nsite=http://127.0.0.1:1\n');
    const at = ['--channel', 'general', '--topic', 'ops'];

    const ask = (args: readonly string[]) => place.ask(args, { CHATD_ZULIPRC: place.path('bot.zuliprc') });

    const runs = [
      await ask(['send', ...at, '']),
      await ask(['send', '--channel', 'general', 'x']),
      await ask(['send', '--channel', 'nowhere', '--topic', 'ops', 'x']),
      await ask(['send', '--to', 'Nobody', 'x']),
      await ask(['send', ...at, '--file', 'missing.txt', 'x']),
      await ask(['send', ...at, '--zuliprc', 'missing', 'x']),
      await ask(['send', ...at, '--zuliprc', 'other', 'x']),
      await ask(['send', ...at, '--zuliprc', 'gone', 'x']),
      await ask(['send', ...at, '--to', 'Ada', 'x']),
    ];

    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [1, 1, 1, 1, 1, 3, 3, 1, 2],
    );
    const texts = runs.slice(0, -1).map(({ stderr }) => stderr);
    assert.match(texts[4] ?? '', /missing\.txt: no such file/);
    assert.ok(
      texts.every((text) => /^chatd: [^\n]+\n$/.test(text)),
      texts.join(''),
    );
  });
});

describe('chatd tail', () => {
  it('prints what arrives, and what arrived while the server was away', async (t) => {
    const { place, server, ada } = await start(t);
    const said = follow(t, place, ['tail', '--zuliprc', 'bot.zuliprc']);
    const say = (content: string, to: Serving = server) =>
      to.as(ada).post('/messages', { type: 'channel', to: 'general', topic: 'ops', content });
    await until(async () => {
      await say('tick');
      return said().includes('tick');
    });

    await server.end('SIGKILL');
    await until(() => said().includes('Trying again'));
    const port = new URL(server.url).port;
    const again = await place.serve(['--listen', `127.0.0.1:${port}`]);
    await say('while away\nand more', again);
    await until(() => said().includes('while away'));
    await say('later', again);
    await until(() => said().includes('later'));

    assert.match(said(), /\d\d:\d\d {2}#general > ops {2}The ada: while away\n {4}and more\n/);
    assert.equal(said().split('later').length, 2);
  });

  it('prints JSON of what a narrow selects', async (t) => {
    const { place, server, ada } = await start(t);
    const said = follow(t, place, [
      'tail',
      '--json',
      '--narrow',
      'channel:general',
      '--narrow',
      'topic:ops',
      '--zuliprc',
      'bot.zuliprc',
    ]);
    const say = (topic: string) =>
      server.as(ada).post('/messages', { type: 'channel', to: 'general', topic, content: topic });

    await until(async () => {
      await say('other');
      await say('ops');
      return said().includes('ops');
    });

    const lines = said().trim().split('\n');
    assert.ok(
      lines.every((line) => JSON.parse(line).subject === 'ops'),
      said(),
    );
  });

  it('refuses a narrow that is none, and one that the server does not know', async (t) => {
    const { place } = await start(t);

    const [form, operator] = [
      await place.run(['tail', '--narrow', 'ops']),
      await place.run(['tail', '--narrow', 'nonsense:ops']),
    ];

    assert.equal(form.exitCode, 2);
    assert.equal(operator.exitCode, 1);
    assert.match(operator.stderr, /^chatd: [^\n]+\n$/);
  });
});

describe('chatd mcp', () => {
  it('serves an assistant on standard input and output', async (t) => {
    const { place, server, ada } = await start(t);
    await server.as(ada).post('/messages', { type: 'channel', to: 'general', topic: 'ops', content: 'The pump hums.' });
    const client = new Client({ name: 'test', version: '1' });
    const args = ['mcp', '--zuliprc', place.path('bot.zuliprc')];
    await client.connect(new StdioClientTransport({ command: launcher, args }));
    t.after(() => client.close());

    const { content } = await client.callTool({ name: 'search_messages', arguments: { words: 'pump' } });

    assert.match((content as { text: string }[])[0]?.text ?? '', /The pump hums\./);
  });
});

async function start(t: TestContext): Promise<{ place: Place; server: Serving; ada: Account; bot: Account }> {
  const place = makePlace(t);
  const server = await place.serve();
  const ada = await place.create('ada@example.com', '--role', 'owner');
  const bot = await place.create('bot@example.com', '--bot', '--owner', ada.email);
  const file = `[api]\nemail=${bot.email}\nkey=${bot.api_key}\nsite=${server.url}\n`;
  for (const name of ['bot.zuliprc', '.zuliprc']) writeFileSync(place.path(name), file);
  await server
    .as(ada)
    .post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [bot.user_id] });
  return { place, server, ada, bot };
}

/** Starts a command that ends with the test. Returns what it has printed so far. */
function follow(t: TestContext, place: Place, args: readonly string[]): () => string {
  const child = spawn(launcher, args, { cwd: place.folder });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  return () => printed;
}
