import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode, encode, formatConversation, formatNarrow, parseHash } from '../../src/client/store/routes.ts';
import { formatSearch, parseSearch, type SearchNames } from '../../src/client/text/search-text.ts';

const names: SearchNames & { home(): string } = {
  findChannel: (name) => (name === 'big river' ? 7 : undefined),
  channelName: (id) => (id === 7 ? 'big river' : undefined),
  findUser: (name) => (name === 'Ada' || name === 'ada@example.com' ? 3 : undefined),
  userName: (id) => (id === 3 ? 'Ada' : undefined),
  home: () => '#recent',
};

describe('an address', () => {
  it('says a topic as other clients do', () => {
    const options = { near: 12, channelName: () => 'big river' };

    const hash = formatConversation({ type: 'topic', stream_id: 7, topic: 'v2.5 (beta)?' }, options);

    assert.equal(hash, '#narrow/channel/7-big-river/topic/v2.2E5.20.28beta.29.3F/near/12');
    assert.deepEqual(parseHash(hash, names), {
      page: 'messages',
      narrow: [
        { operator: 'channel', operand: 7 },
        { operator: 'topic', operand: 'v2.5 (beta)?' },
      ],
      near: 12,
    });
  });

  it('keeps every character of a topic', () => {
    for (const text of ['', '100 %', 'a/b#c', '.%2E.', 'ö 😀', '(())', "it's"])
      assert.equal(decode(encode(text)), text);
  });

  it('says direct conversations by the ids of people', () => {
    const hash = formatConversation({ type: 'direct', user_ids: [9, 3] });

    assert.equal(hash, '#narrow/dm/3,9-group');
    assert.deepEqual(parseHash(hash, names), { page: 'messages', narrow: [{ operator: 'dm', operand: [3, 9] }] });
  });

  it('of nothing is where the user begins, of everything the feed', () => {
    assert.deepEqual(parseHash('', names), { page: 'recent' });
    assert.deepEqual(parseHash(formatNarrow([]), names), { page: 'messages', narrow: [] });
  });

  it('is understood in its older forms, and refused where it means nothing', () => {
    assert.deepEqual(parseHash('#narrow/stream/big.20river', names), {
      page: 'messages',
      narrow: [{ operator: 'channel', operand: 7 }],
    });
    assert.deepEqual(parseHash('#streams/7', names), { page: 'channels', stream_id: 7 });
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.deepEqual(parseHash(`#${name}`, names), { page: 'unknown', hash: `#${name}` });
      assert.deepEqual(parseHash(`#narrow/${name}/x`, names), {
        page: 'messages',
        narrow: [{ operator: name, operand: 'x' }],
      });
    }
    for (const hash of ['#narrow//x', '#user/x', '#what', '#narrow/%'])
      assert.doesNotThrow(() => parseHash(hash, names));
    assert.equal(parseHash('#what', names).page, 'unknown');
  });
});

describe('a link to messages', () => {
  const river = { operator: 'channel', operand: 7 };
  const topic = { operator: 'topic', operand: 'high water' };
  const links: readonly [kind: string, hash: string, narrow: readonly object[], near?: number][] = [
    ['a channel', '#narrow/channel/7-big-river', [river]],
    ['a channel, by its id alone', '#narrow/channel/7', [river]],
    ['a channel, by its name of long ago', '#narrow/channel/7-old-name', [river]],
    ['a topic', '#narrow/channel/7-big-river/topic/high.20water', [river, topic]],
    ['a topic, as programs that know no dots write it', '#narrow/channel/7/topic/high%20water', [river, topic]],
    ['the topic without a name', '#narrow/channel/7/topic/', [river, { operator: 'topic', operand: '' }]],
    ['a message', '#narrow/channel/7-big-river/topic/high.20water/near/12', [river, topic], 12],
    ['a message among all', '#narrow/near/12', [], 12],
    ['one person', '#narrow/dm/3-Ada', [{ operator: 'dm', operand: [3] }]],
    ['a group', '#narrow/dm/3,9-group', [{ operator: 'dm', operand: [3, 9] }]],
    ['a group, as phones write it', '#narrow/dm/3,9-dm/near/12', [{ operator: 'dm', operand: [3, 9] }], 12],
    ['all with somebody', '#narrow/dm-including/3-Ada', [{ operator: 'dm-including', operand: 3 }]],
    ['all of somebody', '#narrow/sender/3-Ada', [{ operator: 'sender', operand: 3 }]],
    ['mentions of somebody', '#narrow/mentions/3-Ada', [{ operator: 'mentions', operand: 3 }]],
    ['starred messages', '#narrow/is/starred', [{ operator: 'is', operand: 'starred' }]],
    ['mentions', '#narrow/is/mentioned', [{ operator: 'is', operand: 'mentioned' }]],
    ['all but some', '#narrow/-is/resolved', [{ operator: 'is', operand: 'resolved', negated: true }]],
    ['messages with files', '#narrow/has/attachment', [{ operator: 'has', operand: 'attachment' }]],
    ['all channels', '#narrow/channels/public', [{ operator: 'channels', operand: 'public' }]],
    ['one by its number', '#narrow/id/12', [{ operator: 'id', operand: '12' }]],
    ['a search', '#narrow/channel/7/search/a.20.25.20b', [river, { operator: 'search', operand: 'a % b' }]],
    ['a channel, of older clients', '#narrow/stream/7-big-river', [river]],
    ['a channel by name, of the oldest', '#narrow/stream/big.20river', [river]],
    ['a topic, of older mails', '#narrow/stream/7-big-river/subject/high.20water/near/12', [river, topic], 12],
    ['one person, of older clients', '#narrow/pm-with/3-ada', [{ operator: 'dm', operand: [3] }]],
    ['a group, of older clients', '#narrow/pm-with/3,9-pm', [{ operator: 'dm', operand: [3, 9] }]],
    ['one person, by address', '#narrow/pm-with/ada.40example.2Ecom', [{ operator: 'dm', operand: [3] }]],
    ['somebody unknown', '#narrow/pm-with/eve.40example.2Ecom', [{ operator: 'dm', operand: 'eve@example.com' }]],
    ['groups with somebody', '#narrow/group-pm-with/3-ada', [{ operator: 'group-pm-with', operand: 3 }]],
    ['all of somebody, by address', '#narrow/from/ada.40example.2Ecom', [{ operator: 'sender', operand: 3 }]],
    ['all channels, of older clients', '#narrow/streams/public', [{ operator: 'channels', operand: 'public' }]],
    ['everything, of older clients', '#all_messages', []],
  ];

  it('lead to a message, wherever it was moved', () => {
    const route = parseHash('#narrow/channel/7/topic/high.20water/with/12', names);
    assert.deepEqual(route, { page: 'messages', narrow: [river, topic], near: 12 });
  });

  for (const [kind, hash, narrow, near] of links)
    it(`leads to ${kind}`, () => {
      assert.deepEqual(parseHash(hash, names), { page: 'messages', narrow, ...(near === undefined ? {} : { near }) });
    });
});

describe('the address of a section', () => {
  it('names a page, what it shows, and one of the things in it', () => {
    const routes = ['#channels/7/general/subscribers', '#channels/new', '#settings/profile', '#groups/3/boatmen'];

    assert.deepEqual(
      routes.map((hash) => parseHash(hash, names)),
      [
        { page: 'channels', stream_id: 7, section: 'subscribers' },
        { page: 'new-channel' },
        { page: 'settings', section: 'profile' },
        { page: 'organization', section: 'groups', id: 3 },
      ],
    );
  });
});

describe('a search', () => {
  it('is read with operators, negation and quotes, and written the same way', () => {
    const text = 'channel:"big river" topic:"two words" -is:dm sender:Ada';

    const narrow = parseSearch(`${text} high  water`, names);

    assert.deepEqual(narrow, [
      { operator: 'channel', operand: 7 },
      { operator: 'topic', operand: 'two words' },
      { operator: 'is', operand: 'dm', negated: true },
      { operator: 'sender', operand: 3 },
      { operator: 'search', operand: 'high water' },
    ]);
    assert.equal(formatSearch(narrow, names), `${text} high water`);
  });

  it('leaves what is no operator to the words', () => {
    assert.deepEqual(parseSearch('https://example.com "exact words" 12:30', names), [
      { operator: 'search', operand: 'https://example.com "exact words" 12:30' },
    ]);
  });
});
