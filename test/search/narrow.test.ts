import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const everything = { anchor: 'newest', num_before: 100, num_after: 0 };

/** The contents of the messages that a narrow gives. */
async function contents(server: TestServer, name: CastName, narrow: unknown): Promise<string[]> {
  const { status, body } = await server.as(name).get('/messages', { ...everything, narrow, apply_markdown: false });
  assert.equal(status, 200, JSON.stringify(body));
  return body.messages.map(({ content }: { content: string }) => content);
}

describe('GET /messages with a narrow', () => {
  async function startFilled(t: Parameters<typeof startServer>[0]): Promise<TestServer> {
    const server = await startServer(t);
    const { alice, bob, guest } = server.users;
    await send(server.as('alice'), { to: 'general', content: 'lunch 1' });
    await send(server.as('bob'), { to: 'general', topic: 'Tea', content: 'tea 2' });
    await send(server.as('bob'), { to: 'general', topic: '', content: 'empty 3' });
    await send(server.as('bob'), { type: 'direct', to: [alice.id], content: 'dm 4' });
    await send(server.as('alice'), { type: 'direct', to: [bob.id, guest.id], content: 'group 5' });
    await send(server.as('alice'), { type: 'direct', to: [alice.id], content: 'note 6' });
    return server;
  }

  it('has operands of at most 100,000 characters together, in every form', async (t) => {
    const server = await startFilled(t);
    const { bob } = server.users;
    const ask = async (narrow: unknown) => {
      const range = { anchor: 'newest', num_before: 9, num_after: 0, op: 'add', flag: 'starred' };
      const { body } = await server.as('alice').post('/messages/flags/narrow', { ...range, narrow });
      return body.result === 'success' ? 'found' : body.msg;
    };
    const fitting = 'bob@example.com,'.repeat(6250).slice(0, -1);
    const forms = [
      [{ operator: 'dm', operand: `${fitting},${bob.email}` }],
      [{ operator: 'dm', operand: Array(50_001).fill(bob.id) }],
      [['dm', `${fitting},${bob.email}`]],
      Array(51).fill({ operator: 'topic', operand: 'x'.repeat(2000) }),
    ];

    assert.equal(await ask([['dm', fitting]]), 'found');
    for (const narrow of forms) assert.equal(await ask(narrow), 'narrow is too long');
  });

  it('knows each operator by all its names, in both forms', async (t) => {
    const server = await startFilled(t);
    const { alice, bob, guest } = server.users;
    const inGeneral = ['lunch 1', 'tea 2', 'empty 3'];
    const cases: [unknown, string[]][] = [
      [[{ operator: 'channel', operand: 'general' }], inGeneral],
      [[{ operator: 'stream', operand: 'GENERAL' }], inGeneral],
      [[{ operator: 'channel', operand: 1 }], inGeneral],
      [[['stream', 'general']], inGeneral],
      [[['channel', '1']], inGeneral],
      [[{ operator: 'channels', operand: 'public' }], inGeneral],
      [[['streams', 'public']], inGeneral],
      [[{ operator: 'topic', operand: 'tea' }], ['tea 2']],
      [[['topic', ' TEA ']], ['tea 2']],
      [[['topic', '']], ['empty 3']],
      [[['topic', 'general chat']], ['empty 3']],
      [[{ operator: 'topic', operand: '(no topic)' }], []],
      [[{ operator: 'dm', operand: [bob.id] }], ['dm 4']],
      [[{ operator: 'dm', operand: bob.id }], ['dm 4']],
      [[['pm-with', 'bob@example.com']], ['dm 4']],
      [[['pm_with', 'bob@example.com, guest@example.com']], ['group 5']],
      [[{ operator: 'dm', operand: [alice.id, bob.id, guest.id] }], ['group 5']],
      [[{ operator: 'dm', operand: [alice.id] }], ['note 6']],
      [[{ operator: 'dm', operand: [guest.id] }], []],
      [[{ operator: 'sender', operand: bob.id }], ['tea 2', 'empty 3', 'dm 4']],
      [[['sender', 'bob@example.com']], ['tea 2', 'empty 3', 'dm 4']],
      [[{ operator: 'dm-including', operand: bob.id }], ['dm 4', 'group 5']],
      [[['dm-including', 'guest@example.com']], ['group 5']],
      [[{ operator: 'dm-including', operand: alice.id }], ['dm 4', 'group 5', 'note 6']],
      [[['group-pm-with', 'bob@example.com']], ['group 5']],
      [[{ operator: 'group_pm_with', operand: alice.id }], ['group 5']],
      [[['channels', 'web-public']], []],
      [[{ operator: 'id', operand: 4 }], ['dm 4']],
      [[['id', '2']], ['tea 2']],
      [[{ operator: 'id', operand: 4711 }], []],
      [[['is', 'dm']], ['dm 4', 'group 5', 'note 6']],
      [[['is', 'private']], ['dm 4', 'group 5', 'note 6']],
      [[['in', 'all']], [...inGeneral, 'dm 4', 'group 5', 'note 6']],
      [[['near', '4']], [...inGeneral, 'dm 4', 'group 5', 'note 6']],
      [[{ operator: 'near', operand: 4, negated: true }], [...inGeneral, 'dm 4', 'group 5', 'note 6']],
      [[], [...inGeneral, 'dm 4', 'group 5', 'note 6']],
    ];

    for (const [narrow, expected] of cases) {
      assert.deepEqual(await contents(server, 'alice', narrow), expected, JSON.stringify(narrow));
    }
  });

  it('joins terms and turns them round', async (t) => {
    const server = await startFilled(t);
    const not = (operator: string, operand: unknown) => ({ operator, operand, negated: true });
    const cases: [unknown, string[]][] = [
      [
        [
          ['channel', 'general'],
          ['topic', 'tea'],
        ],
        ['tea 2'],
      ],
      [
        [
          ['channel', 'general'],
          ['sender', 'bob@example.com'],
        ],
        ['tea 2', 'empty 3'],
      ],
      [
        [['channel', 'general'], not('topic', 'tea')],
        ['lunch 1', 'empty 3'],
      ],
      [
        [['channel', 'general'], not('topic', 'never used')],
        ['lunch 1', 'tea 2', 'empty 3'],
      ],
      [
        [not('is', 'dm'), ['sender', 'bob@example.com']],
        ['tea 2', 'empty 3'],
      ],
      [[not('channel', 'general')], ['dm 4', 'group 5', 'note 6']],
      [[['is', 'dm'], not('sender', 'alice@example.com')], ['dm 4']],
      [[['channel', 'general'], not('channel', 'general'), ['topic', 'tea']], []],
      [[not('topic', 'tea')], ['lunch 1', 'empty 3', 'dm 4', 'group 5', 'note 6']],
    ];

    for (const [narrow, expected] of cases) {
      assert.deepEqual(await contents(server, 'alice', narrow), expected, JSON.stringify(narrow));
    }
  });

  it('takes digits as a name first and as an id second', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), '1');
    await send(server.as('alice'), { to: '"1"', content: 'in the channel called 1' });
    await send(server.as('alice'), { to: 'general', content: 'in the channel with the id 1' });

    const byText = await contents(server, 'alice', [
      ['channel', '1'],
      ['topic', 'lunch'],
    ]);
    const byNumber = await contents(server, 'alice', [{ operator: 'channel', operand: 1 }]);

    assert.deepEqual(byText, ['in the channel called 1']);
    assert.deepEqual(byNumber, ['in the channel with the id 1']);
  });

  it('says what is wrong with a term', async (t) => {
    const server = await startServer(t);
    await send(server.as('alice'), { to: 'general' });
    const bad = (desc: string) => badRequest(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc });
    const both = bad('No message can be both a channel message and direct message');
    const cases: [unknown, object][] = [
      [[['colour', 'red']], bad('unknown operator colour')],
      [[['constructor', 'x']], bad('unknown operator constructor')],
      [[['channel', 'nowhere']], bad('unknown channel nowhere')],
      [[{ operator: 'channel', operand: 77 }], bad('unknown channel 77')],
      [[{ operator: 'channel', operand: [1] }], badRequest('operand is not a string or integer')],
      [[['channels', 'private']], bad('unknown channels operand private')],
      [[['has', 'poll']], bad("unknown 'has' operand poll")],
      [[['has', 'constructor']], bad("unknown 'has' operand constructor")],
      [[{ operator: 'is', operand: ['dm'] }], badRequest('operand is not a string')],
      [[['in', 'heaven']], bad("unknown 'in' operand heaven")],
      [[['mentions', 'nobody@example.com']], bad('unknown user nobody@example.com')],
      [[{ operator: 'dm-including', operand: 4711 }], bad('unknown user 4711')],
      [[['group-pm-with', '']], bad('unknown user ')],
      [[['with', 'x']], bad("Invalid 'with' operator")],
      [[{ operator: 'with', operand: 4711 }], bad("Invalid 'with' operator")],
      [[{ operator: 'with', operand: 1, negated: true }], bad("Invalid 'with' operator")],
      [
        [
          ['with', '1'],
          ['with', '1'],
        ],
        badRequest("Invalid narrow operator combination: Duplicate 'with' operators.", {
          code: 'BAD_NARROW',
          desc: "Duplicate 'with' operators.",
        }),
      ],
      [[['sender', 'nobody@example.com']], bad('unknown user nobody@example.com')],
      [[{ operator: 'dm', operand: [4711] }], bad('unknown user in [4711]')],
      [[['dm', 'bob@example.com,x']], bad('unknown user in bob@example.com,x')],
      [[{ operator: 'dm', operand: ['bob@example.com'] }], badRequest('operand is not a string or an integer list')],
      [[['search', ' ']], badRequest('operand cannot be blank.')],
      [[{ operator: 'dm', operand: [] }], bad('empty dm clause')],
      [[['is', 'funny']], bad("unknown 'is' operand funny")],
      [[['id', 'x']], bad('Invalid message ID')],
      [[{ operator: 'id', operand: -1 }], bad('Invalid message ID')],
      [[{ operator: 'topic', operand: 3 }], badRequest('operand is not a string')],
      [
        [
          ['channel', 'general'],
          ['is', 'dm'],
        ],
        both,
      ],
      [
        [
          ['topic', 'tea'],
          ['dm', 'bob@example.com'],
        ],
        both,
      ],
      [
        [
          ['channels', 'public'],
          ['pm-with', 'bob@example.com'],
        ],
        both,
      ],
      [
        [
          ['channel', 'general'],
          ['dm-including', 'bob@example.com'],
        ],
        both,
      ],
      [
        [
          ['topic', 'tea'],
          ['group-pm-with', 'bob@example.com'],
        ],
        both,
      ],
      [[{ operator: 'id', operand: 1, negated: 'yes' }], badRequest('narrow[0]["negated"] is not a boolean')],
      [[{ operator: 1, operand: 'x' }], badRequest('narrow[0]["operator"] is not a string')],
      [[{ operand: 'x' }], badRequest('Invalid narrow[0]: Value error, operator is missing')],
      [[{}], badRequest('Invalid narrow[0]: Value error, operand is missing')],
      [[['id', '1'], { operator: 'id' }], badRequest('Invalid narrow[1]: Value error, operand is missing')],
      [[['channel']], badRequest('Invalid narrow[0]: Value error, element is not a string pair')],
      [[['id', 3]], badRequest('Invalid narrow[0]: Value error, element is not a string pair')],
      [[3], badRequest('Invalid narrow[0]: Value error, dict or list required')],
      [{}, badRequest('narrow is not a list')],
      ['[', badRequest('narrow is not valid JSON')],
    ];

    for (const [narrow, expected] of cases) {
      const { status, body } = await server.as('alice').get('/messages', { ...everything, narrow });
      assert.deepEqual([status, body], [400, expected]);
    }
  });

  it('reads null as no narrow and as no list of ids', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: 'general' });

    const { body } = await server.as('alice').get('/messages', { ...everything, narrow: 'null', message_ids: 'null' });

    assert.equal(body.messages.at(-1).id, id);
  });

  it('answers for a channel one may not see as for none', async (t) => {
    const server = await startServer(t);
    const id = await subscribe(server.as('alice'), 'secret', { invite_only: true });

    for (const operand of ['secret', id]) {
      const narrow = [{ operator: 'channel', operand }];
      const { body } = await server.as('bob').get('/messages', { ...everything, narrow });
      const desc = `unknown channel ${operand}`;
      assert.deepEqual(body, badRequest(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc }));
    }
  });
});

describe('GET /messages with a narrow of what messages are to their reader', () => {
  it('knows what is starred, unread, mentioned, alerted, followed, muted and resolved', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    await alice.post('/users/me/alert_words', { alert_words: ['soup'] });
    for (const content of ['plain', '@**Alice Member**', '@**all**', '@_**Alice Member** soup', '@**Bob Member**']) {
      await send(server.as('bob'), { to: 'general', content });
    }
    await send(server.as('bob'), { to: 'general', topic: '✔ tea', content: 'resolved' });
    await send(server.as('bob'), { to: 'general', topic: 'noise', content: 'muted' });
    await send(server.as('bob'), { to: 'general', topic: 'news', content: 'followed' });
    await alice.post('/messages/flags', { messages: [1, 3], op: 'add', flag: 'starred' });
    await alice.post('/messages/flags', { messages: [1, 2, 3, 4, 5, 6], op: 'add', flag: 'read' });
    await alice.post('/user_topics', { stream_id: 1, topic: 'Noise', visibility_policy: 1 });
    await alice.post('/user_topics', { stream_id: 1, topic: 'News', visibility_policy: 3 });
    // A mention makes one follow a topic.
    await alice.post('/user_topics', { stream_id: 1, topic: 'lunch', visibility_policy: 0 });
    const all = ['plain', '@**Alice Member**', '@**all**', '@_**Alice Member** soup', '@**Bob Member**'];
    const cases: [unknown, string[]][] = [
      [[['is', 'starred']], ['plain', '@**all**']],
      [[['is', 'unread']], ['muted', 'followed']],
      [[['is', 'mentioned']], ['@**Alice Member**', '@**all**']],
      [[['is', 'alerted']], ['@_**Alice Member** soup']],
      [[['is', 'followed']], ['followed']],
      [[['is', 'muted']], ['muted']],
      [[['is', 'resolved']], ['resolved']],
      [[['in', 'home']], [...all, 'resolved', 'followed']],
      [[['mentions', 'alice@example.com']], ['@**Alice Member**']],
      [[{ operator: 'mentions', operand: server.users.bob.id }], ['@**Bob Member**']],
    ];

    for (const [narrow, expected] of cases) {
      assert.deepEqual(await contents(server, 'alice', narrow), expected, JSON.stringify(narrow));
    }
  });

  it('knows what messages have', async (t) => {
    const server = await startServer(t);
    const { users } = server;
    const upload = `/user_uploads/${users.alice.id}/ab/soup.png`;
    const written = ['plain', 'https://example.com/page', 'https://example.com/soup.jpg', `[soup](${upload})`, 'heart'];
    for (const content of written) await send(server.as('bob'), { to: 'general', content });
    for (const name of ['alice', 'bob'] as const) {
      await server.as(name).post('/messages/5/reactions', { emoji_name: 'heart' });
    }

    assert.deepEqual(await contents(server, 'alice', [['has', 'link']]), written.slice(1, 4));
    assert.deepEqual(await contents(server, 'alice', [['has', 'image']]), written.slice(2, 4));
    assert.deepEqual(await contents(server, 'alice', [['has', 'attachment']]), written.slice(3, 4));
    assert.deepEqual(await contents(server, 'alice', [['has', 'reaction']]), ['heart']);
  });

  it('mutes the channel where several are looked at, and not where it is named', async (t) => {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general', content: 'noise' });
    await send(server.as('bob'), { to: 'general', topic: 'news', content: 'news' });
    const alice = server.as('alice');
    await alice.post('/user_topics', { stream_id: 1, topic: 'news', visibility_policy: 2 });
    const subscription_data = [{ stream_id: 1, property: 'is_muted', value: true }];
    await alice.post('/users/me/subscriptions/properties', { subscription_data });

    assert.deepEqual(await contents(server, 'alice', [['in', 'home']]), ['news']);
    assert.deepEqual(await contents(server, 'alice', [['is', 'muted']]), ['noise']);
    const inGeneral = (term: [string, string]) => contents(server, 'alice', [['channel', 'general'], term]);
    assert.deepEqual(await inGeneral(['in', 'home']), ['noise', 'news']);
    assert.deepEqual(await inGeneral(['is', 'muted']), []);
  });

  it('finds mentions of those who do not receive the message, and forgets those an edit takes back', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'others');
    const id = await send(server.as('alice'), { to: 'others', content: '@**Bob Member**' });
    const mentioning = (name: string) => [
      ['channel', 'others'],
      ['mentions', `${name}@example.com`],
    ];

    const before = await contents(server, 'admin', mentioning('bob'));
    await server.as('alice').patch(`/messages/${id}`, { content: '@**Gus Guest**' });
    const after = await contents(server, 'admin', mentioning('bob'));
    const other = await contents(server, 'admin', mentioning('guest'));

    assert.deepEqual(before, ['@**Bob Member**']);
    assert.deepEqual(after, []);
    assert.deepEqual(other, ['@**Gus Guest**']);
  });

  it('shows what was starred in the history, as long as that may be read', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'others');
    const id = await send(server.as('alice'), { to: 'others', content: '@**all** before' });
    await server.as('bob').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    const both = [
      ['is', 'mentioned'],
      ['is', 'starred'],
    ];

    const open = await contents(server, 'bob', [['is', 'starred']]);
    const mentioned = await contents(server, 'bob', both);
    server.db.run("UPDATE channels SET invite_only = 1 WHERE name = 'others'");
    const closed = await contents(server, 'bob', [['is', 'starred']]);

    assert.deepEqual(open, ['@**all** before']);
    assert.deepEqual(mentioned, []);
    assert.deepEqual(closed, []);
  });
});

describe('GET /messages with a narrow to where a message is', () => {
  const withMessage = (id: number) => ({ operator: 'with', operand: id });

  it('gives the conversation the message is in now, whatever conversation was named', async (t) => {
    const server = await startServer(t);
    const { bob } = server.users;
    const first = await send(server.as('alice'), { to: 'general', topic: 'lunch', content: 'first' });
    await send(server.as('alice'), { to: 'general', topic: 'dinner', content: 'second' });
    await send(server.as('alice'), { to: 'general', topic: 'lunch', content: 'third' });
    const direct = await send(server.as('alice'), { type: 'direct', to: [bob.id], content: 'direct' });
    await server.as('alice').patch(`/messages/${first}`, {
      topic: 'dinner',
      propagate_mode: 'change_one',
      send_notification_to_new_thread: false,
    });
    const inLunch = [
      ['channel', 'general'],
      ['topic', 'lunch'],
    ];
    const notSecond = { operator: 'id', operand: 2, negated: true };

    assert.deepEqual(await contents(server, 'bob', [withMessage(first)]), ['first', 'second']);
    assert.deepEqual(await contents(server, 'bob', [...inLunch, withMessage(first)]), ['first', 'second']);
    assert.deepEqual(await contents(server, 'bob', [['with', String(first)], notSecond]), ['first']);
    assert.deepEqual(await contents(server, 'bob', [...inLunch, withMessage(direct)]), ['direct']);
    assert.deepEqual(await contents(server, 'bob', [['dm', 'guest@example.com'], withMessage(direct)]), ['direct']);
  });

  it('gives the conversation that is named where the message may not be read', async (t) => {
    const server = await startServer(t);
    const hidden = await send(server.as('alice'), { type: 'direct', to: [server.users.alice.id], content: 'hidden' });
    await send(server.as('alice'), { to: 'general', topic: 'lunch', content: 'lunch' });
    await send(server.as('bob'), { type: 'direct', to: [server.users.bob.id], content: 'note' });
    const inLunch = [
      ['channel', 'general'],
      ['topic', 'lunch'],
    ];

    assert.deepEqual(await contents(server, 'bob', [...inLunch, withMessage(hidden)]), ['lunch']);
    assert.deepEqual(await contents(server, 'bob', [['dm', 'bob@example.com'], withMessage(hidden)]), ['note']);
    for (const narrow of [[withMessage(hidden)], [['topic', 'lunch'], withMessage(hidden)]]) {
      const { body } = await server.as('bob').get('/messages', { ...everything, narrow });
      const desc = "Invalid 'with' operator";
      assert.deepEqual(body, badRequest(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc }));
    }
  });
});

describe('GET /messages and what was written before one came', () => {
  async function startWithChannels(t: Parameters<typeof startServer>[0]): Promise<TestServer> {
    const server = await startServer(t);
    const alice = server.as('alice');
    const principals = [server.users.alice.id];
    await subscribe(alice, 'open', { principals });
    await subscribe(alice, 'shared', { principals, invite_only: true, history_public_to_subscribers: true });
    await subscribe(alice, 'protected', { principals, invite_only: true });
    for (const to of ['open', 'shared', 'protected']) await send(alice, { to, topic: 'x', content: `${to} before` });
    return server;
  }

  const inTopic = (channel: string) => [
    ['channel', channel],
    ['topic', 'x'],
  ];

  it('shows public and shared history to newcomers, and protected history to nobody', async (t) => {
    const server = await startWithChannels(t);
    const principals = [server.users.bob.id, server.users.guest.id];
    for (const name of ['open', 'shared', 'protected']) {
      await subscribe(server.as('alice'), name, { principals, send_new_subscription_messages: false });
      await send(server.as('alice'), { to: name, topic: 'x', content: `${name} after` });
    }

    for (const name of ['bob', 'guest'] as const) {
      assert.deepEqual(await contents(server, name, inTopic('open')), ['open before', 'open after']);
      assert.deepEqual(await contents(server, name, inTopic('shared')), ['shared before', 'shared after']);
      assert.deepEqual(await contents(server, name, inTopic('protected')), ['protected after']);
      const feed = (await contents(server, name, [])).filter((content) => / (before|after)$/.test(content));
      assert.deepEqual(feed, ['open after', 'shared after', 'protected after']);
    }
  });

  it('shows public history to members who never subscribed, marked as historical', async (t) => {
    const server = await startWithChannels(t);

    const { body } = await server.as('bob').get('/messages', { ...everything, narrow: inTopic('open') });

    assert.deepEqual(
      body.messages.map(({ flags }: { flags: string[] }) => flags),
      [['read', 'historical']],
    );
    assert.deepEqual(await contents(server, 'bob', [['sender', 'alice@example.com']]), []);
  });

  it('hides public channels from guests who are not in them', async (t) => {
    const server = await startWithChannels(t);

    const { body } = await server.as('guest').get('/messages', { ...everything, narrow: inTopic('open') });
    const everywhere = await contents(server, 'guest', [
      ['channels', 'public'],
      ['topic', 'x'],
    ]);

    assert.equal(body.code, 'BAD_NARROW');
    assert.deepEqual(everywhere, []);
  });

  it('takes a private channel away from those who leave it, and gives their part back when they return', async (t) => {
    const server = await startWithChannels(t);
    const principals = [server.users.bob.id];
    const quietly = { principals, send_new_subscription_messages: false };
    const bob = server.as('bob');
    await subscribe(server.as('alice'), 'protected', quietly);
    await send(server.as('alice'), { to: 'protected', topic: 'x', content: 'with bob' });
    await bob.delete('/users/me/subscriptions', { subscriptions: ['protected'] });
    await send(server.as('alice'), { to: 'protected', topic: 'x', content: 'without bob' });

    const away = await bob.get('/messages', { ...everything, narrow: inTopic('protected') });
    const feed = await contents(server, 'bob', []);
    await subscribe(server.as('alice'), 'protected', quietly);
    const back = await contents(server, 'bob', inTopic('protected'));

    assert.equal(away.body.code, 'BAD_NARROW');
    assert.deepEqual(feed, []);
    assert.deepEqual(back, ['with bob']);
  });

  it('excludes a channel that one lost, by its id, and refuses its name and a channel that one never had', async (t) => {
    const server = await startWithChannels(t);
    const [bob, principals] = [server.as('bob'), [server.users.bob.id]];
    const quietly = { principals, send_new_subscription_messages: false };
    const lost = await subscribe(server.as('alice'), 'shared', quietly);
    await send(bob, { type: 'direct', to: principals, content: 'note' });
    await send(bob, { to: 'shared', topic: 'x', content: 'there' });
    await bob.delete('/users/me/subscriptions', { subscriptions: ['shared'] });
    const ask = (operand: unknown, negated: boolean, more: object[] = []) =>
      bob.get('/messages', { ...everything, narrow: [{ operator: 'channel', operand, negated }, ...more] });

    for (const operand of [lost, String(lost)]) {
      const { status, body } = await ask(operand, true, [{ operator: 'sender', operand: server.users.bob.id }]);
      assert.deepEqual([status, body.messages?.map((one: { content: string }) => one.content)], [200, ['<p>note</p>']]);
      assert.equal((await ask(operand, false)).body.code, 'BAD_NARROW');
    }
    const hidden = server.db.value<number>("SELECT id FROM channels WHERE name = 'protected'");
    for (const operand of ['shared', 'protected', hidden, 'nope', 987654, '']) {
      assert.equal((await ask(operand, true)).body.code, 'BAD_NARROW', String(operand));
    }
  });

  it('shows the names of a private channel to administrators, not its messages', async (t) => {
    const server = await startWithChannels(t);

    assert.deepEqual(await contents(server, 'admin', inTopic('shared')), []);
    assert.deepEqual(await contents(server, 'admin', inTopic('protected')), []);
  });

  it("shows nobody others' direct messages", async (t) => {
    const server = await startServer(t);
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'between us' });

    for (const narrow of [[], [['is', 'dm']], [['sender', 'alice@example.com']], [['id', '1']]]) {
      assert.deepEqual(await contents(server, 'owner', narrow), []);
    }
    assert.deepEqual(await contents(server, 'bob', [['id', '1']]), ['between us']);
  });
});
