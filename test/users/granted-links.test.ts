import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { findUserByKey } from '../../src/accounts/api-key.ts';
import { doChangeEmail } from '../../src/accounts/email.ts';
import { resetUrl } from '../../src/accounts/password-reset.ts';
import { getChannel } from '../../src/conversations/channel.ts';
import { channelAddress, readAddress, replyAddress } from '../../src/gateway/address.ts';
import { textsIn } from '../../src/ground/texts.ts';
import { doAskToConfirm, findEntry } from '../../src/invites/sign-up.ts';
import { unsubscribeUrl } from '../../src/missed/unsubscribe.ts';
import { doMark, doRequestExport, exportFile, listUnfinishedExports } from '../../src/organization/data-export.ts';
import { roles } from '../../src/users/user.ts';
import { givePassword } from '../contract/call.ts';
import { giveApp } from '../support/authenticator-app.ts';
import { Browser, browserOf, type Page } from '../support/browser.ts';
import { fetchFile, uploadFile } from '../support/files.ts';
import { giveMailServer, type Mailbox } from '../support/mail.ts';
import { send } from '../support/scene.ts';
import { castPassword, startServer, type TestServer } from '../support/server.ts';

type Holder = 'alice' | 'admin';

interface Scene extends TestServer {
  mailbox: Mailbox;
  holder: Holder;
  /** A browser in which the holder is logged in. */
  browser: Browser;
}

/** Whether a granted link works. */
type Works = () => boolean | Promise<boolean>;

async function setScene(t: TestContext, holder: Holder): Promise<Scene> {
  const server = await startServer(t);
  await givePassword(server, holder);
  return { ...server, holder, mailbox: giveMailServer(server), browser: browserOf(server, holder) };
}

function opens(link: string): Works {
  return async () => (await fetch(link)).status === 200;
}

/** The link of the newest of so many mails. */
async function mailed({ mailbox }: Scene, count: number): Promise<string> {
  await mailbox.receive(count);
  return mailbox.link();
}

/** Each grants a link to the holder. */
const grants: Record<string, (scene: Scene) => Promise<Works> | Works> = {
  'choose a password': ({ app, users }) => opens(resetUrl(app, users.alice)),
  async 'choose a password, passed on'({ app, as, users }) {
    const { mailer } = app;
    app.mailer = undefined;
    const { body } = await as('admin').post(`/users/${users.bob.id}/password_reset`);
    app.mailer = mailer;
    return opens(body.reset_url);
  },
  async 'confirm an address, from a browser'(scene) {
    const values = { email: 'alice.new@example.com', old_password: castPassword };
    const { status } = await scene.browser.call('PATCH', '/settings', values);
    assert.equal(status, 200);
    return opens(await mailed(scene, 2));
  },
  async 'confirm an address, from a program'(scene) {
    await scene.as('alice').patch('/settings', { email: 'alice.new@example.com' });
    return opens(await mailed(scene, 2));
  },
  async 'open a file for a minute'(scene) {
    const { body } = await scene.as('alice').get(await uploadFile(scene.as('alice'), 'text', 'a.txt'));
    return async () => (await fetchFile(scene, body.url)).status === 200;
  },
  async 'download an export'({ app, db, as, users }) {
    db.transaction(() => doRequestExport(app, users.owner));
    const [made] = listUnfinishedExports(db);
    assert.ok(made);
    mkdirSync(dirname(exportFile(app, made.key)), { recursive: true });
    writeFileSync(exportFile(app, made.key), 'all of it');
    db.transaction(() => doMark(app, made, 'finished'));
    const { body } = await as('admin').get('/export/realm');
    return opens(body.exports[0].export_url);
  },
  unsubscribe: ({ app, users }) => opens(unsubscribeUrl(app, users.alice, 'missed')),
  async invitation(scene) {
    await scene.as('alice').post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
    return opens(await mailed(scene, 1));
  },
  async 'invitation, address confirmed'(scene) {
    const { app, db, as } = scene;
    await as('owner').patch('/realm', { create_multiuse_invite_group: { new: groupOfMembers(scene) } });
    const { body } = await as('alice').post('/invites/multiuse', { stream_ids: [] });
    const key = new URL(body.invite_link).pathname.split('/')[2];
    db.transaction(() => doAskToConfirm(app, key, 'new@example.com', textsIn('en')));
    const confirmed = new URL(await mailed(scene, 1)).pathname.split('/')[2];
    return () => findEntry(app, confirmed)?.email === 'new@example.com';
  },
  'mail to a channel'({ app, db, users: { alice } }) {
    const address = channelAddress(app, getChannel(db, 1), { creator: alice, sender: alice });
    return () => readAddress(app, address) !== undefined;
  },
  async 'answer to a mail'({ app, as, users }) {
    const address = replyAddress(app, users.alice, await send(as('alice'), { to: 'general' }));
    return () => readAddress(app, address) !== undefined;
  },
  'API key'({ db, users }) {
    const hmac = db.value<string>('SELECT hex(key_hmac) FROM api_keys WHERE user_id = ?', users.alice.id) ?? '';
    return () => findUserByKey(db, hmac) !== undefined;
  },
  'browser session': ({ browser }) => {
    return async () => (await browser.call('GET', '/users/me')).status === 200;
  },
  async 'second step, or challenge of its passkey'(scene) {
    giveApp(scene, 'alice');
    const values = { email: 'alice@example.com', password: castPassword };
    const page = await new Browser(scene).submit('/login', values);
    return asks(new Browser(scene), '/login', { step: hidden(page, 'step') });
  },
  async 'set up an app or a passkey, from a browser'({ browser }) {
    const setup = hidden(await browser.open('/second-step'), 'setup');
    return asks(browser, '/second-step', { setup, password: castPassword });
  },
};

/** Whether a page still asks for the right code or passkey, after a wrong code. */
function asks(browser: Browser, path: string, values: Record<string, string>): Works {
  return async () => (await browser.submit(path, { ...values, code: '000000' })).status === 422;
}

function hidden({ html }: Page, name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
}

function groupOfMembers({ db }: TestServer): number {
  return db.value<number>("SELECT id FROM groups WHERE name = 'role:members'") as number;
}

const raised = { alice: roles.moderator, admin: roles.owner };
const lowered = { alice: roles.guest, admin: roles.moderator };

/** Each happens to the holder. */
const events: Record<string, (scene: Scene) => Promise<unknown> | unknown> = {
  async 'password changed'({ as, holder }) {
    const values = { old_password: castPassword, new_password: 'another one, this' };
    assert.equal((await as(holder).patch('/settings', values)).status, 200);
  },
  async 'password reset'(scene) {
    const link = resetUrl(scene.app, scene.users[scene.holder]);
    const hash = () => scene.db.value('SELECT password_hash FROM users WHERE id = ?', scene.users[scene.holder].id);
    const former = hash();
    await new Browser(scene).submit(link, { password: 'another one, this' });
    assert.notEqual(hash(), former);
  },
  async 'keys rotated'({ as, holder }) {
    assert.equal((await as(holder).post('/users/me/api_key/regenerate')).status, 200);
  },
  async back({ as, users, holder }) {
    assert.equal((await as('owner').delete(`/users/${users[holder].id}`)).status, 200);
    assert.equal((await as('owner').post(`/users/${users[holder].id}/reactivate`)).status, 200);
  },
  'role raised': (scene) => changeRole(scene, raised),
  'role lowered': (scene) => changeRole(scene, lowered),
  'address changed'({ app, db, users, holder }) {
    db.transaction(() => doChangeEmail(app, users[holder], 'other@example.com'));
  },
  async 'logged out'({ as, holder }) {
    const { body } = await as(holder).get('/sessions');
    for (const { id } of body.sessions) assert.equal((await as(holder).delete(`/sessions/${id}`)).status, 200);
  },
};

async function changeRole({ as, users, holder }: Scene, changes: Record<Holder, number>): Promise<void> {
  const { status } = await as('owner').patch(`/users/${users[holder].id}`, { role: changes[holder] });
  assert.equal(status, 200);
}

/** The rows of the table, without the line below its head. */
function readTable(): string[][] {
  const text = readFileSync(new URL('../../src/accounts/README.md', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return lines
    .filter((line) => !line.startsWith('| ---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const [[, , ...columns] = [], ...rows] = readTable();

describe('the table of what ends a link', () => {
  it('has all of them', () => {
    assert.deepEqual(columns, Object.keys(events));
    assert.deepEqual(
      rows.map(([name]) => name),
      Object.keys(grants),
    );
  });

  for (const [name = '', holder, ...cells] of rows) {
    for (const [index, cell] of cells.entries()) {
      const event = columns[index] ?? '';
      it(`${name}: ${cell} when ${event}`, async (t) => {
        const scene = await setScene(t, holder === 'administrator' ? 'admin' : 'alice');
        const works = await grants[name]?.(scene);
        assert.equal(await works?.(), true);

        await events[event]?.(scene);

        assert.equal((await works?.()) ? 'stays' : 'ends', cell);
      });
    }
  }
});
