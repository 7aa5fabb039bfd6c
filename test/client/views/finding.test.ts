import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { complete } from '../../../src/client/compose/completions.ts';
import { operators, suggestSearch } from '../../../src/client/pages/search-suggestions.ts';
import { findIn, indexOf } from '../../../src/client/text/matching.ts';
import { type Completion, fold, rank } from '../../../src/client/text/ranking.ts';
import { foreign, spellings } from '../../support/spellings.ts';
import { channelState, createClient, userState } from './fake-client.ts';

const option = (label: string): Completion => ({ key: label, label, text: label });
const labelsOf = (found: readonly Completion[]) => found.map(({ label }) => label);

const topics = (...names: string[]) => ({ topics: names.map((name, index) => ({ name, max_id: 100 - index })) });

/** A client that knows channels and users, and has fetched the topics of the first channel. */
async function scene(state: object = {}) {
  const { client, calls } = createClient({
    state: {
      ...channelState('river', 'river bank', 'kitchen'),
      ...userState('Ada Bergström', 'Bob Adams', 'João Silva', 'Zed'),
      ...{ realm_emoji: {}, ...state },
    },
    answers: { 'GET /users/me/1/topics': topics('boats', 'boat repairs', '', 'ducks') },
  });
  client.topics.in(1);
  await new Promise(setImmediate);
  return { client, calls };
}

describe('names', () => {
  it('come in the order of how well they match', () => {
    const names = ['sand castle', 'Andes', 'and', 'banded', 'the andes', 'none'];

    assert.deepEqual(labelsOf(rank(names.map(option), 'and')), ['and', 'Andes', 'the andes', 'sand castle', 'banded']);
  });

  it('match without case and accents, and in words after hyphens and underscores', () => {
    const names = ['João', 'São Paulo', 'release-notes', 'ops_on_call'];
    const find = (written: string) => labelsOf(rank(names.map(option), written));

    assert.deepEqual(
      [find('joao'), find('SAO'), find('NOTES'), find('on')],
      [['João'], ['São Paulo'], ['release-notes'], ['ops_on_call']],
    );
    assert.equal(fold('Ærø Ångström'), 'aero angstrom');
  });

  it('match as they are written without the letters of other keyboards', () => {
    const names = ['Łukasz', 'Ayşe Işık', 'İpek', 'Jürgen Groß', 'Élodie', 'Đorđe', 'أحمد', 'ＡＢＣ'];
    const find = (written: string) => labelsOf(rank(names.map(option), written));

    assert.deepEqual(
      ['lukasz', 'ŁU', 'isik', 'IŞIK', 'ipek', 'gross', 'GROSS', 'elo', 'dorde', 'احمد', 'abc'].map(find),
      [
        ...[['Łukasz'], ['Łukasz'], ['Ayşe Işık'], ['Ayşe Işık'], ['İpek'], ['Jürgen Groß'], ['Jürgen Groß']],
        ...[['Élodie'], ['Đorđe'], ['أحمد'], ['ＡＢＣ']],
      ],
    );
    assert.deepEqual(
      findIn(indexOf([{ label: 'Wrocław' }, { label: 'Warszawa' }]), 'wroclaw', 5).map(({ label }) => label),
      ['Wrocław'],
    );
  });

  it('match however their letters are composed or replaced, as messages are found', () => {
    const names = Object.values(spellings).map(([name]) => name);
    const index = indexOf(names.map((label) => ({ label })));

    for (const [name, ...wishes] of Object.values(spellings))
      for (const wish of wishes) {
        assert.deepEqual(labelsOf(rank(names.map(option), wish)), [name], wish);
        assert.deepEqual(
          findIn(index, wish, 5).map(({ label }) => label),
          [name],
          wish,
        );
      }
    for (const wish of foreign) assert.deepEqual(labelsOf(rank(names.map(option), wish)), [], wish);
  });

  it('match the first parts of a syllable of Hangul, as it is typed', () => {
    assert.deepEqual(labelsOf(rank(['김민수', '박서준'].map(option), '기')), ['김민수']);
  });

  it('keep their order if they match equally', () => {
    assert.deepEqual(labelsOf(rank(['b1', 'b3', 'b2'].map(option), 'b')), ['b1', 'b3', 'b2']);
    assert.deepEqual(labelsOf(rank(['b', 'a'].map(option), '')), ['b', 'a']);
  });

  it('are matched by another text than the shown one, if it is given', () => {
    const options = [{ ...option('#ada'), text: 'x' }, option('#bob')];

    assert.deepEqual(labelsOf(rank(options, 'bob', ({ label }) => label.slice(1))), ['#bob']);
  });
});

describe('completions', () => {
  it('begin at a mark, and replace what was written', async () => {
    const { client } = await scene();

    const found = complete(client, 'Hello @ada');

    assert.equal(found?.length, 4);
    assert.deepEqual(
      found?.options.map(({ text }) => text),
      ['@**Ada Bergström** ', '@**Bob Adams** '],
    );
  });

  it('offer nothing inside words and addresses', async () => {
    const { client } = await scene();

    for (const before of ['mail@ada', 'a#river', 'it:smile', '', 'plain words', '# ', '@ ada'])
      assert.equal(complete(client, before), undefined, before);
  });

  it('mention silently, by groups, and everybody', async () => {
    const group = { id: 30, name: 'adults', description: '', is_system_group: false, deactivated: false };
    const hidden = [
      { ...group, id: 31, name: 'administrators', is_system_group: true },
      { ...group, id: 32, name: 'adepts', deactivated: true },
    ];
    const { client } = await scene({ realm_user_groups: [group, ...hidden] });
    const texts = (before: string) => complete(client, before)?.options.map(({ text }) => text);

    assert.deepEqual(texts('@_zed'), ['@_**Zed** ']);
    assert.deepEqual(texts('@adu'), ['@*adults* ']);
    assert.deepEqual(texts('@adm'), undefined);
    assert.deepEqual(texts('@adep'), undefined);
    assert.deepEqual(texts('@all'), ['@**all** ']);
    assert.deepEqual(texts('@**top'), ['@**topic** ']);
  });

  it('name people of one name by their id too', async () => {
    const { client } = await scene(userState('Ada', 'Ada', 'Adam'));

    const texts = complete(client, '@ada')?.options.map(({ text }) => text);

    assert.deepEqual(texts, ['@**Ada|11** ', '@**Ada|12** ', '@**Adam** ']);
  });

  it('go from a channel to its topics', async () => {
    const { client } = await scene();
    const labels = (before: string) => labelsOf(complete(client, before)?.options ?? []);

    assert.deepEqual(labels('see #riv'), ['#river', '#river bank']);
    assert.deepEqual(complete(client, '#kit')?.options[0]?.text, '#**kitchen>');
    assert.deepEqual(labels('#**river>'), ['#river', 'boats', 'boat repairs', 'general chat', 'ducks']);
    assert.deepEqual(labels('#**river>boat'), ['boats', 'boat repairs']);
    assert.deepEqual(complete(client, '#**river>duc')?.options[0]?.text, '#**river>ducks** ');
    assert.deepEqual(labels('#**unknown>'), []);
  });

  it('end a channel by a space only while its topics are not being named', async () => {
    const { client } = await scene();

    const [whole] = complete(client, '#**river>')?.options ?? [];

    assert.deepEqual([whole?.isEndedBySpace, whole?.text], [true, '#**river** ']);
  });

  it('leave out archived channels', async () => {
    const { streams } = channelState('river', 'riverside');
    const { client } = await scene({ streams: streams.map((one, at) => ({ ...one, is_archived: at === 1 })) });

    assert.deepEqual(labelsOf(complete(client, '#riv')?.options ?? []), ['#river']);
  });

  it('are eight at most', async () => {
    const { client } = await scene(userState(...Array.from({ length: 20 }, (_, index) => `Adam ${index}`)));

    assert.equal(complete(client, '@ada')?.options.length, 8);
  });
});

describe('suggestions of a search', () => {
  it('are operators that begin so', async () => {
    const { client } = await scene();

    assert.deepEqual(labelsOf(suggestSearch(client, 'has:')), [
      'has:link',
      'has:image',
      'has:attachment',
      'has:reaction',
    ]);
    assert.deepEqual(labelsOf(suggestSearch(client, 'ha')).slice(0, 2), ['has:link', 'has:image']);
    assert.equal(suggestSearch(client, 'is:unr')[0]?.text, 'is:unread ');
    assert.equal(suggestSearch(client, 'chan')[0]?.text, 'channel:');
    assert.equal(suggestSearch(client, '').length, 10);
    assert.ok(operators().length > 10);
  });

  it('are people and channels by a word of their names', async () => {
    const { client } = await scene();

    const texts = suggestSearch(client, 'words ada').map(({ text }) => text);

    assert.deepEqual(texts, ['sender:"Ada Bergström" ', 'sender:"Bob Adams" ']);
    assert.deepEqual(labelsOf(suggestSearch(client, 'kit')), ['channel:kitchen']);
    assert.deepEqual(
      suggestSearch(client, 'k').map(({ text }) => text),
      [],
    );
  });

  it('are names after an operator, in quotes if they have spaces', async () => {
    const { client } = await scene();
    const texts = (written: string) => suggestSearch(client, written).map(({ text }) => text);

    assert.deepEqual(texts('channel:riv'), ['channel:river ', 'channel:"river bank" ']);
    assert.deepEqual(texts('-channel:kit'), ['-channel:kitchen ']);
    assert.deepEqual(texts('channel:"river b'), ['channel:"river bank" ']);
    assert.deepEqual(texts('sender:m')[0], 'sender:me ');
    assert.deepEqual(texts('dm:zed'), ['dm:Zed ']);
  });

  it('are the topics of the channel before', async () => {
    const { client } = await scene();
    const texts = (written: string) => suggestSearch(client, written).map(({ text }) => text);

    assert.deepEqual(texts('channel:river topic:boat'), ['topic:boats ', 'topic:"boat repairs" ']);
    assert.deepEqual(texts('topic:boat'), []);
    assert.deepEqual(texts('channel:unknown topic:boat'), []);
  });
});
