import type { Values } from '../../support/client.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import type { Provocation, Provocations, Provoke, ValidCalls } from '../call.ts';

const ticket = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example.com/{id}' };
const playground = {
  name: 'Try Python',
  pygments_language: 'Python',
  url_template: 'https://python.example.com/?code={code}',
};
const choices = { vim: { text: 'Vim', order: '1' }, emacs: { text: 'Emacs', order: '2' } };

/** Calls about linkifiers, playgrounds and profile fields that succeed. */
export const validCalls: ValidCalls = {
  getLinkifiers: () => ({ as: 'guest' }),
  addLinkifier: () => ({
    as: 'admin',
    values: {
      ...ticket,
      example_input: '#12',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://old.example.com/{id}'],
    },
  }),
  updateLinkifier: async (server) => ({
    as: 'admin',
    path: { filter_id: await addLinkifier(server) },
    values: { ...ticket, example_input: '#12', reverse_template: '#{id}', alternative_url_templates: [] },
  }),
  removeLinkifier: async (server) => ({ as: 'admin', path: { filter_id: await addLinkifier(server) } }),
  reorderLinkifiers: async (server) => {
    const order = [await addLinkifier(server), await addLinkifier(server, 'T(?P<id>[0-9]+)')];
    return { as: 'admin', values: { ordered_linkifier_ids: order.reverse() } };
  },
  addPlayground: () => ({ as: 'admin', values: playground }),
  removePlayground: async (server) => {
    const { body } = await server.as('admin').post('/realm/playgrounds', playground);
    return { as: 'admin', path: { playground_id: body.id } };
  },
  getProfileFields: () => ({ as: 'guest' }),
  createProfileField: () => ({
    as: 'admin',
    values: {
      field_type: 3,
      name: 'Editor',
      hint: 'With which you write',
      field_data: choices,
      display_in_profile_summary: true,
      required: false,
      editable_by_user: true,
      use_for_user_matching: false,
    },
  }),
  updateProfileField: async (server) => ({
    as: 'admin',
    path: { field_id: await addField(server) },
    values: {
      name: 'Telephone',
      hint: 'With country code',
      field_data: {},
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
      use_for_user_matching: true,
    },
  }),
  reorderProfileFields: async (server) => {
    const order = [await addField(server), await addField(server, { name: 'Mobile' })];
    return { as: 'admin', values: { order: order.reverse() } };
  },
  deleteProfileField: async (server) => ({ as: 'admin', path: { field_id: await addField(server) } }),
  updateProfileData: async (server) => ({
    as: 'guest',
    values: { data: [{ id: await addField(server), value: '+1 555 0100' }] },
  }),
  removeProfileData: async (server) => ({ as: 'guest', values: { data: [await addField(server)] } }),
};

/** Wrong linkifiers: the error's text, what is wrong, its message and the field it is told of. */
const wrongLinkifiers: readonly (readonly [text: string, changes: Values, msg: string, field?: string])[] = [
  ['This field cannot be blank.', { pattern: ' ' }, 'This field cannot be blank.', 'pattern'],
  ['Bad regular expression: {detail}', { pattern: '(foo' }, 'Bad regular expression: missing ): (foo', 'pattern'],
  [
    'Example text is required for the auto-conversion field.',
    { reverse_template: '#{id}' },
    'Example text is required for the auto-conversion field.',
  ],
  [
    'Example input does not match the linkifier pattern.',
    { example_input: 'twelve' },
    'Example input does not match the linkifier pattern.',
  ],
  [
    "Invalid auto-conversion field: missing '}' character.",
    { example_input: '#12', reverse_template: '#{id' },
    "Invalid auto-conversion field: missing '}' character.",
  ],
  [
    'Invalid auto-conversion field: empty field name.',
    { example_input: '#12', reverse_template: '#{}' },
    'Invalid auto-conversion field: empty field name.',
  ],
  [
    "Group '{name}' in auto-conversion field is not present in linkifier pattern.",
    { example_input: '#12', reverse_template: '#{number}' },
    "Group 'number' in auto-conversion field is not present in linkifier pattern.",
  ],
  [
    'Example text does not match auto-conversion field.',
    { example_input: '#12', reverse_template: '{id}' },
    'Example text does not match auto-conversion field.',
  ],
  [
    'Invalid URL template.',
    { url_template: 'https://tickets.example.com/{id' },
    'Invalid URL template.',
    'url_template',
  ],
  [
    "Group '{name}' in URL template is not present in linkifier pattern.",
    { url_template: 'https://tickets.example.com/{id}/{part}' },
    "Group 'part' in URL template is not present in linkifier pattern.",
  ],
  [
    "Group '{name}' in linkifier pattern is not present in URL template.",
    { url_template: 'https://tickets.example.com/' },
    "Group 'id' in linkifier pattern is not present in URL template.",
  ],
];

const linkifierExists = 'Realm filter with this Realm and Pattern already exists.';

/** Wrong fields: the error's text, what is said, and the message where it has more than the text. */
const wrongFields: readonly (readonly [text: string, changes: Values, msg?: string])[] = [
  ['Label cannot be blank.', { name: ' ' }],
  [
    'Invalid character in field name, at position {position}.',
    { name: 'Tele\nphone' },
    'Invalid character in field name, at position 5.',
  ],
  ['A field with that label already exists.', { name: 'TAKEN' }],
  ['Only 2 custom profile fields can be displayed in the profile summary.', { display_in_profile_summary: true }],
];
const wrongChoices: readonly (readonly [text: string, field_data: object])[] = [
  ['Field must have at least one choice.', {}],
  ['Field must not have duplicate choices.', { ...choices, vi: { text: 'VIM', order: '3' } }],
];
const wrongAccounts: readonly (readonly [text: string, field_data: object])[] = [
  ['subtype key is missing from field_data', {}],
  ['Invalid external account type', { subtype: 'no-such-service' }],
  ['Custom external account must define URL pattern', { subtype: 'custom' }],
  ["URL pattern must contain '%(username)s'.", { subtype: 'custom', url_pattern: 'https://example.com/' }],
];
const usualFixed = 'Default custom field cannot be updated.';
const summaryUnfit = 'Field type not supported for display in profile summary.';

/** Wrong values: the error's text, the field's type and data, the value, and the message. */
type WrongValue = readonly [
  text: string,
  field: Values,
  value: unknown,
  msg: string | ((server: TestServer) => string),
];
const wrongValues: readonly WrongValue[] = [
  ['{name} is not a string', { field_type: 1 }, [1], 'Phone is not a string'],
  ['{name} is not a list of user IDs', { field_type: 6 }, 'Alice', 'Phone is not a list of user IDs'],
  [
    '{name} is too long (limit: {limit} characters)',
    { field_type: 1 },
    'x'.repeat(51),
    'Phone is too long (limit: 50 characters)',
  ],
  [
    "'{value}' is not a valid choice for '{name}'.",
    { field_type: 3, field_data: choices },
    'ed',
    "'ed' is not a valid choice for 'Phone'.",
  ],
  ['{name} is not a date', { field_type: 4 }, '2026-02-30', 'Phone is not a date'],
  ['{name} is not a URL', { field_type: 5 }, 'example.com', 'Phone is not a URL'],
  ['Invalid user IDs: {ids}', { field_type: 6 }, [9998, 9999], 'Invalid user IDs: 9998, 9999'],
];

/** Calls about linkifiers, playgrounds and profile fields that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  addLinkifier: {
    ...Object.fromEntries(
      wrongLinkifiers.map(([text, changes, msg, field = '__all__']): [string, Provoke] => [
        text,
        () => ({ as: 'admin', values: { ...ticket, ...changes }, msg, extra: { errors: { [field]: [msg] } } }),
      ]),
    ),
    [linkifierExists]: async (server) => {
      await addLinkifier(server);
      return { as: 'admin', values: ticket, msg: linkifierExists, extra: { errors: { __all__: [linkifierExists] } } };
    },
  },
  updateLinkifier: {
    'Linkifier not found.': () => ({
      as: 'admin',
      path: { filter_id: 9999 },
      values: ticket,
      msg: 'Linkifier not found.',
    }),
    ...Object.fromEntries(
      wrongLinkifiers.map(([text, changes, msg, field = '__all__']): [string, Provoke] => [
        text,
        async (server) => ({
          as: 'admin',
          path: { filter_id: await addLinkifier(server) },
          values: { ...ticket, ...changes },
          msg,
          extra: { errors: { [field]: [msg] } },
        }),
      ]),
    ),
    [linkifierExists]: async (server) => {
      await addLinkifier(server);
      const filter_id = await addLinkifier(server, 'T(?P<id>[0-9]+)');
      const extra = { errors: { __all__: [linkifierExists] } };
      return { as: 'admin', path: { filter_id }, values: ticket, msg: linkifierExists, extra };
    },
  },
  removeLinkifier: {
    'Linkifier not found.': () => ({ as: 'admin', path: { filter_id: 9999 }, msg: 'Linkifier not found.' }),
  },
  reorderLinkifiers: {
    'The ordered list must not contain duplicated linkifiers': async (server) => {
      const id = await addLinkifier(server);
      const msg = 'The ordered list must not contain duplicated linkifiers';
      return { as: 'admin', values: { ordered_linkifier_ids: [id, id] }, msg };
    },
    'The ordered list must enumerate all existing linkifiers exactly once': async (server) => {
      await addLinkifier(server);
      const msg = 'The ordered list must enumerate all existing linkifiers exactly once';
      return { as: 'admin', values: { ordered_linkifier_ids: [] }, msg };
    },
  },
  addPlayground: {
    'This field cannot be blank.': () => wrongPlayground({ name: ' ' }, 'name', 'This field cannot be blank.'),
    'Invalid characters in pygments language': () =>
      wrongPlayground(
        { pygments_language: 'Py<thon>' },
        'pygments_language',
        'Invalid characters in pygments language',
      ),
    'Invalid URL template.': () =>
      wrongPlayground({ url_template: 'https://example.com/{code' }, 'url_template', 'Invalid URL template.'),
    'Missing the required variable "code" in the URL template': () =>
      wrongPlayground(
        { url_template: 'https://example.com/' },
        '__all__',
        'Missing the required variable "code" in the URL template',
      ),
    '"code" should be the only variable present in the URL template': () =>
      wrongPlayground(
        { url_template: 'https://example.com/{code}{?version}' },
        '__all__',
        '"code" should be the only variable present in the URL template',
      ),
    'Realm playground with this Realm, Pygments language and Name already exists.': async (server) => {
      await server.as('admin').post('/realm/playgrounds', playground);
      return wrongPlayground(
        {},
        '__all__',
        'Realm playground with this Realm, Pygments language and Name already exists.',
      );
    },
  },
  removePlayground: {
    'Invalid playground': () => ({ as: 'admin', path: { playground_id: 9999 }, msg: 'Invalid playground' }),
  },
  createProfileField: {
    'Invalid field type.': () => ({
      as: 'admin',
      values: { field_type: 9, name: 'Phone' },
      msg: 'Invalid field type.',
    }),
    ...provoke([...wrongFields], async (server, changes) => {
      await fillSummary(server);
      return { as: 'admin', values: { field_type: 1, name: 'Phone', ...changes } };
    }),
    ...provoke([...wrongChoices], (_, field_data) => ({
      as: 'admin',
      values: { field_type: 3, name: 'Editor', field_data },
    })),
    ...provoke([...wrongAccounts], (_, field_data) => ({
      as: 'admin',
      values: { field_type: 7, name: 'Account', field_data },
    })),
    [summaryUnfit]: () => ({
      as: 'admin',
      values: { field_type: 2, name: 'About', display_in_profile_summary: true },
      msg: summaryUnfit,
    }),
  },
  updateProfileField: {
    'Field id {id} not found.': () => ({
      as: 'admin',
      path: { field_id: 9999 },
      values: { name: 'Phone' },
      msg: 'Field id 9999 not found.',
    }),
    [usualFixed]: async ({ as }) => {
      const account = { field_type: 7, field_data: { subtype: 'github' } };
      const { body } = await as('admin').post('/realm/profile_fields', account);
      return { as: 'admin', path: { field_id: body.id }, values: { name: 'Code' }, msg: usualFixed };
    },
    ...provoke([...wrongFields], async (server, values) => {
      await fillSummary(server);
      return { as: 'admin', path: { field_id: await addField(server) }, values };
    }),
    ...provoke([...wrongChoices], async (server, field_data) => ({
      as: 'admin',
      path: { field_id: await addField(server, { field_type: 3, field_data: choices }) },
      values: { field_data },
    })),
    ...provoke([...wrongAccounts], async (server, field_data) => ({
      as: 'admin',
      path: { field_id: await addField(server, { field_type: 7, field_data: { subtype: 'github' } }) },
      values: { field_data },
    })),
    [summaryUnfit]: async (server) => ({
      as: 'admin',
      path: { field_id: await addField(server, { field_type: 6 }) },
      values: { display_in_profile_summary: true },
      msg: summaryUnfit,
    }),
  },
  reorderProfileFields: {
    'Invalid order mapping.': async (server) => {
      await addField(server);
      return { as: 'admin', values: { order: [] }, msg: 'Invalid order mapping.' };
    },
  },
  deleteProfileField: {
    'Field id {id} not found.': () => ({ as: 'admin', path: { field_id: 9999 }, msg: 'Field id 9999 not found.' }),
  },
  updateProfileData: {
    ...ownProfileRefusals((id) => [{ id, value: 'x' }]),
    ...Object.fromEntries(
      wrongValues.map(([text, field, value, msg]): [string, Provoke] => [
        text,
        async (server) => ({
          as: 'alice',
          values: { data: [{ id: await addField(server, field), value }] },
          msg: typeof msg === 'string' ? msg : msg(server),
        }),
      ]),
    ),
    'User with ID {id} is a bot': (server) => refusedUser(server, 'bot', 'is a bot'),
    'User with ID {id} is deactivated': (server) => {
      server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);
      return refusedUser(server, 'bob', 'is deactivated');
    },
    'This organization has too many {name} (limit: {limit}).': async (server) => {
      const [id, other] = [await addField(server, { field_type: 2 }), await addField(server, { name: 'Life' })];
      const sql = `INSERT INTO profile_values (user_id, field_id, value) VALUES (?, ?, printf('%16777216s', ''))`;
      server.db.run(sql, server.users.bob.id, other);
      const msg = 'This organization has too many long profiles (limit: 16 MiB).';
      return { as: 'alice', values: { data: [{ id, value: '\u{1f600}'.repeat(500) }] }, msg };
    },
  },
  removeProfileData: ownProfileRefusals((id) => [id]),
};

/** The refusals that both endpoints about one's own profile know; `data` makes their parameter of a field's id. */
function ownProfileRefusals(data: (field_id: number) => unknown): Record<string, Provoke> {
  const restricted = 'You are not allowed to change this field. Contact an administrator to update it.';
  return {
    'Field id {id} not found.': () => ({ as: 'alice', values: { data: data(9999) }, msg: 'Field id 9999 not found.' }),
    [restricted]: async (server) => {
      const id = await addField(server, { editable_by_user: false });
      return { as: 'alice', values: { data: data(id) }, msg: restricted };
    },
  };
}

function provoke<Change>(
  table: readonly (readonly [text: string, change: Change, msg?: string])[],
  call: (server: TestServer, change: Change) => Omit<Provocation, 'msg'> | Promise<Omit<Provocation, 'msg'>>,
): Record<string, Provoke> {
  return Object.fromEntries(
    table.map(([text, change, msg = text]): [string, Provoke] => [
      text,
      async (server) => ({ ...(await call(server, change)), msg }),
    ]),
  );
}

function wrongPlayground(changes: Values, field: string, msg: string): Provocation {
  return { as: 'admin', values: { ...playground, ...changes }, msg, extra: { errors: { [field]: [msg] } } };
}

async function refusedUser(server: TestServer, name: CastName, what: string): Promise<Provocation> {
  const user_id = server.users[name].id;
  const data = [{ id: await addField(server, { field_type: 6 }), value: [user_id] }];
  return { as: 'alice', values: { data }, msg: `User with ID ${user_id} ${what}` };
}

async function addLinkifier(server: TestServer, pattern = ticket.pattern): Promise<number> {
  const { body } = await server.as('admin').post('/realm/filters', { ...ticket, pattern });
  return body.id;
}

async function addField(server: TestServer, settings: Values = {}): Promise<number> {
  const { body } = await server.as('admin').post('/realm/profile_fields', {
    field_type: 1,
    name: 'Phone',
    ...settings,
  });
  return body.id;
}

/** Takes the places that a summary has, and the name `Taken`. */
async function fillSummary(server: TestServer): Promise<void> {
  await addField(server, { name: 'Taken', display_in_profile_summary: true });
  await addField(server, { name: 'Other', display_in_profile_summary: true });
}
