import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Seeded } from '../support/seeded.ts';
import { addressOf, mail, readMessages, startReceiving } from './postman.ts';

const chance = new Seeded(7);

/** Mails of shapes that break readers of mails. */
const shapes: readonly (() => string | Buffer)[] = [
  () => '\r\n',
  () => 'no header at all',
  () => mail({ Subject: '=?utf-8?B?////?= =?x?Q?=ZZ?=' }, 'broken words'),
  () => mail({ From: '<<<<@@@>>>>,,;:' }, 'broken sender'),
  () => mail({ From: '"Alice Member" <alice@example.com>', Sender: 'alice@example.com' }, 'I am Alice'),
  () => mail({ 'Content-Type': 'text/plain; charset=x-nonsense' }, '\u0000\u0001\u0007bytes'),
  () => mail({ 'Content-Type': 'text/plain; charset=utf-16' }, 'abc'),
  () => mail({ 'Content-Type': 'multipart/mixed' }, '--\n--\n'),
  () => mail({ 'Content-Type': 'multipart/mixed; boundary=""' }, '--\r\n\r\nx\r\n----'),
  () => mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\n'.repeat(3000)),
  () => mail({ 'Content-Type': 'multipart/mixed; boundary=b' }, '--b\nContent-Type: message/rfc822\n\n'.repeat(40)),
  () => mail({ 'Content-Transfer-Encoding': 'base64' }, '!!!!not base64=====\n'),
  () => mail({ 'Content-Transfer-Encoding': 'quoted-printable' }, '=\n=ZZ=0=00=FF'),
  () => mail({ 'Content-Type': 'text/html' }, `${'<div>'.repeat(20_000)}<b<i<<a href="x"`),
  () => mail({ 'Content-Type': 'text/html' }, '<script>alert(1)</script><img src=x onerror=alert(1)>'),
  () => mail({ 'Content-Type': 'text/html' }, '&#0;&#xFFFFFF;&#xD800;<!--'),
  () => mail({ Subject: `${'a'.repeat(5000)}\u202e\u0000` }, '/poll x'),
  () => mail({ Subject: '\ud800 \uffff' }, '\ud83d'),
  () => mail({}, `${'>'.repeat(5000)}\n`.repeat(20)),
  () => mail({}, `${'['.repeat(3000)}${'*'.repeat(3000)}${'`'.repeat(3000)}`),
  () => Buffer.from(Array.from({ length: 3000 }, () => chance.below(256))),
];

/** The mail with some bytes changed, left out or repeated. */
function mutate(whole: Buffer): Buffer {
  let bytes = Buffer.from(whole);
  for (let round = 0; round < 4; round++) {
    const at = chance.below(bytes.length);
    const piece = bytes.subarray(at, at + chance.below(30));
    const change = chance.pick([piece, Buffer.alloc(0), Buffer.from([chance.below(256)])]);
    bytes = Buffer.concat([
      bytes.subarray(0, at),
      change,
      change,
      bytes.subarray(at + chance.pick([0, 1, piece.length])),
    ]);
  }
  return bytes;
}

describe('hostile mails', () => {
  it('are posted as their address says or refused, and break nothing', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const errors: unknown[] = [];
    server.app.log = { ...server.app.log, error: (...all) => void errors.push(all) };

    for (const make of shapes) {
      const whole = Buffer.from(make());
      for (const raw of [whole, mutate(whole), mutate(whole)]) {
        server.clock.advance(10);
        const answer = await server.hand(raw, { from: 'alice@example.com', to });
        assert.match(answer, /^(250 2\.0\.0 |554 5\.6\.0 |550 5\.7\.1 )/, raw.toString('latin1').slice(0, 200));
      }
    }

    assert.deepEqual(errors, []);
    const messages = await readMessages(server);
    assert.equal(messages.length > shapes.length, true);
    assert.deepEqual([...new Set(messages.map(({ by }) => by))], ['Notification Bot']);
    for (const { content } of messages) assert.doesNotMatch(content, /<script|onerror/);
    assert.equal(await server.hand(mail({}, 'Still here'), { to }), '250 2.0.0 OK');
  });

  it('may come again once, when reading them takes too long, because the machine may be busy', async (t) => {
    const server = await startReceiving(t);
    const to = await addressOf(server);
    const slow = mail({}, 'x'.repeat(70).concat('\n').repeat(50_000));
    const late = mail({}, 'Late');

    server.app.gateway.reader.patience = 0;
    const answers = [];
    for (const raw of [slow, late, slow]) answers.push((await server.hand(raw, { to })).slice(0, 9));
    server.app.gateway.reader.patience = 20_000;

    assert.deepEqual(answers, ['451 4.3.0', '451 4.3.0', '554 5.6.0']);
    assert.equal(await server.hand(late, { to }), '250 2.0.0 OK');
  });
});
