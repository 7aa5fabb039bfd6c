import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setupUrl } from '../../src/accounts/setup.ts';
import { listEntries } from '../../src/audit/entries.ts';
import { roles } from '../../src/users/user.ts';
import { Browser } from '../support/browser.ts';
import { listen } from '../support/events.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';

const ada = { organization: 'Tea House', full_name: 'Ada', email: 'ada@example.com', password: 'a good one, this' };

interface Scene extends TestServer {
  link: string;
  browser: Browser;
}

/** A server whose owner is none, and the link of its first owner. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  server.db.run('UPDATE users SET role = ? WHERE id = ?', roles.member, server.users.owner.id);
  return { ...server, link: setupUrl(server.app), browser: new Browser(server) };
}

describe('/setup/{key}/', () => {
  it('makes the owner, names the organization, tells everyone, and logs the owner in', async (t) => {
    const scene = await setScene(t);
    const { browser, link } = scene;
    const ears = await listen(scene, ['bob']);

    const shown = await browser.open(link);
    const { status, headers } = await browser.submit(link, { ...ada, organization: '  Tea House ' });

    assert.deepEqual([shown.status, shown.title], [200, 'Set up chatd']);
    assert.deepEqual(
      shown.html.match(/<label for="\w+">[^<]*/g)?.map((label) => label.replace(/.*>/, '')),
      ['E-mail address', 'Password', 'Your name', 'Name of the organization'],
    );
    assert.deepEqual([status, headers.get('location')], [303, '/#welcome']);
    const { body } = await browser.call('GET', '/users/me');
    assert.deepEqual([body.email, body.full_name, body.is_owner], ['ada@example.com', 'Ada', true]);
    const settings = (await browser.call('GET', '/server_settings')).body;
    assert.equal(settings.realm_name, 'Tea House');
    const heard = (await ears.heard()).bob as { type: string; property?: string; value?: string }[];
    assert.ok(
      heard.some(({ type, property, value }) => type === 'realm' && property === 'name' && value === 'Tea House'),
    );
    assert.ok(heard.some(({ type }) => type === 'realm_user'));
    const subscriptions = (await browser.call('GET', '/users/me/subscriptions')).body.subscriptions;
    assert.deepEqual(
      subscriptions.map(({ name }: { name: string }) => name),
      ['general'],
    );
    const [entry] = listEntries(scene.db, {}, 1);
    assert.deepEqual([entry?.action, entry?.acting_user_id, entry?.address], ['setup', null, '127.0.0.1']);
  });

  it('gives everyone the clock that is usual in the language of the owner', async (t) => {
    for (const [language, expected] of Object.entries({ de: true, en: false, ko: false, 'pt-br': true })) {
      const { browser, link } = await setScene(t);
      await browser.open(`/login?language=${language}`);

      await browser.submit(link, ada);

      const { body } = await browser.call('POST', '/register', {
        fetch_event_types: ['realm_user_settings_defaults', 'user_settings'],
      });
      const { realm_user_settings_defaults: ofNewcomers, user_settings: own } = body;
      const clocks = [own.twenty_four_hour_time, ofNewcomers.twenty_four_hour_time];
      assert.deepEqual([own.default_language, ...clocks], [language, expected, expected]);
    }
  });

  it('is pointed to at the address of the server until there is an owner', async (t) => {
    const { db, users, browser } = await setScene(t);
    const sentence = 'This server has no owner yet: open the address that it printed when it started.';

    const before = await browser.open('/');
    db.run('UPDATE users SET role = ? WHERE id = ?', roles.owner, users.owner.id);
    const after = await browser.open('/');

    assert.deepEqual(
      [before, after].map(({ html }) => html.includes(sentence)),
      [true, false],
    );
  });

  const ends: [string, (scene: Scene) => string][] = [
    [
      'after half an hour',
      ({ clock, link }) => {
        clock.advance(1800);
        return link;
      },
    ],
    [
      'once there is an owner',
      ({ db, users, link }) => {
        db.run('UPDATE users SET role = ? WHERE id = ?', roles.owner, users.bob.id);
        return link;
      },
    ],
    ['for longer', ({ link }) => link.replace(/\.(\d{10})\./, (_, time) => `.${Number(time) + 1}.`)],
    ['without a seal', ({ link }) => link.replace(/\.[\w-]+\/$/, './')],
    ['with more', ({ link }) => link.replace(/\/$/, '.x/')],
    ['with nothing right', ({ url }) => `${url}/setup/x/`],
    [
      'in another organization',
      ({ db, link }) => {
        db.run("UPDATE realm SET uuid = 'another'");
        return link;
      },
    ],
  ];
  for (const [what, change] of ends) {
    it(`does not work ${what}`, async (t) => {
      const scene = await setScene(t);
      const link = change(scene);
      const before = takeSnapshot(scene.db);

      const pages = [await scene.browser.open(link), await scene.browser.submit(link, ada)];

      assert.deepEqual(
        pages.map(({ status, title }) => [status, title]),
        Array(2).fill([404, 'This link does not work']),
      );
      assert.deepEqual(listChangedTables(scene.db, before), []);
    });
  }

  it('says beside each field what is wrong, keeps what was typed, and changes nothing', async (t) => {
    const { db, browser, link } = await setScene(t);
    const before = takeSnapshot(db);
    const tries: [Partial<typeof ada>, Record<string, string>][] = [
      [{ organization: ' ' }, { organization: 'Name of the organization cannot be blank' }],
      [
        { organization: 'x'.repeat(41) },
        { organization: 'Name of the organization is too long (limit: 40 characters)' },
      ],
      [{ full_name: '' }, { full_name: 'Please type your name, of at least two characters.' }],
      [{ email: 'ada' }, { email: 'This does not look like an e-mail address.' }],
      [{ email: 'bob@example.com' }, { email: 'This address already has an account: log in with it.' }],
      [{ password: 'short' }, { password: 'The password must have at least 8 characters.' }],
    ];

    for (const [values, problems] of tries) {
      const { status, html, title } = await browser.submit(link, { ...ada, ...values });
      const found = html.matchAll(/<p class="error" id="(\w+)-error">([^<]*)<\/p>/g);
      assert.deepEqual([status, title], [422, 'Not yet: Set up chatd']);
      assert.deepEqual(Object.fromEntries([...found].map(([, field, text]) => [field, text])), problems);
      assert.match(html, new RegExp(`value="${values.full_name ?? 'Ada'}"|required[^>]*aria-invalid`));
      assert.doesNotMatch(html, /a good one/);
    }
    assert.deepEqual(listChangedTables(db, before), []);
  });
});
