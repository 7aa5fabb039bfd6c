import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProfileField, User } from '../../../src/client/api/types.ts';
import { channelState, createClient } from './fake-client.ts';
import './page.ts';

const choices = await import('../../../src/client/forms/choices.ts');
const privacy = await import('../../../src/client/channels/privacy.ts');
const controls = await import('../../../src/client/channels/channel-controls.ts');
const profile = await import('../../../src/client/store/profile-values.ts');
const { countCharacters, isTooLong } = await import('../../../src/client/text/message-length.ts');
const { listFacts } = await import('../../../src/client/people/facts.ts');

const user = (user_id: number, full_name: string, fields: object = {}) => ({ user_id, full_name, ...fields });
const group = (id: number, name: string, members: number[], direct_subgroup_ids: number[] = [], more: object = {}) => ({
  ...{ id, name, members, direct_subgroup_ids, deactivated: false },
  ...more,
});

const people = {
  realm_users: [user(12, 'Zoe'), user(11, 'Ada', { delivery_email: 'ada@x' }), user(13, 'Robot', { is_bot: true })],
  realm_user_groups: [
    group(30, 'crew', [11, 99]),
    group(31, 'role:members', [], [30, 32]),
    group(32, 'loop', [12], [31]),
    group(33, 'gone', [12], [], { deactivated: true }),
  ],
};

describe('choices of people and groups', () => {
  it('are listed by name, with what tells them apart', () => {
    const { client } = createClient({ state: people });

    assert.deepEqual(
      choices.listPeople(client, ({ is_bot }) => !is_bot),
      [
        { key: 'user 11', label: 'Ada', user_id: 11, detail: 'ada@x' },
        { key: 'user 12', label: 'Zoe', user_id: 12 },
      ],
    );
    assert.deepEqual(
      choices.listGroups(client).map(({ key, label, detail }) => [key, label, detail]),
      [
        ['group 30', 'crew', '2 · Group'],
        ['group 31', 'Members', 'Group'],
        ['group 32', 'loop', 'Group'],
      ],
    );
  });

  it('become the set that the server has, and back', () => {
    const set = { direct_members: [11, 3], direct_subgroups: [30] };

    assert.deepEqual(choices.setOf(choices.keysOf(set)), set);
    assert.deepEqual(choices.setOf(['group 3', 'channel 4', 'user 33']), {
      direct_members: [33],
      direct_subgroups: [3],
    });
    assert.deepEqual(choices.idsOf(['user 1', 'channel 4'], 'channel'), [4]);
  });

  it('are told in words', () => {
    const { client } = createClient({ state: people });

    assert.equal(
      choices.describeSet(client, { direct_members: [12], direct_subgroups: [31, 30] }),
      'crew, Members, Zoe',
    );
    assert.equal(choices.describeSet(client, { direct_members: [], direct_subgroups: [] }), 'Nobody');
  });

  it('contain the active members of groups in groups, each once', () => {
    const { client } = createClient({ state: people });

    assert.deepEqual(choices.peopleIn(client, { direct_members: [12, 98], direct_subgroups: [31, 77] }), [12, 11]);
  });

  it('contain the members of a deactivated group in an active one, as for the server', () => {
    const { client } = createClient({
      state: {
        ...people,
        user_id: 12,
        realm_user_groups: [...people.realm_user_groups, group(34, 'fleet', [11], [33])],
      },
    });

    assert.deepEqual(choices.peopleIn(client, { direct_members: [], direct_subgroups: [34] }), [11, 12]);
    assert.equal(client.store.isInGroup(34), true);
  });

  it('of channels leave out those in the archive', () => {
    const { streams } = channelState('river', 'lake', 'bay');
    for (const channel of streams) if (channel.name === 'bay') channel.is_archived = true;
    const { client } = createClient({ state: { streams } });

    assert.deepEqual(
      choices.listChannels(client).map(({ key, label }) => [key, label]),
      [
        ['channel 2', '#lake'],
        ['channel 1', '#river'],
      ],
    );
  });
});

describe('the privacy of a channel', () => {
  it('is one of four, and each is what it was set to', () => {
    for (const one of ['web', 'public', 'shared', 'private'] as const)
      assert.equal(privacy.privacyOf(privacy.factsOf(one)), one);
    assert.deepEqual(privacy.factsOf('private'), {
      ...{ invite_only: true, is_web_public: false, history_public_to_subscribers: false },
    });
  });

  it('can be what the user may set, and what it is', () => {
    const [yes, no] = [
      { direct_members: [9], direct_subgroups: [] },
      { direct_members: [8], direct_subgroups: [] },
    ];
    const offered = (state: object, present?: Parameters<typeof privacy.privacyControl>[1]) => {
      const control = privacy.privacyControl(createClient({ state }).client, present);
      return control.kind === 'choice' && control.options.map(({ value }) => value);
    };
    const may = (open: object, hidden: object, web: object) => ({
      realm_can_create_public_channel_group: open,
      realm_can_create_private_channel_group: hidden,
      realm_can_create_web_public_channel_group: web,
    });
    const access = { realm_enable_spectator_access: true };

    assert.deepEqual(offered({ ...may(yes, yes, yes), ...access }), ['public', 'shared', 'private', 'web']);
    assert.deepEqual(offered(may(yes, yes, yes)), ['public', 'shared', 'private']);
    assert.deepEqual(offered({ ...may(no, yes, no), ...access }), ['shared', 'private']);
    assert.deepEqual(offered(may(no, no, no), 'private'), ['private']);
  });
});

describe('the controls of a channel', () => {
  it('say how long messages are kept, in the words of the server', () => {
    const sent = (value: number | null) =>
      controls.retentionParams({ message_retention_days: value }).message_retention_days;

    assert.deepEqual([sent(-1), sent(null), sent(30)], ['unlimited', 'realm_default', 30]);
    assert.deepEqual([-1, null, 1, 30].map(controls.describeRetention), [
      ...['forever', 'as in other channels', 'for one day', 'for 30 days'],
    ]);
  });

  it('offer open folders in their order, and none', () => {
    const folder = (id: number, order: number, is_archived = false) => ({ id, name: `F${id}`, order, is_archived });
    const { client } = createClient({ state: { channel_folders: [folder(1, 2), folder(2, 0, true), folder(3, 1)] } });

    assert.deepEqual(controls.folderControl(client), {
      kind: 'choice',
      options: [
        { value: null, label: 'None' },
        { value: 3, label: 'F3' },
        { value: 1, label: 'F1' },
      ],
    });
  });
});

describe('profile fields', () => {
  const field = (id: number, type: number, field_data = '') => ({ id, type, field_data }) as ProfileField;

  it('have options in their order, and none without data', () => {
    const data = { a: { text: 'Last', order: '10' }, b: { text: 'First', order: '2' } };

    assert.deepEqual(profile.optionsOf(field(1, profile.fieldTypes.select, JSON.stringify(data))), [
      { key: 'b', text: 'First' },
      { key: 'a', text: 'Last' },
    ]);
    assert.deepEqual(profile.optionsOf(field(1, profile.fieldTypes.select)), []);
  });

  it('have a text or a list of users, empty where nothing is set', () => {
    const ada = { profile_data: { 1: { value: 'tea' }, 2: { value: '[11,12]' } } } as unknown as User;
    const { long, users } = profile.fieldTypes;

    assert.equal(profile.profileValueOf(ada, field(1, long)), 'tea');
    assert.deepEqual(profile.profileValueOf(ada, field(2, users)), [11, 12]);
    assert.deepEqual(profile.profileValueOf(ada, field(3, users)), []);
    assert.equal(profile.profileValueOf(undefined, field(1, long)), '');
  });
});

describe('facts about a user', () => {
  const ada = { user_id: 11, role: 200, is_bot: false, timezone: '', date_joined: '2026-01-05T09:00:00Z' };
  const names = (fields: object) =>
    listFacts(createClient({ state: people }).client, { ...ada, ...fields } as User).map(([name]) => name);

  it('leave out what is not known', () => {
    assert.deepEqual(names({}), ['Role', 'Joined']);
    assert.deepEqual(names({ timezone: 'Nowhere/Nothing', delivery_email: null }), ['Role', 'Joined']);
    assert.deepEqual(names({ timezone: 'Europe/Oslo', delivery_email: 'ada@x' }), [
      ...['Role', 'E-mail', 'Local time', 'Joined'],
    ]);
  });

  it('name the role, and the owner of a bot', () => {
    const facts = (fields: object) => listFacts(createClient({ state: people }).client, { ...ada, ...fields } as User);

    assert.deepEqual(facts({})[0], ['Role', 'Administrator']);
    assert.deepEqual(facts({ is_bot: true, bot_owner_id: 12 }).slice(0, 2), [
      ['Role', 'Bot'],
      ['Owner', 'Zoe'],
    ]);
  });
});

describe('the length of a message', () => {
  it('is counted in characters, without spaces around it', () => {
    assert.deepEqual([isTooLong(' abc\n', 3), isTooLong('abcd', 3)], [false, true]);
    assert.deepEqual([isTooLong('🌊🌊🌊', 3), isTooLong('🌊🌊🌊🌊', 3)], [false, true]);
    assert.equal(countCharacters('🌊🌊🌊🌊', 3), 4);
  });
});
