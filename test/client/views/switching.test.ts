import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { computed, signal } from '@preact/signals-core';
import { channelState, createClient, userState } from './fake-client.ts';
import './page.ts';

const { watchTargets } = await import('../../../src/client/dialogs/targets.ts');
const { visitedPlaces } = await import('../../../src/client/device/stored-addresses.ts');

type Begin = NonNullable<Parameters<typeof createClient>[0]>;

const topics = (...names: string[]) => names.map((name, index) => ({ name, max_id: 100 - index }));

/** What a client finds once it has fetched everything. */
async function begin({ state, ...options }: Begin = {}) {
  const { client, gone } = createClient({
    state: {
      ...{ recent_private_conversations: [], muted_users: [], user_topics: [] },
      ...channelState('river', 'kitchen'),
      ...userState('Ada Bergström', 'Bob'),
      ...state,
    },
    answers: {
      'GET /messages': { messages: [], found_oldest: true },
      'GET /users/me/topics': { streams: [{ stream_id: 1, topics: topics('boats', 'river levels', 'old plans') }] },
    },
    ...options,
  });
  const find = watchTargets(client);
  const written = signal('');
  const found = computed(() => find(written.value));
  found.subscribe(() => {});
  for (let count = 0; count < 30; count += 1) await new Promise(setImmediate);
  const list = (text: string) => {
    written.value = text;
    return found.value;
  };
  const labels = (text: string) => list(text).map(({ label }) => label);
  /** The address or the act of the first target. */
  const choose = (text: string) => {
    list(text)[0]?.choose(client);
    return gone.at(-1);
  };
  return { client, list, labels, choose };
}

describe('the places to jump to', () => {
  beforeEach(() => localStorage.removeItem('visited:9'));

  it('are conversations after channels and people', async () => {
    const { list } = await begin();

    assert.deepEqual(
      list('river').map(({ label, detail }) => [label, detail]),
      [
        ['river', 'Channel'],
        ['river levels', '#river'],
        ['boats', '#river'],
        ['old plans', '#river'],
        ['Search messages for “river”', 'Search'],
      ],
    );
  });

  it('are found by words of the topic and its channel together', async () => {
    const { labels } = await begin();

    assert.deepEqual(labels('river boats'), ['boats', 'Search messages for “river boats”']);
  });

  it('are people, pages, settings and commands with their keys', async () => {
    const { choose, list } = await begin({ state: { can_create_streams: true } });

    assert.equal(choose('ada'), '#narrow/dm/11-dm');
    assert.equal(choose('inbo'), '#inbox');
    assert.deepEqual(list('inbox')[0]?.keys, ['I']);
    assert.equal(choose('dark theme'), '#settings/preferences');
    assert.equal(choose('custom emoji'), '#organization/emoji');
    assert.equal(choose('new chan'), '#channels/new');
    assert.deepEqual(list('new direct')[0]?.keys, ['x']);
  });

  it('are no commands that are impossible now', async () => {
    const { labels } = await begin();

    assert.ok(!labels('new channel').includes('New channel'));
    assert.ok(!labels('mute').some((label) => /mute$/i.test(label)));
  });

  it('are commands on the channel and topic that are shown', async () => {
    const narrow = [
      { operator: 'channel', operand: 1 },
      { operator: 'topic', operand: 'boats' },
    ];
    const { list } = await begin({ page: { page: 'messages', narrow } });

    const found = list('mute').map(({ label, detail }) => [label, detail]);

    assert.deepEqual(found.slice(0, 2), [
      ['Mute', 'The topic'],
      ['Mute', 'The channel'],
    ]);
  });

  it('end with the search for the text, which is all if nothing has the name', async () => {
    const { labels, choose } = await begin();

    assert.deepEqual(labels('zeppelin'), ['Search messages for “zeppelin”']);
    assert.equal(choose('zeppelin'), '#narrow/search/zeppelin');
    assert.ok(!labels('').some((label) => label.startsWith('Search messages')));
  });

  it('leave out archived channels', async () => {
    const { streams } = channelState('river', 'kitchen');
    const { labels } = await begin({
      state: { streams: streams.map((one) => ({ ...one, is_archived: one.name === 'kitchen' })) },
    });

    assert.ok(!labels('kitchen').includes('kitchen'));
  });
});

describe('the places where somebody was', () => {
  const visited = visitedPlaces(localStorage, 9);
  beforeEach(() => localStorage.removeItem('visited:9'));

  it('come first, the latest before the others, and are all without a text, except the present one', async () => {
    for (const address of ['#narrow/dm/12-dm', '#narrow/channel/1-river/topic/old.20plans', '#recent', '#inbox'])
      visited.note(address);
    location.hash = '#inbox';
    const { labels } = await begin();

    assert.deepEqual(labels('').slice(0, 3), ['Recent', 'old plans', 'Bob']);
    assert.deepEqual(labels('river').slice(0, 4), ['river', 'river levels', 'old plans', 'boats']);
  });

  it('are left out once they are gone', async () => {
    for (const address of ['#narrow/channel/7-gone', '#narrow/channel/7/topic/gone', '#nowhere', '#recent'])
      visited.note(address);
    const { labels } = await begin();

    assert.deepEqual(labels('').slice(0, 2), ['Recent', 'boats']);
  });

  it('are searches, too', async () => {
    visited.note('#narrow/sender/11/search/heron');
    const { list } = await begin();

    assert.deepEqual(list('')[0]?.label, 'sender:"Ada Bergström" heron');
  });

  it('are thirty of a thousand characters at most, each once, of one user', () => {
    for (let count = 0; count < 40; count += 1) visited.note(`#narrow/search/${count}`);
    visited.note(`#narrow/search/${'x'.repeat(1000)}`);
    visited.note('#narrow/search/39');
    visited.note('#narrow/search/15');

    assert.equal(visited.list().length, 30);
    assert.deepEqual(visited.list().slice(0, 2), ['#narrow/search/15', '#narrow/search/39']);
    assert.deepEqual(visitedPlaces(localStorage, 8).list(), []);
  });

  it('are none if what is stored cannot be read', () => {
    for (const text of ['', '{', '{"a":1}', '[1,null,["#inbox"]]']) {
      localStorage.setItem('visited:9', text);
      assert.deepEqual(visited.list(), [], text);
    }
  });
});

/** An organization of 1,000 people, 300 channels and 5,000 topics. */
describe('in a large organization', () => {
  const areas = ['design', 'backend', 'mobile', 'sales', 'support', 'security', 'finance', 'people', 'data', 'legal'];
  const kinds = ['', '-announce', '-help', '-random', '-planning', '-incidents'];
  const places = ['', '-berlin', '-lagos', '-osaka', '-lima'];
  const channels = areas.flatMap((area) => kinds.flatMap((kind) => places.map((place) => area + kind + place)));
  const givens = ['Ada', 'Álvaro', 'Chen', 'Dmitri', 'Esi', 'Fatima', 'Goran', 'Hana', 'Ines', 'João'];
  const families = [
    'Adeyemi',
    'Bergström',
    'Castillo',
    'Dubois',
    'Eriksen',
    'Fischer',
    'García',
    'Huang',
    'Ito',
    'Jensen',
  ];
  const parts = ['Lima', 'Mora', 'North', 'Okafor', 'Prat', 'Quist', 'Rossi', 'Sato', 'Tamm', 'Unger'];
  const users = givens.flatMap((given) => families.flatMap((one) => parts.map((part) => `${given} ${part} ${one}`)));
  const acts = ['release', 'outage', 'review of', 'budget for', 'question about'];
  const things = ['login page', 'invoice export', 'search index', 'offsite', 'onboarding', 'API keys', 'dashboards'];
  const named = ['Weekly notes', 'Quarterly goals', 'Coffee machine', 'swimming', 'standup'];
  const topicsOf = (channel: number) =>
    Array.from({ length: 17 }, (_, index) => {
      const kind = index % 12;
      const one = named[kind];
      return {
        name: one ?? `${acts[index % 5]} ${things[(channel + index) % 7]} ${channel}.${index}`,
        max_id: 17 * channel + index,
      };
    });

  /** What is written, and the name and place of what it means. */
  const searches: readonly [written: string, label: string, detail?: string][] = [
    ['design', 'design', 'Channel'],
    ['design help', 'design-help', 'Channel'],
    ['design-help', 'design-help', 'Channel'],
    ['#design-help', 'design-help', 'Channel'],
    ['lagos sales', 'sales-lagos', 'Channel'],
    ['secur inc osa', 'security-incidents-osaka', 'Channel'],
    ['backend-p', 'backend-planning', 'Channel'],
    ['LEGAL', 'legal', 'Channel'],
    ['people', 'people', 'Channel'],
    ['ada lima adeyemi', 'Ada Lima Adeyemi', 'Direct messages'],
    ['joao sato jensen', 'João Sato Jensen', 'Direct messages'],
    ['@hana', 'Hana Lima Adeyemi', 'Direct messages'],
    ['bergstrom chen', 'Chen Lima Bergström', 'Direct messages'],
    ['alvaro rossi gar', 'Álvaro Rossi García', 'Direct messages'],
    ['ines ung ito', 'Ines Unger Ito', 'Direct messages'],
    ['mobile-incidents-berlin coffee', 'Coffee machine', '#mobile-incidents-berlin'],
    ['coffee legal-random-lima', 'Coffee machine', '#legal-random-lima'],
    ['swimming', 'swimming', '#legal-incidents-lima'],
    ['weekly sales-help-osaka', 'Weekly notes', '#sales-help-osaka'],
    ['quart goals data-planning-berlin', 'Quarterly goals', '#data-planning-berlin'],
    ['dashboards 150 10', 'release dashboards 150.10', '#support-incidents-lima'],
    ['standup finance', 'standup', '#finance-incidents-lima'],
    ['inbox', 'Inbox'],
    ['recent', 'Recent'],
    ['starred', 'Starred messages'],
    ['drafts', 'Drafts'],
    ['password', 'Account', 'Settings'],
    ['24-hour', 'Preferences', 'Settings'],
    ['linkif', 'Linkifiers', 'Organization'],
    ['keyb', 'Keyboard shortcuts', 'Navigation'],
    ['invite', 'Invite people', 'Other'],
    ['status', 'Set your status', 'Other'],
  ];

  const fastest = (act: () => void) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const start = performance.now();
        act();
        return performance.now() - start;
      }),
    );

  it('the right one is first, within 50 ms of each of thirty searches', async () => {
    const answer = { streams: channels.map((_, index) => ({ stream_id: index + 1, topics: topicsOf(index + 1) })) };
    const { list } = await begin({
      state: { ...channelState(...channels), ...userState(...users) },
      answers: { 'GET /messages': { messages: [], found_oldest: true }, 'GET /users/me/topics': answer },
    });
    assert.deepEqual([channels.length, users.length, 17 * channels.length], [300, 1000, 5100]);
    assert.ok(searches.length >= 30);

    const found = searches.map(([written]) => {
      const [first] = list(written);
      return [written, first?.label, first?.detail];
    });
    const slow = searches.filter(([written]) => fastest(() => list(`${written} `) && list(written)) > 50);

    assert.deepEqual(
      found,
      searches.map(([written, label, detail]) => [written, label, detail]),
    );
    assert.deepEqual(slow, []);
  });
});
