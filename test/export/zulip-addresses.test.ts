import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { findUserByEmail } from '../../src/users/user.ts';
import { clientsOf, importFiles, openEmpty } from '../import/scene.ts';
import { ids, realmTables, user } from '../import/zulip-export.ts';
import { png, upload } from '../support/pictures.ts';
import { exportForZulip } from './zulip-files.ts';

/** What Zulip's import checks of each address: the rule of Django's validator, names and domains in ASCII. */
function isValid(email: string): boolean {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/s.exec(email) ?? [];
  const isName = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(name);
  const isDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}(?<!-)$/i.test(domain);
  return email.length <= 254 && isName && (isDomain || domain === 'localhost');
}

/** An organization served at `host`, with a bot made there. */
async function organizationAt(t: TestContext, host: string): Promise<App> {
  const app = openEmpty(t);
  await importFiles(t, app, { 'realm.json': realmTables() });
  app.config.host = host;
  const as = await clientsOf(t, app);
  const { body } = await as(ids.alice).post('/bots', { full_name: 'Builder', short_name: 'build' });
  assert.equal(body.result, 'success', body.msg);
  return app;
}

interface Person {
  id: number;
  full_name: string;
  email: string;
  delivery_email: string;
}

async function peopleOf(t: TestContext, app: App) {
  const { folder, said } = await exportForZulip(t, app);
  const people: Person[] = JSON.parse(readFileSync(join(folder, 'realm.json'), 'utf8')).zerver_userprofile;
  for (const { email, delivery_email } of people) {
    assert.ok(isValid(email), email);
    assert.ok(isValid(delivery_email), delivery_email);
  }
  assert.equal(new Set(people.map((one) => one.delivery_email.toLowerCase())).size, people.length);
  return { folder, said, addressOf: (name: string) => people.find((one) => one.full_name === name)?.delivery_email };
}

const remark = (count: number) => ({
  count,
  noun: 'e-mail addresses',
  reason: 'Zulip accepts only others for them',
});

describe('addresses in chatd export --format zulip', () => {
  for (const [host, expected] of [
    ['127.0.0.1', 'build-bot@127.0.0.1.invalid'],
    ['192.168.1.20', 'build-bot@192.168.1.20.invalid'],
    ['[fe80::1]', 'build-bot@fe80-1.invalid'],
    ['chat', 'build-bot@chat.invalid'],
    ['localhost', 'build-bot@localhost'],
    ['chat.example.com', 'build-bot@chat.example.com'],
  ] as const) {
    it(`are valid where the organization is served at ${host}`, async (t) => {
      const { addressOf, said } = await peopleOf(t, await organizationAt(t, host));

      assert.equal(addressOf('Builder'), expected);
      const replaced = said.left_out.filter(({ noun }) => noun === 'e-mail addresses');
      assert.deepEqual(replaced, expected.endsWith('.invalid') ? [remark(1)] : []);
    });
  }

  it('are valid and different, whatever people have here', async (t) => {
    const app = openEmpty(t);
    const written = {
      Dots: '.a..b.@slack.invalid',
      Umlaut: 'ülker@example.com',
      Abroad: 'ann@bücher.example',
      Nowhere: 'ann@xn--bcher-kva.example',
      Room: 'room@intranet',
      Taken: 'room@intranet.invalid',
      Under: 'x@my_host',
      Long: `${'n'.repeat(244)}@intranet`,
    };
    const people = Object.entries(written).map(([name, delivery_email], index) =>
      user(200 + index, name, { delivery_email }),
    );
    const tables = realmTables();
    const zerver_userprofile = [...(tables.zerver_userprofile ?? []), ...people];
    await importFiles(t, app, { 'realm.json': { ...tables, zerver_userprofile } });
    for (const email of Object.values(written)) assert.ok(findUserByEmail(app.db, email), email);

    const { addressOf, said } = await peopleOf(t, app);

    assert.deepEqual(Object.fromEntries(Object.keys(written).map((name) => [name, addressOf(name)])), {
      Dots: 'user200@chatd.invalid',
      Umlaut: 'user201@chatd.invalid',
      Abroad: 'ann@xn--bcher-kva.example.invalid',
      Nowhere: 'ann@xn--bcher-kva.example',
      Room: 'user204@chatd.invalid',
      Taken: 'room@intranet.invalid',
      Under: 'x@my-host.invalid',
      Long: 'user207@chatd.invalid',
    });
    assert.deepEqual(said.left_out.at(-1), remark(6));
  });

  it('are the same in the records of files and pictures', async (t) => {
    const app = await organizationAt(t, '127.0.0.1');
    const as = await clientsOf(t, app);
    const bot = findUserByEmail(app.db, 'build-bot@127.0.0.1');
    const { body } = await upload(as(bot?.id ?? 0), '/user_uploads', [Buffer.from('log')]);
    await as(bot?.id ?? 0).post('/messages', { type: 'direct', to: [ids.alice], content: `[log](${body.url})` });
    assert.equal((await upload(as(bot?.id ?? 0), '/users/me/avatar', [png()])).status, 200);

    const { folder } = await exportForZulip(t, app);

    for (const kind of ['uploads', 'avatars']) {
      const records = JSON.parse(readFileSync(join(folder, kind, 'records.json'), 'utf8'));
      const own = records.filter((one: { user_profile_id: number }) => one.user_profile_id === bot?.id);
      assert.ok(own.length > 0, kind);
      for (const one of own) assert.equal(one.user_profile_email, 'build-bot@127.0.0.1.invalid');
    }
  });
});

describe('the organization in chatd export --format zulip', () => {
  it('has a name and a description that fit, whatever an import brought', async (t) => {
    const app = openEmpty(t);
    const tables = realmTables();
    const [realm] = tables.zerver_realm ?? [];
    const long = { name: '😀'.repeat(50), description: 'x'.repeat(2000) };
    await importFiles(t, app, { 'realm.json': { ...tables, zerver_realm: [{ ...realm, ...long }] } });

    const { folder } = await exportForZulip(t, app);

    const [there] = JSON.parse(readFileSync(join(folder, 'realm.json'), 'utf8')).zerver_realm;
    assert.deepEqual([there.name, there.description.length], ['😀'.repeat(40), 1000]);
  });
});
