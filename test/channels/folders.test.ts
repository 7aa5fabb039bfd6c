import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Answer, Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const everyone = ['owner', 'admin', 'moderator', 'alice', 'guest', 'bot'] as const;
const administratorRequired = badRequest('Must be an organization administrator');

interface Scene extends TestServer {
  /** Makes a folder as the administrator; returns its id. */
  create: (name: string, description?: string) => Promise<number>;
  update: (id: number, values: Values, name?: CastName) => Promise<unknown>;
  reorder: (order: unknown) => Promise<unknown>;
  /** The folders as alice gets them, the archived among them unless told otherwise. */
  folders: (include_archived?: boolean) => Promise<Values[]>;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  return {
    ...server,
    async create(name, description = '') {
      const { status, body } = await as('admin').post('/channel_folders/create', { name, description });
      assert.equal(status, 200, JSON.stringify(body));
      return body.channel_folder_id;
    },
    update: async (id, values, name = 'admin') => (await as(name).patch(`/channel_folders/${id}`, values)).body,
    reorder: async (order) => (await as('admin').patch('/channel_folders', { order })).body,
    folders: async (include_archived = true) =>
      (await as('alice').get('/channel_folders', { include_archived })).body.channel_folders,
  };
}

/** Puts the channel that comes with the organization into a folder, or out of any. */
async function fill({ as }: TestServer, folder_id: number | null): Promise<void> {
  const { status, body } = await as('admin').patch('/streams/1', { folder_id });
  assert.equal(status, 200, JSON.stringify(body));
}

/** Who got what, when everyone in the cast that listens got the same. */
function toEveryone(...events: object[]): object {
  return Object.fromEntries(everyone.map((name) => [name, events]));
}

const badNames: [string, unknown, object][] = [
  ['no name', '', badRequest("Channel folder name can't be empty.")],
  ['a blank name', ' \t ', badRequest("Channel folder name can't be empty.")],
  ['a name of 61 characters', '🍲'.repeat(61), badRequest('name is too long (limit: 60 characters)')],
  ['a control character', 'a\u0007b', badRequest('Invalid character in channel folder name, at position 2.')],
  ['a line break', '🍲\nb', badRequest('Invalid character in channel folder name, at position 2.')],
  ['an unassigned character', 'ab\u0378', badRequest('Invalid character in channel folder name, at position 3.')],
  ['a name in use', 'Design', badRequest('Channel folder name already in use')],
  ['one that differs in case', 'dESIGN', badRequest('Channel folder name already in use')],
  ['one that differs in Unicode form', 'Ｄesign', badRequest('Channel folder name already in use')],
  ['one that differs in outer blanks', ' Design ', badRequest('Channel folder name already in use')],
];

describe('POST /channel_folders/create', () => {
  it('makes a folder, and tells everyone', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, everyone);

    const { body } = await scene
      .as('admin')
      .post('/channel_folders/create', { name: ' Design ', description: 'What it *looks* like' });

    const channel_folder = {
      id: 1,
      name: 'Design',
      description: 'What it *looks* like',
      rendered_description: '<p>What it <em>looks</em> like</p>',
      order: 1,
      date_created: scene.clock.now(),
      creator_id: scene.users.admin.id,
      is_archived: false,
    };
    assert.deepEqual(body, { ...ok, channel_folder_id: 1 });
    assert.deepEqual(await scene.folders(), [channel_folder]);
    assert.deepEqual(await ears.heard(), toEveryone({ type: 'channel_folder', op: 'add', channel_folder }));
  });

  it('takes 60 and 1024 characters of any kind, and an empty description', async (t) => {
    const { create, folders } = await setScene(t);

    await create('🍲'.repeat(60), '🍲'.repeat(1024));
    await create('x'.repeat(60));

    const brief = (await folders()).map(({ name, description }) => [name, description]);
    assert.deepEqual(brief, [
      ['🍲'.repeat(60), '🍲'.repeat(1024)],
      ['x'.repeat(60), ''],
    ]);
  });

  for (const [what, name, error] of badNames) {
    it(`refuses ${what}`, async (t) => {
      const scene = await setScene(t);
      await scene.create('Design');
      const ears = await listen(scene, everyone);

      const { body } = await scene.as('admin').post('/channel_folders/create', { name, description: '' });

      assert.deepEqual(body, error);
      assert.equal((await scene.folders()).length, 1);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('refuses a description of 1025 characters, and none at all', async (t) => {
    const { as, folders } = await setScene(t);
    const create = async (values: Values) => (await as('admin').post('/channel_folders/create', values)).body;

    assert.deepEqual(
      await create({ name: 'Design', description: 'x'.repeat(1025) }),
      badRequest('description is too long (limit: 1024 characters)'),
    );
    assert.deepEqual(await create({ name: 'Design' }), {
      ...badRequest("Missing 'description' argument", { var_name: 'description' }),
      code: 'REQUEST_VARIABLE_MISSING',
    });
    assert.deepEqual(await folders(), []);
  });

  it('lets the name of an archived folder be taken', async (t) => {
    const { create, update, folders } = await setScene(t);
    await update(await create('Design'), { is_archived: true });

    await create('design');

    const brief = (await folders()).map(({ name, is_archived }) => [name, is_archived]);
    assert.deepEqual(brief, [
      ['Design', true],
      ['design', false],
    ]);
  });

  it('puts a folder after all others, also once they were reordered', async (t) => {
    const { create, reorder, folders } = await setScene(t);
    const [design, sales] = [await create('Design'), await create('Sales')];
    await reorder([sales, design]);

    const people = await create('People');

    const places = (await folders()).map(({ id, order }) => [id, order]);
    assert.deepEqual(places, [
      [sales, 0],
      [design, 1],
      [people, people],
    ]);
  });
});

describe('GET /channel_folders', () => {
  it('lists those that are not archived, in their order', async (t) => {
    const { create, update, reorder, folders } = await setScene(t);
    const [design, sales, people] = [await create('Design'), await create('Sales'), await create('People')];
    await reorder([people, sales, design]);
    await update(sales, { is_archived: true });

    const ids = (list: Values[]) => list.map(({ id }) => id);
    assert.deepEqual(ids(await folders(false)), [people, design]);
    assert.deepEqual(ids(await folders(true)), [people, sales, design]);
  });

  it('is the same for everyone with an account', async (t) => {
    const { as, anonymous, create } = await setScene(t);
    await create('Design');

    for (const name of everyone) {
      const { body } = await as(name).get('/channel_folders');
      assert.deepEqual(
        body.channel_folders.map((one: Values) => one.name),
        ['Design'],
      );
    }
    const { status, body } = await anonymous.get('/channel_folders');
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
  });

  it('is what a client gets when it registers, the archived included', async (t) => {
    const { as, create, update, folders } = await setScene(t);
    await create('Design');
    await update(await create('Sales'), { is_archived: true });

    const { body } = await as('guest').post('/register', { fetch_event_types: ['channel_folders'] });
    const { body: other } = await as('guest').post('/register', { fetch_event_types: ['message'] });

    assert.deepEqual(body.channel_folders, await folders());
    assert.equal(body.channel_folders.length, 2);
    assert.equal(other.channel_folders, undefined);
  });
});

describe('PATCH /channel_folders', () => {
  it('puts all folders into an order, and tells everyone', async (t) => {
    const scene = await setScene(t);
    const [design, sales] = [await scene.create('Design'), await scene.create('Sales')];
    await scene.update(sales, { is_archived: true });
    const ears = await listen(scene, everyone);

    assert.deepEqual(await scene.reorder([sales, design]), ok);

    const places = (await scene.folders()).map(({ id, order }) => [id, order]);
    assert.deepEqual(places, [
      [sales, 0],
      [design, 1],
    ]);
    assert.deepEqual(await ears.heard(), toEveryone({ type: 'channel_folder', op: 'reorder', order: [sales, design] }));
  });

  it('changes nothing and tells nobody of an order that is there already', async (t) => {
    const scene = await setScene(t);
    const [design, sales] = [await scene.create('Design'), await scene.create('Sales')];
    const before = await scene.folders();
    const ears = await listen(scene, everyone);

    for (const order of [
      [design, sales],
      [design, 999, sales],
      [sales, design, sales],
    ]) {
      assert.deepEqual(await scene.reorder(order), ok);
    }

    assert.deepEqual(await scene.folders(), before);
    assert.deepEqual(await ears.heard(), {});
  });

  it('passes over ids of no folder', async (t) => {
    const { create, reorder, folders } = await setScene(t);
    const [design, sales] = [await create('Design'), await create('Sales')];

    assert.deepEqual(await reorder([-1, sales, 999, design]), ok);

    const places = (await folders()).map(({ id, order }) => [id, order]);
    assert.deepEqual(places, [
      [sales, 1],
      [design, 3],
    ]);
  });

  it('refuses an order that lacks a folder, even an archived one', async (t) => {
    const scene = await setScene(t);
    const [design, sales] = [await scene.create('Design'), await scene.create('Sales')];
    await scene.update(sales, { is_archived: true });
    const before = await scene.folders();
    const ears = await listen(scene, everyone);

    for (const order of [[], [design], [sales], [design, design]]) {
      assert.deepEqual(await scene.reorder(order), badRequest('Invalid order mapping.'));
    }
    assert.deepEqual(await scene.reorder('x'), badRequest('order is not valid JSON'));
    assert.deepEqual(await scene.reorder([`${design}`]), badRequest('order[0] is not an integer'));

    assert.deepEqual(await scene.folders(), before);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('PATCH /channel_folders/{channel_folder_id}', () => {
  it('changes what is given, with an event for each change', async (t) => {
    const scene = await setScene(t);
    const id = await scene.create('Design', 'Old');
    const [before] = await scene.folders();
    const ears = await listen(scene, everyone);

    const answer = await scene.update(id, { name: 'Sales', description: '**New**', is_archived: true });

    const name = { name: 'Sales' };
    const description = { description: '**New**', rendered_description: '<p><strong>New</strong></p>' };
    const archived = { is_archived: true };
    assert.deepEqual(answer, ok);
    assert.deepEqual(await scene.folders(), [{ ...before, ...name, ...description, ...archived }]);
    const news = (data: object) => ({ type: 'channel_folder', op: 'update', channel_folder_id: id, data });
    assert.deepEqual(await ears.heard(), toEveryone(news(name), news(description), news(archived)));
  });

  it('says nothing of what stays', async (t) => {
    const scene = await setScene(t);
    const id = await scene.create('Design', 'Old');
    const before = await scene.folders();
    const ears = await listen(scene, everyone);

    assert.deepEqual(await scene.update(id, {}), ok);
    assert.deepEqual(await scene.update(id, { name: ' Design', description: 'Old', is_archived: false }), ok);

    assert.deepEqual(await scene.folders(), before);
    assert.deepEqual(await ears.heard(), {});
  });

  it('lets a folder change the case of its own name', async (t) => {
    const { create, update, folders } = await setScene(t);
    const id = await create('Design');

    assert.deepEqual(await update(id, { name: 'DESIGN' }), ok);

    assert.equal((await folders())[0]?.name, 'DESIGN');
  });

  for (const [what, name, error] of badNames) {
    it(`refuses ${what}, and changes nothing`, async (t) => {
      const scene = await setScene(t);
      await scene.create('Design');
      const id = await scene.create('Sales', 'Old');
      const before = await scene.folders();
      const ears = await listen(scene, everyone);

      assert.deepEqual(await scene.update(id, { name, description: 'New', is_archived: true }), error);

      assert.deepEqual(await scene.folders(), before);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('refuses a description of 1025 characters', async (t) => {
    const { create, update, folders } = await setScene(t);
    const id = await create('Design');
    const before = await folders();

    const answer = await update(id, { name: 'Sales', description: 'x'.repeat(1025) });

    assert.deepEqual(answer, badRequest('description is too long (limit: 1024 characters)'));
    assert.deepEqual(await folders(), before);
  });

  it('archives no folder that holds a channel, even an archived one', async (t) => {
    const scene = await setScene(t);
    const id = await scene.create('Design');
    await fill(scene, id);
    const ears = await listen(scene, everyone, { event_types: ['channel_folder'] });
    const error = badRequest('You need to remove all the channels from this folder to archive it.');

    assert.deepEqual(await scene.update(id, { name: 'Sales', is_archived: true }), error);
    await scene.as('admin').delete('/streams/1');
    assert.deepEqual(await scene.update(id, { is_archived: true }), error);

    const brief = (await scene.folders()).map(({ name, is_archived }) => [name, is_archived]);
    assert.deepEqual(brief, [['Design', false]]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('archives a folder that its channels have left', async (t) => {
    const scene = await setScene(t);
    const id = await scene.create('Design');
    await fill(scene, id);
    await fill(scene, null);

    assert.deepEqual(await scene.update(id, { is_archived: true }), ok);

    assert.equal((await scene.folders())[0]?.is_archived, true);
  });

  it('brings a folder back, unless its name was taken', async (t) => {
    const scene = await setScene(t);
    const id = await scene.create('Design');
    await scene.update(id, { is_archived: true });
    await scene.create('design');
    const ears = await listen(scene, ['alice']);

    const inUse = badRequest('Channel folder name already in use');
    assert.deepEqual(await scene.update(id, { description: 'New', is_archived: false }), inUse);
    assert.deepEqual(await scene.update(id, { name: 'Design', is_archived: true }), ok, 'nothing changes');
    assert.deepEqual(await ears.heard(), {});
    assert.deepEqual(await scene.update(id, { name: 'Sales', is_archived: false }), ok);

    const brief = (await scene.folders()).map(({ name, is_archived }) => [name, is_archived]);
    assert.deepEqual(brief, [
      ['Sales', false],
      ['design', false],
    ]);
    assert.deepEqual(await ears.gist(), { alice: ['channel_folder', 'channel_folder'] });
  });

  it('answers clearly for a folder that is not there', async (t) => {
    const { create, update, folders } = await setScene(t);
    await create('Design');

    for (const id of [0, -1, 2, Number.MAX_SAFE_INTEGER]) {
      assert.deepEqual(await update(id, { name: 'Sales' }), badRequest('Invalid channel folder ID'));
    }
    assert.equal((await folders())[0]?.name, 'Design');
  });
});

describe('channel folders', () => {
  it('are made, changed and ordered by administrators alone', async (t) => {
    const scene = await setScene(t);
    const id = await scene.create('Design');
    const tries = async (name: CastName): Promise<Answer[]> => [
      await scene.as(name).post('/channel_folders/create', { name: `By ${name}`, description: '' }),
      await scene.as(name).patch(`/channel_folders/${id}`, { description: `By ${name}` }),
      await scene.as(name).patch('/channel_folders', { order: Array.from({ length: 9 }, (_, index) => index) }),
    ];
    const results = async (name: CastName) => (await tries(name)).map(({ body }) => body.result);
    const refused = async (name: CastName) => (await tries(name)).map(({ body }) => body);

    for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
      assert.deepEqual(await refused(name), Array(3).fill(administratorRequired));
    }
    assert.equal((await scene.folders()).length, 1);
    for (const name of ['owner', 'admin'] as const) {
      assert.deepEqual(await results(name), ['success', 'success', 'success']);
    }
    assert.equal((await scene.folders()).length, 3);
  });

  it('need an account', async (t) => {
    const { anonymous } = await setScene(t);
    const answers = [
      await anonymous.post('/channel_folders/create', { name: 'Design', description: '' }),
      await anonymous.patch('/channel_folders/1', { name: 'Design' }),
      await anonymous.patch('/channel_folders', { order: [] }),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code]),
      Array(3).fill([401, 'UNAUTHORIZED']),
    );
  });
});
