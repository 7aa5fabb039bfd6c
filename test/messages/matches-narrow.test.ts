import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const path = '/messages/matches_narrow';

describe('GET /messages/matches_narrow', () => {
  it('gives content and topic of those messages that match, by id', async (t) => {
    const server = await startServer(t);
    const { alice } = server.users;
    await send(server.as('bob'), { to: 'general', topic: 'a < b', content: '*see* https://example.com/x' });
    await send(server.as('bob'), { to: 'general', content: 'no link' });
    await send(server.as('bob'), { type: 'direct', to: [alice.id], content: 'https://example.com/y' });
    await send(server.as('bob'), { to: 'general', topic: '', content: 'https://example.com/z' });
    const narrow = [{ operator: 'has', operand: 'link' }];
    const link = (end: string) => `<a href="https://example.com/${end}">https://example.com/${end}</a>`;

    const { status, body } = await server.as('alice').get(path, { msg_ids: [4, 3, 2, 1, 4711], narrow });

    assert.equal(status, 200);
    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      messages: {
        1: { match_content: `<p><em>see</em> ${link('x')}</p>`, match_subject: 'a &lt; b' },
        3: { match_content: `<p>${link('y')}</p>`, match_subject: '' },
        4: { match_content: `<p>${link('z')}</p>`, match_subject: 'general chat' },
      },
    });
  });

  it('marks what is searched for in text and topic', async (t) => {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general', topic: 'soup & more', content: '[soup](https://example.com/soup)' });
    await send(server.as('bob'), { to: 'general', topic: 'salad', content: 'salad' });

    const { body } = await server.as('alice').get(path, { msg_ids: [1, 2], narrow: [['search', 'soup']] });

    const marked = '<span class="highlight">soup</span>';
    assert.deepEqual(body.messages, {
      1: {
        match_content: `<p><a href="https://example.com/soup">${marked}</a></p>`,
        match_subject: `${marked} &amp; more`,
      },
    });
  });

  it('tells nothing of messages that one may not read', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    const hidden = await send(server.as('alice'), { to: 'secret', content: 'hidden' });
    const direct = await send(server.as('alice'), { type: 'direct', to: [server.users.alice.id], content: 'note' });
    const matching = async (narrow: unknown) => {
      const { body } = await server.as('bob').get(path, { msg_ids: [hidden, direct], narrow });
      return body.messages;
    };

    assert.deepEqual(await matching([]), {});
    assert.deepEqual(await matching([['sender', 'alice@example.com']]), {});
    assert.deepEqual(await matching([{ operator: 'is', operand: 'starred', negated: true }]), {});
    assert.deepEqual(await matching([['channels', 'public']]), {});
  });

  it('says what is wrong with a request', async (t) => {
    const server = await startServer(t);
    const missing = (var_name: string) =>
      badRequest(`Missing '${var_name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', var_name });
    const desc = 'unknown operator colour';
    const cases: [object, object][] = [
      [{ narrow: [] }, missing('msg_ids')],
      [{ msg_ids: [1] }, missing('narrow')],
      [{ msg_ids: ['x'], narrow: [] }, badRequest('msg_ids[0] is not an integer')],
      [{ msg_ids: Array.from({ length: 5001 }, (_, id) => id), narrow: [] }, badRequest('msg_ids is too long')],
      [{ msg_ids: [1], narrow: [3] }, badRequest('Invalid narrow[0]: Value error, dict or list required')],
      [
        { msg_ids: [1], narrow: [['colour', 'red']] },
        badRequest(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc }),
      ],
    ];

    for (const [values, expected] of cases) {
      const { status, body } = await server.as('alice').post(path, { ...values, method: 'GET' });
      assert.deepEqual([status, body], [400, expected]);
    }
  });
});

describe('GET /messages with a search', () => {
  it('has match_content and match_subject, which nothing else has', async (t) => {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general', topic: 'soups', content: 'a *soup*' });
    const match = async (narrow: unknown, values: object = {}) => {
      const { body } = await server.as('alice').get('/messages', { message_ids: [1], narrow, ...values });
      const { match_content, match_subject, flags } = body.messages[0];
      return { match_content, match_subject, flags };
    };

    const expected = {
      match_content: '<p>a <em><span class="highlight">soup</span></em></p>',
      match_subject: '<span class="highlight">soups</span>',
      flags: [],
    };
    assert.deepEqual(await match([['search', 'soup']]), expected);
    assert.deepEqual(await match([['search', 'soup']], { apply_markdown: false }), expected);
    const without = { match_content: undefined, match_subject: undefined, flags: [] };
    assert.deepEqual(await match([['topic', 'soups']]), without);
    assert.deepEqual(await match([]), without);
    assert.deepEqual(await match([{ operator: 'search', operand: 'salad', negated: true }]), without);
  });
});
