import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { type Conversation, ensureTopic } from '../../src/conversations/conversation.ts';
import { markSentAsRead } from '../../src/conversations/read-state.ts';
import { listUnread } from '../../src/conversations/unread-messages.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import { findPage } from '../../src/search/page.ts';
import { finish } from '../../src/search/steps.ts';
import type { Term } from '../../src/search/term.ts';
import type { Values } from '../support/client.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { plansOf } from '../support/statements.ts';

const newest = 10_000_000_000_000_000;

async function startWithMessages(t: Parameters<typeof startServer>[0], count: number): Promise<TestServer> {
  const server = await startServer(t);
  for (let index = 0; index < count; index++) {
    await send(server.as('bob'), { to: 'general', content: `number ${index + 1}` });
    server.clock.advance(3600);
  }
  return server;
}

/** A page without its envelope, with ids in place of messages. */
async function page(server: TestServer, values: Values) {
  const { status, body } = await server.as('alice').get('/messages', values);
  assert.equal(status, 200, JSON.stringify(body));
  const { result: _, msg: __, messages, ...rest } = body;
  return { ...rest, ids: messages.map(({ id }: { id: number }) => id) };
}

describe('GET /messages around an anchor', () => {
  it('gives the messages on both sides and says what it reached', async (t) => {
    const server = await startWithMessages(t, 5);
    const range = (anchor: unknown, num_before: number, num_after: number, more: Values = {}) =>
      page(server, { anchor, num_before, num_after, ...more });
    const found = (
      anchor: number,
      ids: number[],
      found_oldest: boolean,
      found_anchor: boolean,
      found_newest: boolean,
    ) => {
      return { anchor, ids, found_oldest, found_anchor, found_newest, history_limited: false };
    };
    const without = { include_anchor: false };

    assert.deepEqual(await range(3, 1, 1), found(3, [2, 3, 4], false, true, false));
    assert.deepEqual(await range(3, 2, 2), found(3, [1, 2, 3, 4, 5], true, true, true));
    assert.deepEqual(await range(3, 0, 0), found(3, [3], false, true, false));
    assert.deepEqual(await range(3, 2, 0, without), found(3, [1, 2], true, false, false));
    assert.deepEqual(await range(3, 0, 2, without), found(3, [4, 5], false, false, true));
    assert.deepEqual(await range('newest', 2, 0), found(newest, [4, 5], false, false, true));
    assert.deepEqual(await range('"newest"', 2, 0), found(newest, [4, 5], false, false, true));
    assert.deepEqual(await range('oldest', 0, 2), found(0, [1, 2], true, false, false));
    assert.deepEqual(await range(4711, 1, 1), found(4711, [5], false, false, true));
    assert.deepEqual(await range(-4, 1, 1), found(0, [1], true, false, false));
    assert.deepEqual(await range('99999999999999999999', 1, 1), found(newest, [5], false, false, true));
  });

  it('does not reach an end whose message is the anchor and left out', async (t) => {
    const server = await startWithMessages(t, 3);
    const ends = async (anchor: number, num_before: number, num_after: number) => {
      const { ids, ...rest } = await page(server, { anchor, num_before, num_after, include_anchor: false });
      return [ids, rest.found_oldest, rest.found_newest];
    };

    assert.deepEqual(await ends(1, 0, 2), [[2, 3], false, true]);
    assert.deepEqual(await ends(3, 2, 0), [[1, 2], true, false]);
    assert.deepEqual(await ends(0, 0, 3), [[1, 2, 3], true, true]);
    assert.deepEqual(await ends(4, 3, 0), [[1, 2, 3], true, true]);
  });

  it('starts at the first unread message, else at the newest', async (t) => {
    const server = await startWithMessages(t, 3);
    const { alice } = server.users;
    const [conversation] = server.db.all<never>('SELECT * FROM conversations');

    const first = await page(server, { anchor: 'first_unread', num_before: 0, num_after: 0 });
    server.db.transaction(() => markSentAsRead(server.db, alice.id, conversation as never, 1, null));
    const second = await page(server, { use_first_unread_anchor: true, anchor: 'oldest', num_before: 0, num_after: 0 });
    server.db.transaction(() => markSentAsRead(server.db, alice.id, conversation as never, 3, 1));
    const none = await page(server, { anchor: 'first_unread', num_before: 1, num_after: 0, narrow: [['id', '1']] });

    assert.deepEqual([first.anchor, first.ids], [1, [1]]);
    assert.deepEqual([second.anchor, second.ids], [2, [2]]);
    assert.deepEqual([none.anchor, none.ids], [newest, [1]]);
  });

  it('passes over unread messages of muted channels, unless the channel is named', async (t) => {
    const server = await startWithMessages(t, 1);
    await subscribe(server.as('alice'), 'quiet', { principals: [server.users.alice.id, server.users.bob.id] });
    const heard = await send(server.as('bob'), { to: 'quiet', content: 'heard' });
    server.db.run('UPDATE subscriptions SET is_muted = 1 WHERE channel_id = 1');

    const feed = await page(server, { anchor: 'first_unread', num_before: 0, num_after: 0 });
    const named = await page(server, {
      anchor: 'first_unread',
      num_before: 0,
      num_after: 0,
      narrow: [['channel', 'general']],
    });

    assert.ok(feed.anchor > 1 && feed.anchor <= heard);
    assert.equal(named.anchor, 1);
  });

  it('starts at a date, with or without time and zone', async (t) => {
    const server = await startWithMessages(t, 4);
    const at = async (anchor_date: string) =>
      (await page(server, { anchor: 'date', anchor_date, num_before: 0, num_after: 0 })).anchor;

    assert.equal(await at('2026-01-05'), 1);
    assert.equal(await at('2026-01-05T09:00:00Z'), 1);
    assert.equal(await at('2026-01-05T09:00:01Z'), 2);
    assert.equal(await at('2026-01-05T10:00'), 2);
    assert.equal(await at('2026-01-05 11:00:00'), 3);
    assert.equal(await at('2026-01-05T12:00:00+01:00'), 3);
    assert.equal(await at('2026-01-05T06:30:00-05:30'), 4);
    assert.equal(await at('"2026-01-05T10:30:00.5Z"'), 3);
    assert.equal(await at('2026-01-06'), newest);
  });

  it('counts a date among the messages of the narrow', async (t) => {
    const server = await startWithMessages(t, 2);
    await send(server.as('bob'), { to: 'general', topic: 'other', content: 'later' });

    const found = await page(server, {
      anchor: 'date',
      anchor_date: '2026-01-05',
      num_before: 0,
      num_after: 0,
      narrow: [['topic', 'other']],
    });

    assert.equal(found.anchor, 3);
  });

  for (const [anchor_date, first] of [
    ['0001-01-01', 1],
    ['0001-01-01T00:00Z', 1],
    ['2024-02-29', 1],
    ['9999-12-31', newest],
    ['9999-12-31T23:59:59.9Z', newest],
  ] as const) {
    it(`takes the date ${anchor_date}`, async (t) => {
      const server = await startWithMessages(t, 1);

      const { anchor } = await page(server, { anchor: 'date', anchor_date, num_before: 0, num_after: 0 });

      assert.equal(anchor, first);
    });
  }

  for (const anchor_date of [
    '0000-01-01',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00+00:01',
    '9999-12-31T23:59-00:01',
    '2026-01-05T24:00',
    '2026-01-05T10:60',
    '2026-01-05T10:00:60Z',
    '2026-01-05T10:00+24:00',
    '2026-01-05T10:00+05:60',
    '2026-00-05',
    '2026-13-05',
    '2025-02-29',
    '+002026-01-05',
  ]) {
    it(`knows no date ${anchor_date}`, async (t) => {
      const server = await startServer(t);

      const { status, body } = await server
        .as('alice')
        .get('/messages', { anchor: 'date', anchor_date, num_before: 0, num_after: 0 });

      assert.deepEqual([status, body], [400, badRequest('Invalid anchor_date')]);
    });
  }

  it('says what is wrong with a range', async (t) => {
    const server = await startServer(t);
    const missing = (var_name: string) => ({
      result: 'error',
      msg: `Missing '${var_name}' argument`,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name,
    });
    const parameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';
    const combined = badRequest(`Unsupported parameter combination: ${parameters}`, { parameters });
    const tooMany = badRequest('Too many messages requested (maximum 5000).');
    const sides = { num_before: 0, num_after: 0 };
    const cases: [Values, object][] = [
      [{ anchor: 'newest', num_after: 0 }, missing('num_before')],
      [{ anchor: 'newest', num_before: 0 }, missing('num_after')],
      [sides, badRequest("Missing 'anchor' argument.")],
      [{ ...sides, anchor: 'middle' }, badRequest('Invalid anchor')],
      [{ ...sides, anchor: '1.5' }, badRequest('Invalid anchor')],
      [{ ...sides, anchor: 'date' }, badRequest("Missing 'anchor_date' argument")],
      [{ ...sides, anchor: 'date', anchor_date: 'tomorrow' }, badRequest('Invalid anchor_date')],
      [{ ...sides, anchor: 'date', anchor_date: '2026-02-30' }, badRequest('Invalid anchor_date')],
      [{ ...sides, anchor: 1, num_before: -1 }, badRequest('num_before is too small')],
      [{ ...sides, anchor: 1, num_after: 'x' }, badRequest('num_after is not valid JSON')],
      [{ anchor: 1, num_before: 2500, num_after: 2501 }, tooMany],
      [{ message_ids: Array.from({ length: 5001 }, (_, id) => id) }, tooMany],
      [
        { anchor: 1, num_before: 1, num_after: 1, include_anchor: false },
        badRequest('The anchor can only be excluded at an end of the range'),
      ],
      [{ message_ids: [1], anchor: 1 }, combined],
      [{ message_ids: [1], num_before: 1 }, combined],
      [{ message_ids: [1], num_after: 0 }, combined],
      [{ message_ids: [1], include_anchor: true }, combined],
      [{ message_ids: [1], use_first_unread_anchor: false }, combined],
    ];

    for (const [values, expected] of cases) {
      const { status, body } = await server.as('alice').post('/messages', { ...values, method: 'GET' });
      assert.deepEqual([status, body], [400, expected]);
    }
  });

  it('allows 5000 messages, and gives none where there are none', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('alice').get('/messages', { anchor: 'newest', num_before: 5000, num_after: 0 });

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      anchor: newest,
      found_oldest: true,
      found_newest: true,
      found_anchor: false,
      history_limited: false,
      messages: [],
    });
  });
});

describe('GET /messages by ids', () => {
  it('gives those that exist and may be read, ascending, without an anchor', async (t) => {
    const server = await startWithMessages(t, 3);
    await subscribe(server.as('bob'), 'secret', { invite_only: true });
    const hidden = await send(server.as('bob'), { to: 'secret' });

    const found = await page(server, { message_ids: [3, hidden, 1, 4711, 1] });
    const narrowed = await page(server, { message_ids: [3, 1], narrow: [['id', '3']] });

    const rest = { found_anchor: false, found_oldest: false, found_newest: false, history_limited: false };
    assert.deepEqual(found, { ...rest, ids: [1, 3] });
    assert.deepEqual(narrowed, { ...rest, ids: [3] });
  });

  it('takes 5000 long ids in the address', async (t) => {
    const server = await startWithMessages(t, 1);
    const ids = [1, ...Array.from({ length: 4999 }, (_, index) => 12_345_678 + index)];

    const found = await page(server, { message_ids: `[${ids.join(', ')}]` });

    assert.deepEqual(found.ids, [1]);
  });
});

describe('GET /messages in the form a client wants', () => {
  it('turns Markdown, the empty topic and avatars as asked', async (t) => {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general', topic: '', content: '*hi*' });
    const form = async (values: Values) => {
      const { body } = await server.as('alice').get('/messages', { message_ids: [1], ...values });
      const { content, content_type, subject, avatar_url } = body.messages[0];
      return { content, content_type, subject, avatar_url };
    };

    const usual = {
      content: '<p><em>hi</em></p>',
      content_type: 'text/html',
      subject: 'general chat',
      avatar_url: avatarOf(server.users.bob.id),
    };
    assert.deepEqual(await form({}), usual);
    assert.deepEqual(await form({ apply_markdown: false }), {
      ...usual,
      content: '*hi*',
      content_type: 'text/x-markdown',
    });
    assert.deepEqual(await form({ allow_empty_topic_name: true }), { ...usual, subject: '' });
    assert.deepEqual(await form({ client_gravatar: true }), usual);
  });

  it('has the address and an avatar that tell nothing of people who hide their address', async (t) => {
    const server = await startServer(t);
    const { bob } = server.users;
    server.db.run("INSERT INTO user_settings VALUES (?, 'email_address_visibility', '4')", bob.id);
    await send(server.as('bob'), { to: 'general' });

    const { body } = await server.as('alice').get('/messages', { message_ids: [1] });

    const { sender_email, avatar_url } = body.messages[0];
    assert.deepEqual(
      { sender_email, avatar_url },
      { sender_email: `user${bob.id}@chat.example.com`, avatar_url: avatarOf(bob.id) },
    );
  });

  it('knows messages that tell what their sender does', async (t) => {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general', content: '/me waves' });
    await send(server.as('bob'), { to: 'general', content: '/mess' });

    const { body } = await server.as('alice').get('/messages', { message_ids: [1, 2] });

    assert.deepEqual(
      body.messages.map(({ is_me_message }: { is_me_message: boolean }) => is_me_message),
      [true, false],
    );
  });
});

describe('findPage', () => {
  it('finds what is scattered over many places, whatever the anchor', async (t) => {
    const { app, db, users } = await startServer(t);
    const { alice } = users;
    db.transaction(() => {
      const channels = Array.from({ length: 12 }, (_, number) =>
        doCreateChannel(app, undefined, { name: `channel ${number}` }),
      );
      const followed = channels.slice(1);
      for (const channel of followed) doSubscribe(app, channel, [alice]);
      const places = channels.map((channel) => ensureTopic(db, channel.id, 'topic'));
      // Most is said where alice is not.
      for (let id = 1; id <= 4100; id++) {
        const place = places[id % 450 === 0 ? 1 + id / 450 : 0] as Conversation;
        const columns = 'conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content';
        const { id: conversation_id, channel_id } = place;
        db.run(
          `INSERT INTO messages (${columns}, rendered_content, rendered_version) VALUES (?, ?, ?, ?, '', 0, '', '', 1)`,
          ...[conversation_id, channel_id, channel_id, users.bob.id],
        );
      }
    });
    const matching = Array.from({ length: 9 }, (_, index) => (index + 1) * 450);
    const narrow = compileNarrow(app, alice, [{ operator: 'in', operand: 'all', negated: false }]);

    for (let anchor = 1; anchor <= 4100; anchor++) {
      // Where one step of the search ends and the next begins, some 400 ids from the anchor.
      if (Math.min(anchor % 450, 450 - (anchor % 450)) > 55) continue;
      const { ids } = finish(
        findPage(db, alice, narrow, { anchor, include_anchor: true, num_before: 2, num_after: 2 }),
      );

      const before = matching.filter((id) => id < anchor).slice(-2);
      const after = matching.filter((id) => id > anchor).slice(0, 2);
      assert.deepEqual(ids, [...before, ...matching.filter((id) => id === anchor), ...after], `around ${anchor}`);
    }
  });

  it('begins at a date though the clock was set back meanwhile', async (t) => {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general', content: 'at ten' });
    server.clock.advance(-3600);
    await send(server.as('alice'), { to: 'general', content: 'at nine' });
    server.clock.advance(7200);
    await send(server.as('alice'), { to: 'general', content: 'at eleven' });
    const anchor_date = new Date((server.clock.now() - 4000) * 1000).toISOString();
    const range = { anchor: 'date', anchor_date, num_before: 0, num_after: 0 };

    const all = await page(server, range);
    const alices = await page(server, { ...range, narrow: [['sender', 'alice@example.com']] });

    assert.equal(all.anchor, 1);
    assert.equal(alices.anchor, 3);
  });
});

describe('the plans of hot queries', () => {
  const range = { anchor: 1, include_anchor: true, num_before: 100, num_after: 100 };
  const term = (operator: string, operand: unknown, negated = false): Term => ({ operator, operand, negated });

  async function pagePlans(t: Parameters<typeof startServer>[0], terms: Term[]): Promise<string[]> {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general', content: '@**Alice Member** https://example.com' });
    await send(server.as('bob'), { to: 'general', topic: '✔ tea' });
    await send(server.as('bob'), { type: 'direct', to: [server.users.alice.id] });
    const { app, db, users } = server;
    const narrow = compileNarrow(app, users.alice, terms);
    const plans = plansOf(db, () => finish(findPage(db, users.alice, narrow, range)));
    // What lists conversations calls them `m` too.
    return plans.flatMap((lines) =>
      lines.some((line) => /^(CO-ROUTINE|MATERIALIZE) open$/.test(line))
        ? lines.filter((line) => line !== 'SCAN m')
        : lines,
    );
  }

  /** What is looked at of messages. The newest id is the end of the table. */
  function ofMessages(plans: readonly string[]): string[] {
    const lines = plans.filter((line) => /^(SCAN|SEARCH) (m|messages)\b/.test(line));
    return [...new Set(lines)].filter((line) => line !== 'SEARCH messages').sort();
  }

  const byReach = 'rowid>? AND rowid<?';
  const inConversation = `SEARCH m USING COVERING INDEX messages_by_conversation (conversation_id=? AND ${byReach})`;

  it('read the feed by the index of each channel and conversation', async (t) => {
    assert.deepEqual(ofMessages(await pagePlans(t, [])), [
      inConversation,
      `SEARCH m USING COVERING INDEX messages_by_sent_channel (sent_channel_id=? AND ${byReach})`,
    ]);
  });

  it('read a channel by its index', async (t) => {
    assert.deepEqual(ofMessages(await pagePlans(t, [term('channel', 'general')])), [
      `SEARCH m USING COVERING INDEX messages_by_channel (channel_id=? AND ${byReach})`,
    ]);
  });

  it('read a topic by its index', async (t) => {
    const terms = [term('channel', 'general'), term('topic', 'lunch')];

    assert.deepEqual(ofMessages(await pagePlans(t, terms)), [inConversation]);
  });

  it('find what is rare by its own index, and sort nothing', async (t) => {
    const inFlags = 'SEARCH s USING PRIMARY KEY (user_id=? AND flag=? AND message_id>? AND message_id<?)';
    const cases: [Term, string][] = [
      [term('is', 'starred'), inFlags],
      [term('is', 'alerted'), inFlags],
      [
        term('mentions', 'alice@example.com'),
        'SEARCH s USING PRIMARY KEY (user_id=? AND message_id>? AND message_id<?)',
      ],
      [term('sender', 'guest@example.com'), `SEARCH m USING INDEX messages_by_sender (sender_id=? AND ${byReach})`],
      [
        term('dm', 'bob@example.com'),
        `SEARCH m USING INDEX messages_by_conversation (conversation_id=? AND ${byReach})`,
      ],
      [term('has', 'link'), `SEARCH m USING INDEX messages_with_link (id>? AND id<?)`],
      [term('has', 'image'), `SEARCH m USING INDEX messages_with_image (id>? AND id<?)`],
      [term('has', 'attachment'), `SEARCH m USING INDEX messages_with_attachment (id>? AND id<?)`],
      [
        term('has', 'reaction'),
        'SEARCH s USING COVERING INDEX sqlite_autoindex_reactions_1 (message_id>? AND message_id<?)',
      ],
    ];

    for (const [rare, expected] of cases) {
      const plans = await pagePlans(t, [rare]);
      const label = `${JSON.stringify(rare)}\n${plans.join('\n')}`;
      assert.ok(plans.includes(expected), label);
      assert.deepEqual(
        plans.filter((line) => /^SCAN m\b(?! USING)|TEMP B-TREE/.test(line)),
        [],
        label,
      );
    }
  });

  it('find what is in several places by the index of each place', async (t) => {
    const byConversation = 'messages_by_conversation (conversation_id=?';
    const bySentChannel = 'messages_by_sent_channel (sent_channel_id=?';
    const cases: [Term, string][] = [
      [term('is', 'unread'), byConversation],
      [term('is', 'mentioned'), 'messages_mentioning_channel (id>? AND id<?'],
      [term('is', 'followed'), byConversation],
      [term('is', 'resolved'), byConversation],
      [term('is', 'dm'), byConversation],
      [term('topic', 'lunch'), byConversation],
      [term('dm-including', 'bob@example.com'), byConversation],
      [term('channels', 'public'), 'messages_by_channel (channel_id=?'],
      [term('channel', 'general', true), byConversation],
      [term('sender', 'bob@example.com', true), bySentChannel],
    ];

    for (const [one, expected] of cases) {
      const plans = await pagePlans(t, [one]);
      // Of indexes of few messages the rows are counted up to a limit, and the first is read.
      const unbounded = ofMessages(plans).filter(
        (line) => !/\((rowid|id|\w+_id)[>=]|messages_(mentioning|moved)/.test(line),
      );
      const label = `${JSON.stringify(one)}\n${plans.join('\n')}`;
      assert.deepEqual(unbounded, [], label);
      assert.ok(
        plans.some((line) => line.includes(expected) && /(row)?id>\? AND (row)?id<\?/.test(line)),
        label,
      );
    }
  });

  it('find unread messages in the conversations that have some', async (t) => {
    const plans = await pagePlans(t, [term('is', 'unread')]);

    assert.ok(plans.includes('CO-ROUTINE open'), plans.join('\n'));
  });

  it('read unread messages by the index of each conversation', async (t) => {
    const server = await startServer(t);
    await send(server.as('bob'), { to: 'general' });

    const plans = plansOf(server.db, () => listUnread(server.db, server.users.alice.id)).flat();

    assert.deepEqual(
      plans.filter((line) => /^SCAN (?!(open|me|CONSTANT ROW)\b)/.test(line)),
      [],
    );
    assert.ok(plans.some((line) => line.includes('INDEX messages_by_conversation (conversation_id=? AND rowid>?')));
    assert.ok(plans.some((line) => line.includes('INDEX messages_joined (joined_place_id=? AND rowid>?')));
  });
});
