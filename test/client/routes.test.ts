import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode, encode, formatConversation, formatNarrow, parseHash } from '../../src/client/routes.ts';
import { formatSearch, parseSearch, type SearchNames } from '../../src/client/search-text.ts';

const names: SearchNames & { home(): string } = {
  findChannel: (name) => (name === 'big river' ? 7 : undefined),
  channelName: (id) => (id === 7 ? 'big river' : undefined),
  findUser: (name) => (name === 'Ada' ? 3 : undefined),
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
    for (const hash of ['#narrow//x', '#user/x', '#what', '#narrow/%'])
      assert.doesNotThrow(() => parseHash(hash, names));
    assert.equal(parseHash('#what', names).page, 'unknown');
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
