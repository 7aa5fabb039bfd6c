import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { excerpt, integer, list, text } from '../../src/http/params.ts';
import { startServer } from '../support/server.ts';

describe('a value that an error quotes', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const excerptOfDeep = `${'['.repeat(100)}`;

  it('is quoted as it is when it is short', () => {
    assert.deepEqual(['later', 1.5, null, [{ a: 'b' }]].map(excerpt), ['later', '1.5', 'null', '[{"a":"b"}]']);
  });

  it('is cut off when it is long, between two characters', () => {
    assert.equal(excerpt(`x${'🙂'.repeat(100)}`), `x${'🙂'.repeat(49)}\ufffd`);
    assert.equal(excerpt(Array.from({ length: 1000 }, (_, index) => index)).length, 100);
  });

  it('may be nested as deeply as a request can hold', async (t) => {
    const server = await startServer(t);
    const send = (method: string, path: string, body: string) => {
      const headers = { 'Content-Type': 'application/json' };
      return server.as('owner').send(method, path, { headers, body });
    };
    const flags = '"flag":"read","op":"add","anchor":"newest","num_before":1,"num_after":1';

    const setting = await send('PATCH', '/realm', `{"message_retention_days":${deep}}`);
    const narrow = await send(
      'POST',
      '/messages/flags/narrow',
      `{${flags},"narrow":[{"operator":"channel","operand":${deep}}]}`,
    );

    assert.deepEqual(
      [setting, narrow].map(({ status, body }) => [status, body.msg]),
      [
        [400, `Bad value for 'message_retention_days': ${excerptOfDeep}`],
        [400, 'operand is not a string or integer'],
      ],
    );
  });
});

describe('a long text that no answer needs', () => {
  const long = '&🙂'.repeat(100_000);
  const asJson = (body: object) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const flags = { messages: [1], op: 'add' };
  const refused: [string, string, object][] = [
    ['DELETE', '/users/me/subscriptions', { subscriptions: [long] }],
    ['DELETE', '/events', { queue_id: long }],
    ['POST', '/messages/flags', { ...flags, flag: long }],
    ['POST', '/messages', { type: 'channel', to: 'general', topic: 'a', content: 'b', queue_id: 'c', local_id: long }],
    ['POST', '/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'a', [long]: 1 }] }],
    [
      'POST',
      '/messages/flags/narrow',
      { ...flags, flag: 'read', anchor: '0', num_before: 0, num_after: 0, narrow: [{ operator: long, operand: 'a' }] },
    ],
  ];
  for (const [method, path, body] of refused) {
    it(`is not repeated whole by the refusal of ${method} ${path}`, async (t) => {
      const answer = await (await startServer(t)).as('alice').send(method, path, asJson(body));

      assert.ok(answer.status >= 400 && answer.status < 500, JSON.stringify(answer.body).slice(0, 200));
      assert.ok(JSON.stringify(answer.body).length < 8000);
    });
  }

  it('is cut off among the ignored parameters', async (t) => {
    const { body } = await (await startServer(t))
      .as('alice')
      .send('POST', '/typing', asJson({ to: [5], op: 'start', [long]: 1 }));

    assert.deepEqual(body.ignored_parameters_unsupported, [`${'&🙂'.repeat(333)}&`]);
  });
});

describe('a text', () => {
  it('is too short, rather than blank, if it has something', () => {
    const read = (value: string) => text({ min: 3 }).read(value, 'name');

    assert.equal(read('abc'), 'abc');
    assert.throws(() => read('ab'), { message: 'name is too short' });
    assert.throws(() => read(''), { message: 'name cannot be blank' });
  });
});

describe('a list', () => {
  it('has at most so many elements as it may, and never more than can be read at once', () => {
    const read = (length: number, max?: number) =>
      list(integer(), max ? { max } : {}).read(new Array(length).fill(7), 'ids');

    assert.deepEqual([read(2, 2).length, read(100_000).length], [2, 100_000]);
    assert.throws(() => read(3, 2), { message: 'ids is too long' });
    assert.throws(() => read(100_001), { message: 'ids is too long' });
  });
});
