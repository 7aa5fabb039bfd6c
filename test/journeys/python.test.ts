import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Account, makePlace, type Place, type Serving } from '../cli/place.ts';
import type { Client, Values } from '../support/client.ts';
import { png } from '../support/pictures.ts';

// The package zulip, and zulip_bots for the bot, must be installed for the interpreter: `pip install zulip zulip-bots`.
const python = process.env.CHATD_TEST_PYTHON ?? 'python3';

const needsClient = { skip: missing('zulip') };
const needsBots = { skip: missing('zulip_bots') };

describe('The Python client', () => {
  it('hears, sends, edits, reacts, stars, searches, uploads', needsClient, async (t) => {
    const { zuliprc, kim } = await start(t);

    const seen = JSON.parse(await run(script('python-client.py'), zuliprc('kim'), zuliprc('lou')));

    assert.deepEqual(seen, {
      versions: [473, true],
      profile: kim.email,
      heard: [true, '**Soup** is up', []],
      edited: '*Stew* is up',
      reacted: ['add', 'heart', '2764'],
      'took back': 'remove',
      starred: ['add', 'starred', true],
      typing: ['start', kim.email],
      found: [[true, '<p><em>Stew</em> is up</p>', '<p><em><span class="highlight">Stew</span></em> is up</p>']],
      private: [[true, 'private', '<p>Is there <strong>bread</strong>?</p>']],
      raw: '*Stew* is up',
      history: ['**Soup** is up', '*Stew* is up'],
      uploaded: ['menu.txt'],
    });
  });

  it('has an answer to each of its other calls', needsClient, async (t) => {
    const { zuliprc, place } = await start(t);
    writeFileSync(place.path('soup.png'), png());

    const refused = JSON.parse(
      await run(script('python-calls.py'), zuliprc('kim'), zuliprc('build'), place.path('soup.png')),
    );

    assert.deepEqual(refused, {
      // Groups go out of use, by another call; they are not deleted.
      remove_user_group: 'METHOD_NOT_ALLOWED: Method Not Allowed',
      calls: 58,
    });
  });

  it('sends from the command line', needsClient, async (t) => {
    const { zuliprc, server, kim } = await start(t);
    const client = server.as(kim);

    const command = ['-m', 'zulip.send', '--config-file', zuliprc('kim')];
    await run(...command, '--stream', 'general', '--subject', 'hello', '--message', 'It works.');
    await run(...command, 'lou@example.com', '--message', 'For you');

    const { body } = await client.get('/messages', {
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      apply_markdown: false,
    });
    assert.deepEqual(
      body.messages.map((one: Record<string, unknown>) => [one.type, one.subject, one.content, one.sender_email]),
      [
        ['stream', 'hello', 'It works.', kim.email],
        ['private', '', 'For you', kim.email],
      ],
    );
  });

  it('answers with the bot helloworld, directly and where it is mentioned', needsBots, async (t) => {
    const { zuliprc, server, kim } = await start(t);
    const client = server.as(kim);
    startBot(t, 'helloworld', zuliprc('build'));

    const directly = await askUntilAnswered(client, { type: 'direct', to: ['build@example.com'], content: 'hi' });
    const inChannel = { type: 'stream', to: 'general', topic: 'bots', content: '@**The build** hi' };
    const mentioned = await askUntilAnswered(client, inChannel);

    const answer = { sender_email: 'build@example.com', content: 'beep boop', wave: true };
    assert.deepEqual(directly, { ...answer, type: 'private', subject: '' });
    assert.deepEqual(mentioned, { ...answer, type: 'stream', subject: 'bots' });
  });
});

/** Why tests that need a Python package are skipped; false when they need not be. */
function missing(module: string): string | false {
  const { status } = spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' });
  return status !== 0 && `${python} cannot import ${module}; CHATD_TEST_PYTHON names another interpreter`;
}

interface Scene {
  place: Place;
  server: Serving;
  kim: Account;
  /** The path of somebody's zuliprc file. */
  zuliprc(name: string): string;
}

/** A server in a process of its own, with two people and a bot. */
async function start(t: TestContext): Promise<Scene> {
  const place = makePlace(t);
  const server = await place.serve();
  const zuliprc = (name: string) => place.path(`${name}.zuliprc`);
  const create = (name: string, ...args: string[]) =>
    place.create(`${name}@example.com`, '--zuliprc', zuliprc(name), ...args);
  const kim = await create('kim', '--role', 'owner');
  await create('lou');
  await create('build', '--bot', '--owner', kim.email);
  return { place, server, kim, zuliprc };
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function run(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(python, args, { timeout: 60_000 });
  return stdout;
}

function startBot(t: TestContext, name: string, zuliprc: string): void {
  const args = ['-m', 'zulip_bots.run', name, '--config-file', zuliprc];
  const bot = spawn(python, args, { stdio: 'ignore' });
  t.after(async () => {
    const ended = once(bot, 'exit');
    if (bot.kill('SIGKILL')) await ended;
  });
}

interface Said {
  sender_email: string;
  type: string;
  subject: string;
  content: string;
  reactions: { emoji_name: string }[];
}

/**
 * Asks a bot, which hears nothing before it has registered, until it has answered and reacted; returns its answer, and
 * whether it waved.
 */
async function askUntilAnswered(client: Client, question: Values & { type: string; content: string }) {
  const type = question.type === 'direct' ? 'private' : 'stream';
  for (;;) {
    await client.post('/messages', question);
    await wait(200);
    const said = (await readNewest(client)).filter((one) => one.type === type);
    const asked = said.find((one) => one.content === question.content && one.reactions.length > 0);
    const answer = said.find((one) => one.sender_email === 'build@example.com');
    if (!asked || !answer) continue;
    const wave = asked.reactions.some((one) => one.emoji_name === 'wave');
    const { sender_email, subject, content } = answer;
    return { sender_email, type, subject, content, wave };
  }
}

async function readNewest(client: Client): Promise<Said[]> {
  const page = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false };
  return (await client.get('/messages', page)).body.messages;
}
