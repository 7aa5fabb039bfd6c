import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const phone = { field_type: 1, name: 'Phone' };
/** A new field as the API shows it, but for its id, place, type and name. */
const plain = { hint: '', field_data: '', required: false, editable_by_user: true, use_for_user_matching: false };
const editors = { vim: { text: 'Vim', order: '1' }, emacs: { text: 'Emacs', order: '2' } };

async function add({ as }: TestServer, values: Values = {}): Promise<number> {
  const { status, body } = await as('admin').post('/realm/profile_fields', { ...phone, ...values });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}

/** All fields, as somebody without any rights gets them. */
async function list({ as }: TestServer): Promise<Record<string, unknown>[]> {
  const { body } = await as('guest').get('/realm/profile_fields');
  assert.deepEqual({ ...body, custom_fields: [] }, { ...ok, custom_fields: [] });
  return body.custom_fields;
}

async function setValue({ as }: TestServer, name: CastName, id: number, value: unknown): Promise<void> {
  const { status, body } = await as(name).patch('/users/me/profile_data', { data: [{ id, value }] });
  assert.equal(status, 200, JSON.stringify(body));
}

async function profileOf({ as, users }: TestServer, name: CastName): Promise<unknown> {
  const options = { include_custom_profile_fields: true };
  return (await as('alice').get(`/users/${users[name].id}`, options)).body.user.profile_data;
}

describe('POST /realm/profile_fields', () => {
  it('adds a field after all others, and tells everyone', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const ears = await listen(server, ['alice', 'guest', 'admin']);

    const { body } = await server.as('owner').post('/realm/profile_fields', {
      field_type: 8,
      name: ' Pronouns ',
      hint: ' How to speak of you ',
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
      use_for_user_matching: true,
      field_data: { nothing: 'of use' },
    });

    const all = [
      { id, type: 1, name: 'Phone', order: 1, ...plain },
      {
        id: id + 1,
        type: 8,
        name: 'Pronouns',
        hint: 'How to speak of you',
        field_data: '',
        order: 2,
        display_in_profile_summary: true,
        required: true,
        editable_by_user: false,
        use_for_user_matching: true,
      },
    ];
    assert.deepEqual(body, { ...ok, id: id + 1 });
    assert.deepEqual(await list(server), all);
    const event = { type: 'custom_profile_fields', fields: all };
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event], admin: [event] });
  });

  it('takes every type there is', async (t) => {
    const server = await startServer(t);
    const data: Values = { 3: editors, 7: { subtype: 'github' } };

    for (const type of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await add(server, { field_type: type, name: `Field ${type}`, field_data: data[type] });
    }

    assert.deepEqual(
      (await list(server)).map(({ type, name }) => [type, name]),
      [1, 2, 3, 4, 5, 6, 7, 8].map((type) => [type, type === 7 ? 'GitHub username' : `Field ${type}`]),
    );
  });

  it('keeps the options of a list, without blanks around them', async (t) => {
    const server = await startServer(t);

    await add(server, { field_type: 3, field_data: { ed: { text: ' ed ', order: '1', more: 'x' }, vi: editors.vim } });

    const [field] = await list(server);
    assert.deepEqual(JSON.parse(field?.field_data as string), { ed: { text: 'ed', order: '1' }, vi: editors.vim });
  });

  it('gives accounts that everybody knows their names and hints, whatever is asked for', async (t) => {
    const server = await startServer(t);
    const { body } = await server.as('alice').post('/register', { fetch_event_types: ['realm'] });
    const { github, twitter } = body.realm_default_external_accounts;

    await server.as('admin').post('/realm/profile_fields', { field_type: 7, field_data: { subtype: 'github' } });
    await add(server, { field_type: 7, field_data: { subtype: 'twitter' }, name: 'Where I rant', hint: 'Briefly' });

    const shown = (await list(server)).map(({ name, hint, field_data }) => [name, hint, field_data]);
    assert.ok(github && twitter);
    assert.deepEqual(shown, [
      [github.name, github.hint, '{"subtype":"github"}'],
      [twitter.name, twitter.hint, '{"subtype":"twitter"}'],
    ]);
  });

  it('keeps the pattern of an account of the organization', async (t) => {
    const server = await startServer(t);
    const field_data = { subtype: 'custom', url_pattern: 'https://people.example.com/~%(username)s?q' };

    await add(server, { field_type: 7, field_data });

    const [field] = await list(server);
    assert.deepEqual(JSON.parse(field?.field_data as string), field_data);
  });

  it('counts the length of names and hints in code points', async (t) => {
    const server = await startServer(t);

    await add(server, { name: '🙂'.repeat(40), hint: '🙂'.repeat(80) });
    const answers = [
      await server.as('admin').post('/realm/profile_fields', { ...phone, name: '🙂'.repeat(41) }),
      await server.as('admin').post('/realm/profile_fields', { ...phone, hint: 'x'.repeat(81) }),
    ];

    assert.deepEqual(
      answers.map(({ body }) => body),
      [badRequest('name is too long (limit: 40 characters)'), badRequest('hint is too long (limit: 80 characters)')],
    );
    assert.equal((await list(server)).length, 1);
  });

  for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
    it(`is not for ${name}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['admin']);

      const { body } = await server.as(name).post('/realm/profile_fields', phone);

      assert.deepEqual(body, badRequest('Must be an organization administrator'));
      assert.deepEqual(await list(server), []);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  const account = 'Custom external account must define URL pattern';
  const accountName = "URL pattern must contain '%(username)s'.";
  const accountUrl = 'field_data["url_pattern"] is not a URL';
  const custom = (url_pattern: unknown) => ({ field_type: 7, field_data: { subtype: 'custom', url_pattern } });
  const choice = (one: unknown) => ({ field_type: 3, field_data: { vim: one } });
  const refusals: [string, Values, string][] = [
    ['type 0', { field_type: 0 }, 'Invalid field type.'],
    ['type 9', { field_type: 9 }, 'Invalid field type.'],
    ['a blank name', { name: ' ' }, 'Label cannot be blank.'],
    ['no name', { name: undefined }, 'Label cannot be blank.'],
    ['a line break in the name', { name: 'a\nb' }, 'Invalid character in field name, at position 2.'],
    ['data that is a list', { field_data: [] }, 'field_data is not a dict'],
    ['a date with data that is a number', { field_type: 4, field_data: { x: 1 } }, 'field_data["x"] is not a dict'],
    ['a text with data that is a list', { field_data: { x: [] } }, 'field_data["x"] is not a dict'],
    ['a link with data that is null', { field_type: 5, field_data: { x: null } }, 'field_data["x"] is not a dict'],
    ['a list without options', { field_type: 3 }, 'Field must have at least one choice.'],
    ['an option that is text', choice('Vim'), 'field_data["vim"] is not a dict'],
    ['an option without text', choice({ order: '1' }), 'field_data["vim"]["text"] field is missing'],
    ['an option without order', choice({ text: 'Vim' }), 'field_data["vim"]["order"] field is missing'],
    ['an option with a blank text', choice({ text: ' ', order: '1' }), 'field_data["vim"]["text"] cannot be blank'],
    ['an option with a number as order', choice({ text: 'x', order: 1 }), 'field_data["vim"]["order"] is not a string'],
    [
      'an option with a blank key',
      { field_type: 3, field_data: { '': editors.vim } },
      'field_data[""] cannot be blank',
    ],
    [
      'two options that differ only in case',
      { field_type: 3, field_data: { ...editors, vi: { text: 'VIM', order: '3' } } },
      'Field must not have duplicate choices.',
    ],
    ['an account without a type', { field_type: 7 }, 'subtype key is missing from field_data'],
    [
      'an account named as a built-in property',
      { field_type: 7, field_data: { subtype: 'constructor' } },
      'Invalid external account type',
    ],
    ['an account without a pattern', custom(undefined), account],
    ['a pattern without the name', custom('https://example.com/'), accountName],
    ['a pattern with the name twice', custom('https://example.com/%(username)s/%(username)s'), accountName],
    ['a pattern that is a number', custom(3), account],
    ['a pattern that is no URL', custom('example.com/%(username)s'), accountUrl],
    ['a pattern that is a script', custom('javascript:%(username)s'), accountUrl],
    ...[2, 6].map((field_type): [string, Values, string] => [
      `type ${field_type} in the summary`,
      { field_type, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ]),
  ];
  for (const [what, values, msg] of refusals) {
    it(`refuses ${what}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['admin']);

      const { status, body } = await server.as('admin').post('/realm/profile_fields', { ...phone, ...values });

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.deepEqual(await list(server), []);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('refuses a name that differs from another only in case or Unicode form', async (t) => {
    const server = await startServer(t);
    await add(server, { name: 'Büro' });

    for (const name of ['Büro', 'BÜRO', 'Bu\u0308ro', 'Ｂüro']) {
      const { body } = await server.as('admin').post('/realm/profile_fields', { ...phone, name });
      assert.deepEqual(body, badRequest('A field with that label already exists.'), name);
    }
    assert.equal((await list(server)).length, 1);
  });

  it('shows two fields in the summary and no third', async (t) => {
    const server = await startServer(t);
    for (const name of ['One', 'Two']) await add(server, { name, display_in_profile_summary: true });

    const { body } = await server
      .as('admin')
      .post('/realm/profile_fields', { ...phone, display_in_profile_summary: true });

    assert.deepEqual(body, badRequest('Only 2 custom profile fields can be displayed in the profile summary.'));
    assert.equal((await list(server)).length, 2);
  });
});

describe('PATCH /realm/profile_fields/{field_id}', () => {
  it('changes a field, and tells everyone', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const ears = await listen(server, ['alice', 'guest']);
    const changes = {
      name: 'Telephone',
      hint: 'With country code',
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
      use_for_user_matching: true,
    };

    const { body } = await server
      .as('admin')
      .patch(`/realm/profile_fields/${id}`, { ...changes, name: ' Telephone ', hint: ' With country code ' });

    const all = [{ id, type: 1, order: 1, field_data: '', ...changes }];
    assert.deepEqual(body, ok);
    assert.deepEqual(await list(server), all);
    const event = { type: 'custom_profile_fields', fields: all };
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event] });
  });

  it('leaves what is not given as it is', async (t) => {
    const server = await startServer(t);
    const said = { hint: 'Dear to you', required: true, editable_by_user: false, use_for_user_matching: true };
    const id = await add(server, { field_type: 3, field_data: editors, display_in_profile_summary: true, ...said });
    const [before] = await list(server);

    await server.as('admin').patch(`/realm/profile_fields/${id}`, { name: 'PHONE' });

    assert.deepEqual(await list(server), [{ ...before, name: 'PHONE' }]);
    assert.deepEqual(before, {
      id,
      type: 3,
      name: 'Phone',
      order: 1,
      field_data: JSON.stringify(editors),
      display_in_profile_summary: true,
      ...said,
    });
  });

  it('tells nobody of a change that changes nothing, and nothing of one that is refused', async (t) => {
    const server = await startServer(t);
    const id = await add(server, { field_type: 4, required: true });
    const ears = await listen(server, ['guest']);

    const same = { name: ' Phone', hint: ' ', required: true, field_data: { of: 'no use' } };
    const unchanged = await server.as('admin').patch(`/realm/profile_fields/${id}`, same);
    const refused = await server
      .as('admin')
      .patch(`/realm/profile_fields/${id}`, { name: 'Born', field_data: { x: 1 } });

    assert.equal(unchanged.status, 200);
    assert.deepEqual([refused.status, refused.body], [400, badRequest('field_data["x"] is not a dict')]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('empties profiles of an option that is gone, tells of each, and leaves the others', async (t) => {
    const server = await startServer(t);
    const id = await add(server, { field_type: 3, field_data: editors });
    await setValue(server, 'alice', id, 'vim');
    await setValue(server, 'bob', id, 'emacs');
    const ears = await listen(server, ['guest']);

    const field_data = { emacs: { text: 'GNU Emacs', order: '1' }, ed: { text: 'ed', order: '2' } };
    await server.as('admin').patch(`/realm/profile_fields/${id}`, { field_data });

    assert.deepEqual(
      [await profileOf(server, 'alice'), await profileOf(server, 'bob')],
      [{}, { [id]: { value: 'emacs' } }],
    );
    const person = { user_id: server.users.alice.id, custom_profile_field: { id, value: null } };
    assert.deepEqual(await ears.heard(), {
      guest: [
        { type: 'realm_user', op: 'update', person },
        { type: 'custom_profile_fields', fields: await list(server) },
      ],
    });
  });

  it('may keep the summary full, and not fill it further', async (t) => {
    const server = await startServer(t);
    const [one] = [
      await add(server, { name: 'One', display_in_profile_summary: true }),
      await add(server, { name: 'Two', display_in_profile_summary: true }),
    ];
    const third = await add(server);
    const show = { display_in_profile_summary: true };

    const again = await server.as('admin').patch(`/realm/profile_fields/${one}`, { ...show, name: 'First' });
    const further = await server.as('admin').patch(`/realm/profile_fields/${third}`, show);

    assert.deepEqual(again.body, ok);
    assert.deepEqual(further.body, badRequest('Only 2 custom profile fields can be displayed in the profile summary.'));
    assert.deepEqual(
      (await list(server)).map(({ name, display_in_profile_summary }) => [name, display_in_profile_summary]),
      [
        ['First', true],
        ['Two', true],
        ['Phone', undefined],
      ],
    );
  });

  it('leaves name, hint and account of a well-known one as they are', async (t) => {
    const server = await startServer(t);
    const id = await add(server, { field_type: 7, field_data: { subtype: 'github' } });
    const [field] = await list(server);
    const path = `/realm/profile_fields/${id}`;
    const pattern = 'https://example.com/%(username)s';
    const wrong = [
      { name: 'Code' },
      { hint: 'Your name there' },
      { field_data: { subtype: 'twitter' } },
      { field_data: { subtype: 'custom', url_pattern: pattern } },
    ];

    for (const values of wrong) {
      const { body } = await server.as('admin').patch(path, values);
      assert.deepEqual(body, badRequest('Default custom field cannot be updated.'));
    }
    assert.deepEqual(await list(server), [field]);
    const same = { name: field?.name, field_data: { subtype: 'github' }, required: true, editable_by_user: false };
    assert.equal((await server.as('admin').patch(path, same)).status, 200);
    assert.deepEqual(await list(server), [{ ...field, required: true, editable_by_user: false }]);
  });

  const refusals: [string, Values, Values, string][] = [
    ['a blank name', {}, { name: '' }, 'Label cannot be blank.'],
    ['the name of another field', {}, { name: 'OTHER' }, 'A field with that label already exists.'],
    ['no options', { field_type: 3, field_data: editors }, { field_data: {} }, 'Field must have at least one choice.'],
    [
      'an unknown account',
      { field_type: 7, field_data: { subtype: 'github' } },
      { field_data: { subtype: 'x' } },
      'Invalid external account type',
    ],
    [
      'a long text in the summary',
      { field_type: 2 },
      { display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
  ];
  for (const [what, field, changes, msg] of refusals) {
    it(`refuses ${what}`, async (t) => {
      const server = await startServer(t);
      await add(server, { name: 'Other' });
      const id = await add(server, field);
      const before = await list(server);
      const ears = await listen(server, ['admin']);

      const { status, body } = await server
        .as('admin')
        .patch(`/realm/profile_fields/${id}`, { required: true, ...changes });

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.deepEqual(await list(server), before);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('is for administrators, and only of fields that exist', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const before = await list(server);

    const member = await server.as('moderator').patch(`/realm/profile_fields/${id}`, { required: true });
    const unknown = await server.as('admin').patch('/realm/profile_fields/9999', { required: true });

    assert.deepEqual(member.body, badRequest('Must be an organization administrator'));
    assert.deepEqual(unknown.body, badRequest('Field id 9999 not found.'));
    assert.deepEqual(await list(server), before);
  });
});

describe('PATCH /realm/profile_fields', () => {
  async function order(server: TestServer): Promise<unknown[]> {
    return (await list(server)).map(({ id, order }) => [id, order]);
  }

  it('puts fields into another order, and tells everyone; new ones still go last', async (t) => {
    const server = await startServer(t);
    const [a = 0, b = 0, c = 0] = [
      await add(server),
      await add(server, { name: 'B' }),
      await add(server, { name: 'C' }),
    ];
    const ears = await listen(server, ['alice']);

    const { body } = await server.as('admin').patch('/realm/profile_fields', { order: [c, a, 9999, b] });

    assert.deepEqual(body, ok);
    assert.deepEqual(await order(server), [
      [c, 0],
      [a, 1],
      [b, 3],
    ]);
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'custom_profile_fields', fields: await list(server) }],
    });
    const d = await add(server, { name: 'D' });
    assert.deepEqual((await order(server)).at(-1), [d, 4]);
  });

  it('tells nobody of the order that there is already', async (t) => {
    const server = await startServer(t);
    const [first, second] = [await add(server), await add(server, { name: 'Fax' })];
    const ears = await listen(server, ['guest']);

    const { status } = await server.as('admin').patch('/realm/profile_fields', { order: [first, second] });

    assert.equal(status, 200);
    assert.deepEqual(await ears.heard(), {});
  });

  it('refuses an order that lacks a field, and members', async (t) => {
    const server = await startServer(t);
    const [a, b] = [await add(server), await add(server, { name: 'B' })];
    const ears = await listen(server, ['admin']);

    const lacking = await server.as('admin').patch('/realm/profile_fields', { order: [b] });
    const member = await server.as('alice').patch('/realm/profile_fields', { order: [b, a] });

    assert.deepEqual(lacking.body, badRequest('Invalid order mapping.'));
    assert.deepEqual(member.body, badRequest('Must be an organization administrator'));
    assert.deepEqual(await order(server), [
      [a, 1],
      [b, 2],
    ]);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('DELETE /realm/profile_fields/{field_id}', () => {
  it('deletes a field and what profiles have in it, and tells everyone', async (t) => {
    const server = await startServer(t);
    const [id, other] = [await add(server), await add(server, { name: 'Other', field_type: 4 })];
    await setValue(server, 'bob', id, '555');
    await setValue(server, 'bob', other, '2026-01-05');
    const ears = await listen(server, ['alice', 'guest']);

    const first = await server.as('admin').delete(`/realm/profile_fields/${id}`);
    const second = await server.as('admin').delete(`/realm/profile_fields/${id}`);

    assert.deepEqual(first.body, ok);
    assert.deepEqual(second.body, badRequest(`Field id ${id} not found.`));
    assert.deepEqual(await profileOf(server, 'bob'), { [other]: { value: '2026-01-05' } });
    const event = { type: 'custom_profile_fields', fields: await list(server) };
    assert.deepEqual(event.fields, [{ id: other, type: 4, name: 'Other', order: 2, ...plain }]);
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event] });
  });

  it('is for administrators', async (t) => {
    const server = await startServer(t);
    const id = await add(server);

    const { body } = await server.as('moderator').delete(`/realm/profile_fields/${id}`);

    assert.deepEqual(body, badRequest('Must be an organization administrator'));
    assert.equal((await list(server)).length, 1);
  });
});

describe('POST /register', () => {
  it('lists the fields and the types there are', async (t) => {
    const server = await startServer(t);
    const id = await add(server);

    const { body } = await server.as('guest').post('/register', { fetch_event_types: ['custom_profile_fields'] });

    assert.deepEqual(body.custom_profile_fields, [{ id, type: 1, name: 'Phone', order: 1, ...plain }]);
    assert.deepEqual(body.custom_profile_field_types, {
      SHORT_TEXT: { id: 1, name: 'Short text' },
      LONG_TEXT: { id: 2, name: 'Long text' },
      SELECT: { id: 3, name: 'List of options' },
      DATE: { id: 4, name: 'Date' },
      URL: { id: 5, name: 'Link' },
      USER: { id: 6, name: 'Users' },
      EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
      PRONOUNS: { id: 8, name: 'Pronouns' },
    });
  });
});
