import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const ticket = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example.com/{id}' };
const bare = { example_input: null, reverse_template: null, alternative_url_templates: [] };
const knowing = { client_capabilities: { notification_settings_null: true, linkifier_url_template: true } };

async function add({ as }: TestServer, values: Values = {}): Promise<number> {
  const { status, body } = await as('admin').post('/realm/filters', { ...ticket, ...values });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}

/** All linkifiers, as somebody without any rights gets them. */
async function list({ as }: TestServer): Promise<unknown[]> {
  const { body } = await as('guest').get('/realm/linkifiers');
  assert.deepEqual({ ...body, linkifiers: [] }, { ...ok, linkifiers: [] });
  return body.linkifiers;
}

function refused(msg: string, field = '__all__') {
  return badRequest(msg, { errors: { [field]: [msg] } });
}

describe('POST /realm/filters', () => {
  it('adds a linkifier after all others, and tells those whose clients know URL templates', async (t) => {
    const server = await startServer(t);
    const first = await add(server);
    const ears = await listen(server, ['alice', 'guest'], knowing);
    const older = await listen(server, ['bob']);

    const { body } = await server.as('owner').post('/realm/filters', {
      pattern: '  T(?P<number>\\d+)  ',
      url_template: ' https://t.example.com/{number} ',
      example_input: ' see T12 ',
      reverse_template: ' see T{number} ',
      alternative_url_templates: [' https://old.example.com/{number}'],
    });

    const all = [
      { id: first, ...ticket, ...bare },
      {
        id: first + 1,
        pattern: 'T(?P<number>\\d+)',
        url_template: 'https://t.example.com/{number}',
        example_input: 'see T12',
        reverse_template: 'see T{number}',
        alternative_url_templates: ['https://old.example.com/{number}'],
      },
    ];
    assert.deepEqual(body, { ...ok, id: first + 1 });
    assert.deepEqual(await list(server), all);
    const event = { type: 'realm_linkifiers', realm_linkifiers: all };
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event] });
    assert.deepEqual(await older.heard(), {});
  });

  it('takes blank optional texts, and null, for none', async (t) => {
    const server = await startServer(t);

    const id = await add(server, { example_input: '  ', reverse_template: null });

    assert.deepEqual(await list(server), [{ id, ...ticket, ...bare }]);
  });

  for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
    it(`is not for ${name}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['admin'], knowing);

      const { body } = await server.as(name).post('/realm/filters', ticket);

      assert.deepEqual(body, badRequest('Must be an organization administrator'));
      assert.deepEqual(await list(server), []);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  const good: [string, Values][] = [
    ['a pattern and a template without groups', { pattern: 'handbook', url_template: 'https://example.com/' }],
    ['a group without a name', { pattern: '(a|b)(?P<id>[0-9]+)' }],
    ['a group in the form without P', { pattern: '#(?<id>[0-9]+)' }],
    ['Unicode classes and flags', { pattern: '(?i)\\p{Lu}+-(?P<id>\\pN+)' }],
    ['an operator and a modifier', { url_template: 'https://example.com/{?id:3}' }],
    ['a variable twice', { url_template: 'https://example.com/{id}{#id}' }],
    ['a URL in a script of its own', { url_template: 'https://beispiel.example/größe/{id}' }],
    ['an escaped literal', { url_template: 'https://example.com/%C3%A9/{id}' }],
    ['an apostrophe', { url_template: "https://example.com/'{id}'" }],
    ['an app of its own', { url_template: 'ticket:{id}' }],
    ['a path below the server', { url_template: '/tickets/{id}' }],
    ['an example alone', { example_input: 'look at #12 please' }],
    ['doubled braces', { example_input: '{12}', reverse_template: '{{{id}}}', pattern: '[{](?P<id>[0-9]+)[}]' }],
    [
      'a group that takes no part',
      {
        pattern: '#(?P<id>[0-9]+)(?:-(?P<part>\\w+))?',
        url_template: 'https://example.com/{id}{?part}',
        example_input: '#12',
        reverse_template: '#{id}{part}',
      },
    ],
    ['an alternative in other words', { alternative_url_templates: ['https://example.com/{?id}', '/{id}'] }],
  ];
  for (const [what, values] of good) {
    it(`takes ${what}`, async (t) => {
      const server = await startServer(t);

      const id = await add(server, values);

      assert.deepEqual(await list(server), [{ id, ...ticket, ...bare, ...values }]);
    });
  }

  const refusals: [string, Values, string, string?][] = [
    ['a blank pattern', { pattern: ' \t' }, 'This field cannot be blank.', 'pattern'],
    ['a blank template', { url_template: '' }, 'This field cannot be blank.', 'url_template'],
    [
      'a blank alternative',
      { alternative_url_templates: [' '] },
      'This field cannot be blank.',
      'alternative_url_templates',
    ],
    ['an open group', { pattern: '(foo' }, 'Bad regular expression: missing ): (foo', 'pattern'],
    ['an open class', { pattern: '[foo' }, 'Bad regular expression: missing ]: [foo', 'pattern'],
    [
      'a repeated repetition',
      { pattern: 'ZUL-(?P<id>\\d????)' },
      'Bad regular expression: bad repetition operator: ????',
      'pattern',
    ],
    [
      'a repetition of nothing',
      { pattern: '*' },
      'Bad regular expression: no argument for repetition operator: *',
      'pattern',
    ],
    [
      'looking ahead',
      { pattern: '#(?P<id>[0-9]+)(?=x)' },
      'Bad regular expression: invalid or unsupported Perl syntax: (?=',
      'pattern',
    ],
    [
      'looking behind',
      { pattern: '(?<=x)#(?P<id>[0-9]+)' },
      'Bad regular expression: invalid named capture: (?<=x)#(?P<id>',
      'pattern',
    ],
    [
      'a reference back',
      { pattern: '(?P<id>.)\\1' },
      'Bad regular expression: invalid escape sequence: \\1',
      'pattern',
    ],
    [
      'a trailing backslash',
      { pattern: 'x\\' },
      'Bad regular expression: trailing backslash at end of expression',
      'pattern',
    ],
    ['an unbounded quotation', { pattern: '\\Q#(' }, 'Bad regular expression: missing \\E: \\Q#(', 'pattern'],
    [
      'a huge pattern',
      { pattern: '(?P<id>\\w{1000})\\w{1000}' },
      'Bad regular expression: pattern too large',
      'pattern',
    ],
    [
      'a reverse template without an example',
      { reverse_template: '#{id}' },
      'Example text is required for the auto-conversion field.',
    ],
    [
      'an example that does not match',
      { example_input: 'twelve' },
      'Example input does not match the linkifier pattern.',
    ],
    [
      'an open brace',
      { example_input: '#12', reverse_template: '#{id' },
      "Invalid auto-conversion field: missing '}' character.",
    ],
    [
      'a brace at the end',
      { example_input: '#12', reverse_template: '#{id}{' },
      "Invalid auto-conversion field: missing '}' character.",
    ],
    [
      'empty braces',
      { example_input: '#12', reverse_template: '#{}' },
      'Invalid auto-conversion field: empty field name.',
    ],
    [
      'a group that the pattern lacks',
      { example_input: '#12', reverse_template: '#{id}{constructor}' },
      "Group 'constructor' in auto-conversion field is not present in linkifier pattern.",
    ],
    [
      'a reverse template that makes something else',
      { example_input: 'see #12', reverse_template: '#{id}' },
      'Example text does not match auto-conversion field.',
    ],
    ...['{id', 'id}', '{}/{id}', '{id,}', '{!id}', '{id:0}', '{id:10000}', '{i-d}', '{{id}}', '{id*3}'].map(
      (part): [string, Values, string, string] => [
        `the template ${part}`,
        { url_template: `https://example.com/${part}` },
        'Invalid URL template.',
        'url_template',
      ],
    ),
    [
      'a blank inside the template',
      { url_template: 'https://example.com/a b{id}' },
      'Invalid URL template.',
      'url_template',
    ],
    ['a bare percent sign', { url_template: 'https://example.com/%{id}' }, 'Invalid URL template.', 'url_template'],
    [
      'a template that is a script',
      { url_template: 'JavaScript:alert({id})' },
      'Invalid URL template.',
      'url_template',
    ],
    [
      'an alternative that is no template',
      { alternative_url_templates: ['https://example.com/{id}', '{'] },
      'Invalid URL template.',
      'alternative_url_templates',
    ],
    [
      'variables that the pattern lacks, of which it tells the first by alphabet',
      { url_template: 'https://example.com/{id}/{z}{b}{y}' },
      "Group 'b' in URL template is not present in linkifier pattern.",
    ],
    [
      'groups that the template lacks, of which it tells the first by alphabet',
      { pattern: '(?P<z>x)(?P<id>[0-9])(?P<b>y)' },
      "Group 'b' in linkifier pattern is not present in URL template.",
    ],
    [
      'an alternative with another variable',
      { alternative_url_templates: ['https://example.com/{number}'] },
      "Group 'number' in URL template is not present in linkifier pattern.",
    ],
    [
      'two templates that lack a group, of which it tells once',
      { url_template: 'https://example.com/', alternative_url_templates: ['https://example.com/{number}'] },
      "Group 'id' in linkifier pattern is not present in URL template.",
    ],
    [
      'an alternative that lacks a group',
      { alternative_url_templates: ['https://example.com/'] },
      "Group 'id' in linkifier pattern is not present in URL template.",
    ],
  ];
  for (const [what, values, msg, field] of refusals) {
    it(`refuses ${what}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['admin'], knowing);

      const { status, body } = await server.as('admin').post('/realm/filters', { ...ticket, ...values });

      assert.deepEqual([status, body], [400, refused(msg, field)]);
      assert.deepEqual(await list(server), []);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('tells of all fields that are wrong by themselves at once', async (t) => {
    const { as } = await startServer(t);

    const { body } = await as('admin').post('/realm/filters', { pattern: '(', url_template: '{' });

    assert.deepEqual(
      body,
      badRequest('Bad regular expression: missing ): (', {
        errors: { pattern: ['Bad regular expression: missing ): ('], url_template: ['Invalid URL template.'] },
      }),
    );
  });

  it('tells of the auto-conversion before the URL template', async (t) => {
    const { as } = await startServer(t);

    const { body } = await as('admin').post('/realm/filters', { ...ticket, url_template: '{', example_input: 'x' });

    const msg = 'Example input does not match the linkifier pattern.';
    assert.deepEqual(body, badRequest(msg, { errors: { __all__: [msg], url_template: ['Invalid URL template.'] } }));
  });

  it('refuses a pattern that another linkifier has, blanks aside', async (t) => {
    const server = await startServer(t);
    const id = await add(server);

    const { body } = await server
      .as('admin')
      .post('/realm/filters', { pattern: `${ticket.pattern} `, url_template: 'https://example.com/{id}' });

    assert.deepEqual(body, refused('Realm filter with this Realm and Pattern already exists.'));
    assert.deepEqual(await list(server), [{ id, ...ticket, ...bare }]);
  });
});

describe('PATCH /realm/filters/{filter_id}', () => {
  const full = { example_input: '#12', reverse_template: '#{id}', alternative_url_templates: ['/t/{id}'] };

  it('changes a linkifier where it stands, and tells everyone', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const second = await add(server, { pattern: 'T(?P<id>[0-9]+)' });
    const ears = await listen(server, ['alice', 'admin'], knowing);

    const changed = { pattern: 'BUG-(?P<id>[0-9]+)', url_template: 'https://bugs.example.com/{id}' };
    const { body } = await server.as('admin').patch(`/realm/filters/${id}`, changed);

    const all = [
      { id, ...changed, ...bare },
      { id: second, ...ticket, pattern: 'T(?P<id>[0-9]+)', ...bare },
    ];
    assert.deepEqual(body, ok);
    assert.deepEqual(await list(server), all);
    const event = { type: 'realm_linkifiers', realm_linkifiers: all };
    assert.deepEqual(await ears.heard(), { alice: [event], admin: [event] });
  });

  it('leaves what is not given as it is', async (t) => {
    const server = await startServer(t);
    const id = await add(server, full);

    const { body } = await server
      .as('admin')
      .patch(`/realm/filters/${id}`, { ...ticket, url_template: 'https://example.com/{id}' });

    assert.deepEqual(body, ok);
    assert.deepEqual(await list(server), [{ id, ...ticket, ...full, url_template: 'https://example.com/{id}' }]);
  });

  it('takes an empty text for none', async (t) => {
    const server = await startServer(t);
    const id = await add(server, full);

    const { body } = await server.as('admin').patch(`/realm/filters/${id}`, {
      ...ticket,
      example_input: '',
      reverse_template: '',
      alternative_url_templates: [],
    });

    assert.deepEqual(body, ok);
    assert.deepEqual(await list(server), [{ id, ...ticket, ...bare }]);
  });

  it('checks what stays against what is new', async (t) => {
    const server = await startServer(t);
    const id = await add(server, full);

    const { body } = await server.as('admin').patch(`/realm/filters/${id}`, { ...ticket, example_input: '' });

    assert.deepEqual(body, refused('Example text is required for the auto-conversion field.'));
    assert.deepEqual(await list(server), [{ id, ...ticket, ...full }]);
  });

  it('refuses the pattern of another linkifier, but not its own', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const other = await add(server, { pattern: 'T(?P<id>[0-9]+)' });
    const path = `/realm/filters/${other}`;

    const own = await server.as('admin').patch(path, { ...ticket, pattern: 'T(?P<id>[0-9]+)' });
    const taken = await server.as('admin').patch(path, ticket);

    assert.deepEqual(own.body, ok);
    assert.deepEqual(taken.body, refused('Realm filter with this Realm and Pattern already exists.'));
    assert.deepEqual(await list(server), [
      { id, ...ticket, ...bare },
      { id: other, ...ticket, pattern: 'T(?P<id>[0-9]+)', ...bare },
    ]);
  });

  it('is not for members, and says so before it looks whether there is such a linkifier', async (t) => {
    const server = await startServer(t);
    const id = await add(server);

    for (const filter_id of [id, 9999]) {
      const { body } = await server.as('alice').patch(`/realm/filters/${filter_id}`, { ...ticket, pattern: 'x' });
      assert.deepEqual(body, badRequest('Must be an organization administrator'));
    }
    assert.deepEqual(await list(server), [{ id, ...ticket, ...bare }]);
  });
});

describe('DELETE /realm/filters/{filter_id}', () => {
  it('removes a linkifier for good, and tells everyone', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const ears = await listen(server, ['alice'], knowing);

    const first = await server.as('admin').delete(`/realm/filters/${id}`);
    const second = await server.as('admin').delete(`/realm/filters/${id}`);

    assert.deepEqual(first.body, ok);
    assert.deepEqual(second.body, badRequest('Linkifier not found.'));
    assert.deepEqual(await list(server), []);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'realm_linkifiers', realm_linkifiers: [] }] });
    assert.equal(await add(server), id + 1);
  });

  it('is not for members', async (t) => {
    const server = await startServer(t);
    const id = await add(server);

    const { body } = await server.as('moderator').delete(`/realm/filters/${id}`);

    assert.deepEqual(body, badRequest('Must be an organization administrator'));
    assert.deepEqual(await list(server), [{ id, ...ticket, ...bare }]);
  });
});

describe('PATCH /realm/linkifiers', () => {
  const incomplete = 'The ordered list must enumerate all existing linkifiers exactly once';

  async function addThree(server: TestServer): Promise<number[]> {
    return [
      await add(server),
      await add(server, { pattern: 'a(?P<id>.)' }),
      await add(server, { pattern: 'b(?P<id>.)' }),
    ];
  }

  async function order(server: TestServer): Promise<number[]> {
    return ((await list(server)) as { id: number }[]).map(({ id }) => id);
  }

  async function reorder(server: TestServer, name: CastName, ordered_linkifier_ids: readonly number[]) {
    return (await server.as(name).patch('/realm/linkifiers', { ordered_linkifier_ids })).body;
  }

  it('puts linkifiers into another order, and tells everyone; new ones still go last', async (t) => {
    const server = await startServer(t);
    const [a = 0, b = 0, c = 0] = await addThree(server);
    const ears = await listen(server, ['alice'], knowing);

    const answer = await reorder(server, 'admin', [c, a, b]);

    assert.deepEqual(answer, ok);
    assert.deepEqual(await order(server), [c, a, b]);
    const heard = await ears.heard();
    assert.deepEqual(heard, { alice: [{ type: 'realm_linkifiers', realm_linkifiers: await list(server) }] });
    const last = await add(server, { pattern: 'd(?P<id>.)' });
    assert.deepEqual(await order(server), [c, a, b, last]);
  });

  it('takes an order that is there already, and tells nobody', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice'], knowing);
    assert.deepEqual(await reorder(server, 'admin', []), ok);
    const [a = 0, b = 0, c = 0] = await addThree(server);
    await reorder(server, 'admin', [b, a, c]);
    await ears.heard();

    assert.deepEqual(await reorder(server, 'admin', [b, a, c]), ok);

    assert.deepEqual(await order(server), [b, a, c]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('refuses a list that is not all of them, each once', async (t) => {
    const server = await startServer(t);
    const [a = 0, b = 0, c = 0] = await addThree(server);
    const ears = await listen(server, ['admin'], knowing);

    const answers = [
      await reorder(server, 'admin', [c, a, b, a]),
      await reorder(server, 'admin', [c, a]),
      await reorder(server, 'admin', [c, a, 9999]),
      await reorder(server, 'admin', [c, a, b, 9999]),
      await reorder(server, 'alice', [c, a, b]),
    ];

    assert.deepEqual(answers, [
      badRequest('The ordered list must not contain duplicated linkifiers'),
      badRequest(incomplete),
      badRequest(incomplete),
      badRequest(incomplete),
      badRequest('Must be an organization administrator'),
    ]);
    assert.deepEqual(await order(server), [a, b, c]);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('POST /register', () => {
  it('lists linkifiers to clients that know URL templates, and none in the older form', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const types = { fetch_event_types: ['realm_linkifiers', 'realm_filters'] };

    const { body: newer } = await server.as('guest').post('/register', { ...types, ...knowing });
    const { body: older } = await server.as('guest').post('/register', types);

    assert.deepEqual([newer.realm_linkifiers, newer.realm_filters], [[{ id, ...ticket, ...bare }], []]);
    assert.deepEqual([older.realm_linkifiers, older.realm_filters], [[], []]);
  });
});
