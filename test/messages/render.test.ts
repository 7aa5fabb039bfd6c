import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { doCreateGroup } from '../../src/groups/user-group.ts';
import { doRenderAgain } from '../../src/messages/render-again.ts';
import { doAddLinkifier } from '../../src/organization/linkifier.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { storeUserSetting } from '../../src/users/settings.ts';
import { roles } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

interface Scene extends TestServer {
  /** What a message would look like, without the paragraph. */
  rendered: (name: CastName, content: string) => Promise<string>;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  return {
    ...server,
    rendered: async (name, content) => {
      const { body } = await server.as(name).post('/messages/render', { content });
      return body.rendered.replace(/^<p>|<\/p>$/g, '');
    },
  };
}

describe('POST /messages/render', () => {
  it('asks for credentials', async (t) => {
    const { anonymous } = await startServer(t);

    const { status } = await anonymous.post('/messages/render', { content: 'a' });

    assert.equal(status, 401);
  });

  it('shows what a message would look like, to guests and bots too, and sends nothing', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['owner', 'alice', 'bob']);

    for (const name of ['alice', 'guest', 'bot'] as const) {
      const { status, body } = await server.as(name).post('/messages/render', { content: '**soup** @**Bob Member**' });

      const rendered = `<p><strong>soup</strong> <span class="user-mention" data-user-id="${server.users.bob.id}">@Bob Member</span></p>`;
      assert.deepEqual([status, body], [200, { result: 'success', msg: '', rendered }]);
    }

    assert.deepEqual(await ears.heard(), {});
    assert.equal(server.db.value('SELECT count(*) FROM messages'), 0);
  });

  it('needs a content, of at most 10,000 characters', async (t) => {
    const { as } = await startServer(t);

    const [none, long, most] = await Promise.all([
      as('alice').post('/messages/render'),
      as('alice').post('/messages/render', { content: '🍲'.repeat(10_001) }),
      as('alice').post('/messages/render', { content: '🍜'.repeat(10_000) }),
    ]);

    assert.deepEqual(
      [none.status, none.body],
      [400, badRequest("Missing 'content' argument", { code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' })],
    );
    assert.deepEqual([long.status, long.body], [400, badRequest('Message is too long (limit: 10000 characters).')]);
    assert.equal(most.status, 200);
  });

  it('renders nothing as nothing', async (t) => {
    const { rendered } = await setScene(t);

    assert.equal(await rendered('alice', ''), '');
  });
});

describe('names in a message', () => {
  it('of people mean them in any case, also the deactivated, whom they do not call', async (t) => {
    const { rendered, users, db } = await setScene(t);
    const { id } = users.bob;
    const before = await rendered('alice', '@**bOB mEMBER**');
    db.run('UPDATE users SET is_active = 0 WHERE id = ?', id);

    const after = await rendered('alice', '@**bOB mEMBER**');

    assert.deepEqual(
      [before, after],
      [
        `<span class="user-mention" data-user-id="${id}">@Bob Member</span>`,
        `<span class="user-mention silent" data-user-id="${id}">Bob Member</span>`,
      ],
    );
  });

  it('that several people have mean none of them; with an id, or if the others are gone, they do', async (t) => {
    const { rendered, app, db, users } = await setScene(t);
    const twin = db.transaction(() =>
      doCreateUser(app, { email: 'b2@x.org', full_name: 'bob member', role: roles.member, password_hash: null }),
    );
    const both = await rendered('alice', '@**Bob Member**');
    const one = await rendered('alice', `@**Bob Member|${twin.id}**`);
    db.run('UPDATE users SET is_active = 0 WHERE id = ?', twin.id);

    const other = await rendered('alice', '@**Bob Member**');

    assert.deepEqual(
      [both, one, other],
      [
        '@<strong>Bob Member</strong>',
        `<span class="user-mention" data-user-id="${twin.id}">@bob member</span>`,
        `<span class="user-mention" data-user-id="${users.bob.id}">@Bob Member</span>`,
      ],
    );
  });

  it('of people whom a guest may not know of mean nobody to the guest', async (t) => {
    const { rendered, as, db, users } = await setScene(t);
    const { id } = users.bob;
    const members = db.value<number>("SELECT id FROM groups WHERE name = 'role:members'") as number;
    const before = await rendered('guest', '@**Bob Member**');
    await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    setRealmSetting(db, 'can_access_all_users_group', members);

    const after = [await rendered('guest', '@**Bob Member**'), await rendered('guest', `@**|${id}**`)];

    assert.equal(before, `<span class="user-mention" data-user-id="${id}">@Bob Member</span>`);
    assert.deepEqual(after, ['@<strong>Bob Member</strong>', `@<strong>|${id}</strong>`]);
    assert.equal(
      await rendered('guest', '@**Gus Guest**'),
      `<span class="user-mention" data-user-id="${users.guest.id}">@Gus Guest</span>`,
    );
  });

  it('of groups mean them, and the deactivated call nobody', async (t) => {
    const { rendered, app, db, users } = await setScene(t);
    const group = { name: 'Cooks', description: '', members: [users.bob.id], subgroups: [], permissions: {} };
    const id = db.transaction(() => doCreateGroup(app, users.alice, group));
    const before = await rendered('alice', '@*cooks*');
    db.run('UPDATE groups SET deactivated = 1 WHERE id = ?', id);

    assert.deepEqual(
      [before, await rendered('alice', '@*cooks*')],
      [
        `<span class="user-group-mention" data-user-group-id="${id}">@Cooks</span>`,
        `<span class="user-group-mention silent" data-user-group-id="${id}">Cooks</span>`,
      ],
    );
  });

  it('of private channels mean nothing to those who may not know of them, and look as if there were none', async (t) => {
    const { rendered, as } = await setScene(t);
    const id = await subscribe(as('alice'), 'cellar', { invite_only: true });
    await send(as('alice'), { to: 'cellar', topic: 'wine' });
    const content = '#**cellar** #**cellar>wine** #**cellar>wine@1**';

    const texts = [await rendered('bob', content), await rendered('bob', content.replaceAll('cellar', 'nowhere'))];

    assert.match(
      await rendered('alice', content),
      new RegExp(`data-stream-id="${id}" href="/#narrow/channel/${id}-cellar"`),
    );
    assert.equal(
      texts[0],
      '#<strong>cellar</strong> #<strong>cellar&gt;wine</strong> #<strong>cellar&gt;wine@1</strong>',
    );
    assert.equal(texts[1], texts[0]?.replaceAll('cellar', 'nowhere'));
  });

  it('of topics lead to their newest message, where the writer may read them all', async (t) => {
    const { rendered, as } = await setScene(t);
    const id = await subscribe(as('alice'), 'kitchen', { principals: ['alice@example.com'] });
    const cellar = await subscribe(as('alice'), 'cellar', { invite_only: true, history_public_to_subscribers: false });
    await send(as('alice'), { to: 'kitchen', topic: 'Soup' });
    const newest = await send(as('alice'), { to: 'kitchen', topic: 'soup' });
    await send(as('alice'), { to: 'cellar', topic: 'wine' });

    const links = [];
    for (const text of ['#**kitchen>SOUP**', '#**kitchen>bread**', '#**cellar>wine**']) {
      links.push(await rendered('alice', text));
    }

    const link = (channel_id: number, url: string, text: string) =>
      `<a class="stream-topic" data-stream-id="${channel_id}" href="/#narrow/channel/${url}">${text}</a>`;
    assert.deepEqual(links, [
      link(id, `${id}-kitchen/topic/SOUP/with/${newest}`, '#kitchen &gt; SOUP'),
      link(id, `${id}-kitchen/topic/bread`, '#kitchen &gt; bread'),
      link(cellar, `${cellar}-cellar/topic/wine`, '#cellar &gt; wine'),
    ]);
  });

  it('of topics lead to their newest message, too, where an older renderer named the first', async (t) => {
    const { app, db, as } = await setScene(t);
    const id = await subscribe(as('alice'), 'kitchen');
    const first = await send(as('alice'), { to: 'kitchen', topic: 'soup' });
    const newest = await send(as('alice'), { to: 'kitchen', topic: 'soup' });
    const link = await send(as('alice'), { to: 'kitchen', topic: 'links', content: '#**kitchen>soup**' });
    const version = 12; // the last that named the first
    const sql =
      'UPDATE messages SET rendered_version = ?, rendered_content = replace(rendered_content, ?, ?) WHERE id = ?';
    db.run(sql, version, `/with/${newest}"`, `/with/${first}"`, link);

    assert.equal(doRenderAgain(app, { all: false }), 1);

    assert.equal(
      db.value('SELECT rendered_content FROM messages WHERE id = ?', link),
      `<p><a class="stream-topic" data-stream-id="${id}" href="/#narrow/channel/${id}-kitchen/topic/soup/with/${newest}">` +
        '#kitchen &gt; soup</a></p>',
    );
  });

  it('of the empty topic are its display name', async (t) => {
    const { rendered, as } = await setScene(t);
    const id = await subscribe(as('alice'), 'kitchen');
    const newest = await send(as('alice'), { to: 'kitchen', topic: '' });

    const links = [await rendered('alice', '#**kitchen>**'), await rendered('alice', '#**kitchen>general chat**')];

    const link =
      `<a class="stream-topic" data-stream-id="${id}" href="/#narrow/channel/${id}-kitchen/topic//with/${newest}">` +
      '#kitchen &gt; <em>general chat</em></a>';
    assert.deepEqual(links, [link, link]);
  });

  it('of emoji mean those of the organization first, as long as they are in use', async (t) => {
    const { rendered, db } = await setScene(t);
    const { id } = db.run("INSERT INTO realm_emoji (name) VALUES ('smile')");
    const own = await rendered('alice', ':smile:');
    db.run('UPDATE realm_emoji SET deactivated = 1');

    assert.equal(own, `<img alt=":smile:" class="emoji" src="/emoji/${id}.png" title="smile">`);
    assert.match(await rendered('alice', ':smile:'), /^<span aria-label="smile" class="emoji emoji-1f642"/);
  });
});

describe('what else decides how a message looks', () => {
  it('is each linkifier, from when it is added', async (t) => {
    const { rendered, app, db } = await setScene(t);
    const before = await rendered('alice', 'see #12');
    db.transaction(() =>
      doAddLinkifier(app, {
        pattern: '#(?P<id>[0-9]+)',
        url_template: 'https://bugs.example.com/{id}',
        example_input: null,
        reverse_template: null,
        alternative_url_templates: [],
      }),
    );

    const after = await rendered('alice', 'see #12');

    assert.deepEqual([before, after], ['see #12', 'see <a href="https://bugs.example.com/12">#12</a>']);
  });

  it('is whether the writer wishes emoticons to be emoji', async (t) => {
    const { rendered, db, users } = await setScene(t);
    storeUserSetting(db, users.alice.id, 'translate_emoticons', true);

    assert.match(await rendered('alice', 'a :)'), /^a <span .*emoji-1f642/);
    assert.equal(await rendered('bob', 'a :)'), 'a :)');
  });

  it('is whether the organization shows previews', async (t) => {
    const { rendered, as, db } = await setScene(t);
    const url = await uploadFile(as('alice'), png(), 'a.png');
    const content = `[a](${url})`;
    const shown = await rendered('alice', content);
    setRealmSetting(db, 'inline_image_preview', false);

    assert.match(shown, /message_inline_image/);
    assert.equal(await rendered('alice', content), `<a href="${url}">a</a>`);
  });

  it('is the address of the server', async (t) => {
    const { rendered, url } = await setScene(t);

    assert.equal(await rendered('alice', `[a](${url}/#narrow/is/starred)`), '<a href="#narrow/is/starred">a</a>');
  });

  it('is not what changes later: history stays as it was rendered, and what was written is kept', async (t) => {
    const { as, db, users } = await setScene(t);
    await subscribe(as('alice'), 'kitchen');
    const id = await send(as('alice'), { to: 'kitchen', content: '@**Bob Member** :smile:' });
    const before = (await as('alice').get(`/messages/${id}`)).body;
    db.run("UPDATE users SET full_name = 'Robert' WHERE id = ?", users.bob.id);
    db.run("INSERT INTO realm_emoji (name) VALUES ('smile')");

    const after = (await as('alice').get(`/messages/${id}`)).body;

    assert.equal(after.message.content, before.message.content);
    assert.equal(after.raw_content, '@**Bob Member** :smile:');
  });
});

describe('what a message has', () => {
  const facts = ({ db }: TestServer, id: number) =>
    db.get('SELECT has_link, has_image, has_attachment FROM messages WHERE id = ?', id);
  const cases: [content: string, has_link: number, has_image: number, has_attachment: number][] = [
    ['nothing', 0, 0, 0],
    ['`http://x.org/a.png`', 0, 0, 0],
    ['http://x.org', 1, 0, 0],
    ['> a@x.org', 1, 0, 0],
    ['#**general**', 1, 0, 0],
    ['http://x.org/a.png', 1, 1, 0],
    ['[a](/user_uploads/1/a.pdf)', 1, 0, 1],
    ['[a](/user_uploads/1/a.png)', 1, 1, 1],
  ];
  for (const [content, has_link, has_image, has_attachment] of cases) {
    it(`is found when it is sent and when it becomes ${content}`, async (t) => {
      const server = await startServer(t);
      const alice = server.as('alice');
      await subscribe(alice, 'kitchen');
      const sent = await send(alice, { to: 'kitchen', content });
      const edited = await send(alice, { to: 'kitchen', content: '[b](/user_uploads/1/b.png)' });
      const undone = await send(alice, { to: 'kitchen', content: 'first' });

      for (const id of [edited, undone]) {
        assert.equal((await alice.patch(`/messages/${id}`, { content })).status, 200);
      }

      const expected = { has_link, has_image, has_attachment };
      assert.deepEqual(
        [facts(server, sent), facts(server, edited), facts(server, undone)],
        [expected, expected, expected],
      );
    });
  }
});
