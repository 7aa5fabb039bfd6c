import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listEntries } from '../../src/audit/entries.ts';
import { type SystemGroup, systemGroupId } from '../../src/realm/group.ts';
import type { RealmPermission } from '../../src/realm/setting-table.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { Browser } from '../support/browser.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { giveMailServer } from '../support/mail.ts';
import { subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';

const password = 'a good one, this';
const carol = { full_name: 'Carol New', email: 'carol@example.com', password };

/** A page as a browser gets it. */
interface Page {
  status: number;
  html: string;
  headers: Headers;
}

async function visit(url: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

function fill(url: string, values: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
  return visit(url, { method: 'POST', body: new URLSearchParams(values), headers });
}

/** Makes a link and returns its address. */
async function makeLink(server: TestServer, values: Values = {}, name: CastName = 'admin'): Promise<string> {
  return (await server.as(name).post('/invites/multiuse', values)).body.invite_link;
}

/** Invites somebody by e-mail, with no mail server, and returns the address of their page. */
async function invite(server: TestServer, email: string, values: Values = {}): Promise<string> {
  const { body } = await server.as('alice').post('/invites', { invitee_emails: email, stream_ids: [], ...values });
  return body.invites[0].link_url;
}

function findUser({ db }: TestServer, email: string) {
  return db.get<{ id: number; full_name: string; role: number }>(
    'SELECT id, full_name, role FROM users WHERE email = ?',
    email,
  );
}

function logIn({ anonymous }: TestServer, username: string) {
  return anonymous.post('/fetch_api_key', { username, password });
}

function titleOf(html: string): string | undefined {
  return /<title>(.*)<\/title>/.exec(html)?.[1];
}

function inputOf(html: string, name: string): string | undefined {
  return html.match(/<input [^>]*>/g)?.find((input) => input.includes(` name="${name}"`));
}

/** What is said to be wrong, by field. */
function errorsOf(html: string): Record<string, string | undefined> {
  const found = html.matchAll(/<p class="error" id="(\w+)-error">([^<]*)<\/p>/g);
  return Object.fromEntries([...found].map(([, field = '', text]) => [field, text]));
}

describe('the audit log of who joined', () => {
  it('has who signed up, from where, by which invitation and whose', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);
    const { body } = await server.as('admin').get('/invites');

    await fill(link, carol);

    const entries = listEntries(server.db, { action: 'sign_up' }, 9);
    assert.deepEqual(
      entries.map(({ acting_user_id, address, about }) => ({ acting_user_id, address, about })),
      [
        {
          acting_user_id: null,
          address: '127.0.0.1',
          about: { invitation_id: body.invites[0].id, inviter_id: server.users.admin.id },
        },
      ],
    );
    const [account] = entries[0]?.changes ?? [];
    assert.deepEqual(account?.key, { id: findUser(server, carol.email)?.id });
  });
});

describe('GET /join/{key}/', () => {
  it('shows whose organization it is, who invites, and a form that works without scripts', async (t) => {
    const server = await startServer(t);
    server.db.run("UPDATE realm SET name = '<Keepers>', description = 'We keep the **lights** on.'");

    const { status, html, headers } = await visit(await makeLink(server));

    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'/);
    assert.match(html, /<html lang="en" dir="ltr">/);
    assert.equal(titleOf(html), 'Join &lt;Keepers&gt;');
    assert.match(html, /<strong>lights<\/strong>/);
    assert.match(html, /Adam Admin invites you\./);
    assert.doesNotMatch(html, /<Keepers>|aria-invalid=|role="alert"/);
    const inputs = html.match(/<input [^>]*>/g);
    assert.deepEqual(inputs, [
      '<input id="email" name="email" type="email" autocomplete="email" dir="auto" required>',
      '<input id="password" name="password" type="password" autocomplete="new-password" dir="auto" required ' +
        'aria-describedby="password-hint">',
      '<input id="full_name" name="full_name" type="text" autocomplete="name" dir="auto" required ' +
        'aria-describedby="full_name-hint">',
    ]);
    assert.deepEqual(html.match(/<label for="\w+">[^<]*/g), [
      '<label for="email">E-mail address',
      '<label for="password">Password',
      '<label for="full_name">Your name',
    ]);
  });

  it('fixes the address of somebody invited by e-mail', async (t) => {
    const server = await startServer(t);

    const { html } = await visit(await invite(server, 'carol@example.com'));

    assert.match(html, /Alice Member invites you\./);
    assert.equal(
      inputOf(html, 'email'),
      '<input id="email" name="email" type="email" autocomplete="email" value="carol@example.com" dir="auto" ' +
        'required readonly aria-describedby="email-hint">',
    );
  });

  it('is a page with status 404 for a key that opens nothing', async (t) => {
    const server = await startServer(t);
    const { as, url, clock } = server;
    const revoked = await makeLink(server);
    await as('admin').delete('/invites/multiuse/1');
    const expired = await makeLink(server, { invite_expires_in_minutes: 5 });
    const used = await invite(server, 'carol@example.com');
    await fill(used, carol);
    clock.advance(300);

    const pages = await Promise.all(
      [revoked, expired, used, `${url}/join/aaaaaaaaaaaaaaaaaaaaaaaa/`, `${url}/join/%zz/`].map((one) => visit(one)),
    );

    const [first] = pages;
    assert.equal(titleOf(first?.html ?? ''), 'This invitation does not work');
    for (const { status, html } of pages) assert.deepEqual([status, html], [404, first?.html]);
  });

  it('leads to the open way in where nobody needs an invitation', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'invite_required', false);

    const { status, headers } = await visit(`${server.url}/join/aaaaaaaaaaaaaaaaaaaaaaaa/`);

    assert.deepEqual([status, headers.get('location')], [303, '/register/']);
  });

  it('changes nothing, and HEAD tells the same', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);
    const before = takeSnapshot(server.db);

    const got = await visit(link);
    const head = await visit(link, { method: 'HEAD' });

    assert.deepEqual([head.status, head.html], [200, '']);
    assert.equal(head.headers.get('content-length'), got.headers.get('content-length'));
    assert.deepEqual(listChangedTables(server.db, before), []);
  });
});

/** The names of the channels that a newcomer is subscribed to. */
function channelsOf(server: TestServer, email: string): string[] {
  return server.db.values(
    `SELECT name FROM subscriptions JOIN channels ON channels.id = channel_id
     WHERE user_id = ? AND is_active = 1 ORDER BY name`,
    findUser(server, email)?.id ?? 0,
  );
}

function give({ db }: TestServer, permission: RealmPermission, group: SystemGroup): void {
  setRealmSetting(db, permission, systemGroupId(db, group));
}

/** Takes Alice's right to a private channel. */
async function removeAlice(server: TestServer, channel: string): Promise<void> {
  const values = { subscriptions: [channel], principals: [server.users.alice.id] };
  const { body } = await server.as('owner').delete('/users/me/subscriptions', values);
  assert.deepEqual(body.removed, [channel]);
}

describe('an invitation whose inviter has lost a right', () => {
  it('leaves out the channels that the inviter could no longer give, also after the page was opened', async (t) => {
    const server = await startServer(t);
    const kitchen = await subscribe(server.as('alice'), 'kitchen', { invite_only: true });
    const garden = await subscribe(server.as('alice'), 'garden', { invite_only: true });
    const link = await invite(server, carol.email, { stream_ids: [kitchen, garden] });
    assert.equal((await visit(link)).status, 200);

    await removeAlice(server, 'kitchen');

    assert.equal((await fill(link, carol)).status, 303);
    assert.deepEqual(channelsOf(server, carol.email), ['garden']);
  });

  it('does not work when none of its channels and groups is left', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const kitchen = await subscribe(as('alice'), 'kitchen', { invite_only: true });
    const group = { name: 'cooks', description: '', members: [users.alice.id] };
    const { body: cooks } = await as('alice').post('/user_groups/create', group);
    const terms = { stream_ids: [kitchen], group_ids: [cooks.group_id] };
    const link = await invite(server, carol.email, terms);
    const withDefaults = await invite(server, 'dora@example.com', {
      ...terms,
      include_realm_default_subscriptions: true,
    });
    const ofNothing = await invite(server, 'eve@example.com');
    const admins = systemGroupId(server.db, 'role:administrators');
    const permission = { new: admins, old: { direct_members: [users.alice.id], direct_subgroups: [] } };

    await removeAlice(server, 'kitchen');
    const opened = await visit(link);
    for (const name of ['can_manage_group', 'can_add_members_group']) {
      await as('owner').patch(`/user_groups/${cooks.group_id}`, {
        [name]: name === 'can_manage_group' ? permission : { new: admins },
      });
    }

    assert.equal(opened.status, 200);
    assert.deepEqual([(await visit(link)).status, (await fill(link, carol)).status], [404, 404]);
    assert.equal(findUser(server, carol.email), undefined);
    assert.equal((await fill(withDefaults, { ...carol, email: 'dora@example.com' })).status, 303);
    assert.equal((await fill(ofNothing, { ...carol, email: 'eve@example.com' })).status, 303);
    assert.deepEqual(channelsOf(server, 'dora@example.com'), ['general']);
    const sql = 'SELECT user_id FROM group_members WHERE group_id = ?';
    assert.deepEqual(server.db.values(sql, cooks.group_id), [users.alice.id]);
  });

  it('does not work while the inviter may invite nobody', async (t) => {
    const server = await startServer(t);
    give(server, 'create_multiuse_invite_group', 'role:members');
    const mailed = await invite(server, carol.email);
    const link = await makeLink(server, {}, 'alice');
    const statuses = async () => [(await visit(mailed)).status, (await visit(link)).status];

    give(server, 'create_multiuse_invite_group', 'role:administrators');
    assert.deepEqual(await statuses(), [200, 404]);
    give(server, 'can_invite_users_group', 'role:administrators');
    assert.deepEqual(await statuses(), [404, 404]);
    assert.deepEqual([(await fill(mailed, carol)).status, (await fill(link, carol)).status], [404, 404]);
    give(server, 'can_invite_users_group', 'role:members');

    assert.equal((await fill(mailed, carol)).status, 303);
  });

  it('closes the way in that was mailed to confirm an address', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    give(server, 'create_multiuse_invite_group', 'role:members');
    await fill(await makeLink(server, {}, 'alice'), { email: carol.email });
    await mailbox.receive(1);

    give(server, 'create_multiuse_invite_group', 'role:administrators');

    assert.deepEqual([(await visit(mailbox.link())).status, (await fill(mailbox.link(), carol)).status], [404, 404]);
  });

  it('greets with the words of the organization when its inviter is no administrator any more', async (t) => {
    const server = await startServer(t);
    give(server, 'create_multiuse_invite_group', 'role:members');
    const link = await makeLink(server, { welcome_message_custom_text: 'Words of an administrator' });
    await server.as('owner').patch(`/users/${server.users.admin.id}`, { role: 400 });

    await fill(link, carol);

    assert.doesNotMatch(greetingOf(server, carol.email) ?? '', /Words of an administrator/);
  });
});

describe('POST /join/{key}/', () => {
  it('makes an account that one can log in with', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server, { invite_as: 300 });

    const { status, headers } = await fill(link, { ...carol, full_name: '  Carol New ' });

    assert.deepEqual([status, headers.get('location')], [303, '/#welcome']);
    const { id, ...user } = findUser(server, 'carol@example.com') ?? {};
    assert.deepEqual(user, { full_name: 'Carol New', role: 300 });
    const { status: loggedIn, body } = await logIn(server, 'carol@example.com');
    assert.deepEqual([loggedIn, body.user_id], [200, id]);
  });

  it('logs the newcomer in', async (t) => {
    const server = await startServer(t);
    const browser = new Browser(server);

    await browser.submit(await makeLink(server), carol);

    const { body } = await browser.call('GET', '/users/me');
    assert.equal(body.email, 'carol@example.com');
  });

  it('gives the channels and groups of the invitation, and default channels only if asked', async (t) => {
    const server = await startServer(t);
    const { as, db, users } = server;
    const kitchen = await subscribe(as('admin'), 'kitchen', { invite_only: true });
    const closed = await subscribe(as('admin'), 'closed');
    const group = { name: 'cooks', description: '', members: [users.alice.id] };
    const { body: made } = await as('admin').post('/user_groups/create', group);
    const { body: left } = await as('admin').post('/user_groups/create', { ...group, name: 'bakers' });
    const terms = { stream_ids: [kitchen, closed], group_ids: [made.group_id, left.group_id] };
    const without = await makeLink(server, terms);
    const withDefaults = await makeLink(server, { ...terms, include_realm_default_subscriptions: true });
    db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', closed);
    await as('admin').post(`/user_groups/${left.group_id}/deactivate`);

    await fill(without, carol);
    await fill(withDefaults, { ...carol, email: 'dora@example.com' });

    const channelsOf = (email: string) =>
      db.values<number>(
        'SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 1 ORDER BY 1',
        findUser(server, email)?.id ?? 0,
      );
    assert.deepEqual(['carol@example.com', 'dora@example.com'].map(channelsOf), [[kitchen], [1, kitchen]]);
    const newcomers = ['carol@example.com', 'dora@example.com'].map((email) => findUser(server, email)?.id);
    const membersOf = (id: number) =>
      db.values<number>('SELECT user_id FROM group_members WHERE group_id = ? ORDER BY 1', id);
    assert.deepEqual(membersOf(made.group_id), [users.alice.id, ...newcomers]);
    assert.deepEqual(membersOf(left.group_id), [users.alice.id]);
  });

  it('uses an invitation by e-mail up, with any other for the same address', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['admin', 'alice', 'bob'], { event_types: ['invites_changed'] });
    const mine = await invite(server, 'carol@example.com');
    await server.as('bob').post('/invites', { invitee_emails: 'Carol@example.com', stream_ids: [] });
    await ears.heard();

    const first = await fill(mine, { ...carol, email: 'somebody@else.org' });
    const second = await fill(mine, { ...carol, email: 'dora@example.com' });

    assert.deepEqual([first.status, second.status], [303, 404]);
    assert.ok(findUser(server, 'carol@example.com'));
    assert.equal(findUser(server, 'somebody@else.org'), undefined);
    assert.deepEqual((await server.as('admin').get('/invites')).body.invites, []);
    assert.deepEqual(await ears.gist(), {
      admin: ['invites_changed'],
      alice: ['invites_changed'],
      bob: ['invites_changed'],
    });
  });

  it('lets a link be used until it is taken back', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);

    const statuses = [
      (await fill(link, carol)).status,
      (await fill(link, { ...carol, email: 'dora@example.com' })).status,
    ];
    await server.as('admin').delete('/invites/multiuse/1');
    statuses.push((await fill(link, { ...carol, email: 'eve@example.com' })).status);

    assert.deepEqual(statuses, [303, 303, 404]);
    assert.equal(findUser(server, 'eve@example.com'), undefined);
  });

  it('greets the newcomer, and tells the inviter and the channel for newcomers', async (t) => {
    const server = await startServer(t);
    const { as, db } = server;
    const news = await subscribe(as('bob'), 'news');
    setRealmSetting(db, 'signup_announcements_stream_id', news);
    const link = await invite(server, 'carol@example.com');
    const ears = await listen(server, ['owner', 'alice', 'bob'], { event_types: ['realm_user', 'message'] });

    await fill(link, carol);

    const id = findUser(server, 'carol@example.com')?.id;
    assert.deepEqual(await ears.gist(), {
      owner: ['realm_user add: Carol New'],
      alice: ['realm_user add: Carol New', `message: @_**Carol New|${id}** accepted your invitation and joined.`],
      bob: ['realm_user add: Carol New', `message: @_**Carol New|${id}** joined this organization.`],
    });
    assert.match(greetingOf(server, 'carol@example.com') ?? '', /^Welcome to Test Organization!\n/);
  });

  it('announces nobody in a channel that is archived', async (t) => {
    const server = await startServer(t);
    const news = await subscribe(server.as('bob'), 'news');
    setRealmSetting(server.db, 'signup_announcements_stream_id', news);
    server.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', news);

    await fill(await makeLink(server), carol);

    assert.ok(findUser(server, 'carol@example.com'));
    assert.equal(server.db.value<number>("SELECT 1 FROM conversations WHERE topic = 'signups'"), undefined);
  });

  it('says nothing to an inviter who does not want to hear', async (t) => {
    const server = await startServer(t);
    const link = await invite(server, 'carol@example.com', { notify_referrer_on_join: false });
    const ears = await listen(server, ['alice'], { event_types: ['message'] });

    await fill(link, carol);

    assert.deepEqual(await ears.gist(), {});
  });

  it("welcomes with the invitation's words, else the organization's, else with its own", async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'welcome_message_custom_text', 'Mind the step.');
    const texts = { 'a@example.com': 'Hello **you**', 'b@example.com': null, 'c@example.com': '' };

    for (const [email, welcome_message_custom_text] of Object.entries(texts)) {
      await fill(await makeLink(server, { welcome_message_custom_text }), { ...carol, email });
    }

    const greetings = Object.keys(texts).map((email) => greetingOf(server, email)?.split('\n')[0]);
    assert.deepEqual(greetings, ['Hello **you**', 'Mind the step.', 'Welcome to Test Organization!']);
  });

  it('gives nobody the name of a bot of the server', async (t) => {
    const server = await startServer(t);

    const { status, html } = await fill(await makeLink(server), { ...carol, full_name: 'Welcome Bot' });

    assert.deepEqual([status, errorsOf(html)], [422, { full_name: 'This name is reserved for a bot of the server.' }]);
  });

  it('shows the form again with what was typed, except the password, and what is wrong beside each field', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);
    const before = takeSnapshot(server.db);

    const { status, html } = await fill(link, { full_name: '*"', email: 'Bob@example.com', password: 'short' });

    assert.equal(status, 422);
    assert.equal(titleOf(html), 'Not yet: Join Test Organization');
    assert.deepEqual(errorsOf(html), {
      full_name: 'A name cannot have these characters: * ` \\ &gt; &lt; &quot; @',
      email: 'This address already has an account: log in with it.',
      password: 'The password must have at least 8 characters.',
    });
    assert.match(html, /<p class="error" role="alert">/);
    assert.doesNotMatch(html, /short/);
    assert.match(inputOf(html, 'full_name') ?? '', /value="\*&quot;" .*aria-invalid="true"/);
    assert.match(inputOf(html, 'full_name') ?? '', /aria-describedby="full_name-error full_name-hint"/);
    assert.match(inputOf(html, 'email') ?? '', /value="Bob@example\.com" .*required autofocus aria-invalid="true"/);
    assert.deepEqual(listChangedTables(server.db, before), []);
  });

  it('has a sentence for everything that can be wrong', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'require_unique_names', true);
    const link = await makeLink(server);
    const tries: [Record<string, string>, Record<string, string>][] = [
      [{ full_name: ' ' }, { full_name: 'Please type your name, of at least two characters.' }],
      [{ full_name: 'x'.repeat(101) }, { full_name: 'This name is too long.' }],
      [{ full_name: 'Carol|7' }, { full_name: 'A name cannot end with a number after a vertical line.' }],
      [{ full_name: 'bob member' }, { full_name: 'Someone already has this name, and names must be unique here.' }],
      [{ email: 'carol' }, { email: 'This does not look like an e-mail address.' }],
      [{ email: 'carol@mailinator.com' }, { email: 'Please use a permanent address: disposable ones cannot join.' }],
      [{ password: 'x'.repeat(101) }, { password: 'The password can have at most 100 characters.' }],
    ];

    for (const [changes, errors] of tries) {
      const { status, html } = await fill(link, { ...carol, ...changes });
      assert.deepEqual([status, errorsOf(html)], [422, errors]);
    }
  });

  it('takes a form from its own pages only', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);
    server.app.config.public_url = 'https://chat.example.com';
    const { host } = new URL(server.url);
    const tries: [Record<string, string>, number][] = [
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403],
      [{ Origin: 'https://evil.example.org' }, 403],
      [{ Origin: 'null' }, 403],
      [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://chat.example.com' }, 303],
      [{ Origin: 'https://chat.example.com' }, 303],
      [{ Origin: `http://${host}` }, 303],
      [{}, 303],
    ];

    for (const [index, [headers, expected]] of tries.entries()) {
      const { status } = await fill(link, { ...carol, email: `carol${index}@example.com` }, headers);
      assert.equal(status, expected, JSON.stringify(headers));
    }
  });

  it('is taken from one place sixty times in ten minutes', async (t) => {
    const server = await startServer(t);
    const closed = `${server.url}/join/aaaaaaaaaaaaaaaaaaaaaaaa/`;
    for (let tries = 0; tries < 60; tries++) assert.equal((await fill(closed, carol)).status, 404);
    server.clock.advance(60);

    const refused = await fill(closed, carol);
    server.clock.advance(540);
    const allowed = await fill(closed, carol);

    assert.deepEqual([refused.status, refused.headers.get('retry-after'), allowed.status], [429, '540', 404]);
  });

  it('never fails, whatever is sent', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);
    const form = (body: string) => ({ body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
    const tries: [RequestInit, number][] = [
      [{}, 422],
      [form('%ff=%ff'), 400],
      [form('full_name=%00&email=%00@%00&password=%00'), 422],
      [{ body: '{"full_name": {}, "email": 1}', headers: { 'Content-Type': 'application/json' } }, 422],
      [{ body: '{"full_name": "\\ud800", "email": "a@b.c"}', headers: { 'Content-Type': 'application/json' } }, 422],
      [{ body: '[]', headers: { 'Content-Type': 'application/json' } }, 400],
      [{ body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }, 400],
      [form(`full_name=${'x'.repeat(11 * 1024 * 1024)}`), 413],
    ];

    for (const [init, expected] of tries) {
      const { status, html, headers } = await visit(link, { method: 'POST', ...init });
      assert.equal(status, expected, String(init.body).slice(0, 50));
      assert.match(html, /^<!doctype html>/);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    }
  });

  it('answers with a page, and logs no key, when something unforeseen happens', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);
    const log: unknown[] = [];
    server.app.log.error = (event, details) => log.push({ event, method: details?.method });
    server.db.run('ALTER TABLE invitations RENAME TO gone');

    const { status, html } = await fill(link, carol);

    assert.deepEqual([status, titleOf(html)], [500, 'That did not work']);
    assert.deepEqual(log, [{ event: 'request failed', method: 'POST' }]);
  });
});

describe('a link where mails can be sent', () => {
  it('first has the address confirmed', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    const link = await makeLink(server, { invite_as: 300 });

    const { html } = await visit(link);
    const asked = await fill(link, { email: ' carol@example.com ' });
    await mailbox.receive(1);

    assert.deepEqual(html.match(/<label for="\w+">/g), ['<label for="email">']);
    assert.deepEqual([asked.status, asked.headers.get('location')], [303, '/check-mail/']);
    assert.equal(findUser(server, 'carol@example.com'), undefined);
    assert.deepEqual(mailbox.mails, [
      {
        to: 'carol@example.com',
        from_name: 'Test Organization',
        subject: 'Your account at Test Organization',
        text:
          'Someone, probably you, wants to join Test Organization with this address.\n\n' +
          `Choose your name and password here:\n${mailbox.link()}\n\n` +
          'The link expires after a day.\n\nIf this was not you, you can ignore this e-mail.\n',
      },
    ]);
    assert.match(mailbox.link(), new RegExp(`^${server.url}/join/[a-z2-7]{24}/$`));
    const { html: form } = await visit(mailbox.link());
    assert.match(inputOf(form, 'email') ?? '', /value="carol@example\.com" .*readonly/);
    assert.match(form, /Adam Admin invites you\./);

    const joined = await fill(mailbox.link(), { full_name: 'Carol New', email: 'x@y.z', password });

    assert.deepEqual([joined.status, joined.headers.get('location')], [303, '/#welcome']);
    assert.equal(findUser(server, 'carol@example.com')?.role, 300);
    assert.equal((await visit(mailbox.link())).status, 404);
    assert.equal((await visit(link)).status, 200);
  });

  it('makes no account of what is sent without that', async (t) => {
    const server = await startServer(t);
    giveMailServer(server);

    await fill(await makeLink(server), carol);

    assert.equal(findUser(server, 'carol@example.com'), undefined);
  });

  it('closes the mailed way in with the link, and after a day', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    const link = await makeLink(server);
    await fill(link, { email: 'carol@example.com' });
    await fill(link, { email: 'dora@example.com' });
    await mailbox.receive(2);
    const [first, second] = mailbox.mails.map(({ text }) => /^http\S+$/m.exec(text)?.[0] ?? '') as [string, string];
    const statuses = [(await visit(first)).status];

    server.clock.advance(86_400);
    statuses.push((await visit(first)).status);
    await fill(link, { email: 'eve@example.com' });
    await mailbox.receive(3);
    statuses.push((await visit(mailbox.link())).status);
    await server.as('admin').delete('/invites/multiuse/1');
    statuses.push((await visit(mailbox.link())).status, (await visit(second)).status);

    assert.deepEqual(statuses, [200, 404, 200, 404, 404]);
  });

  it('says what is wrong with an address, and sends nothing', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    const link = await makeLink(server);

    const { status, html } = await fill(link, { email: 'carol' });

    assert.deepEqual(
      [status, errorsOf(html), mailbox.mails],
      [422, { email: 'This does not look like an e-mail address.' }, []],
    );
  });

  it('tells only the owner of an address that it has an account or an invitation', async (t) => {
    const server = await startServer(t);
    await invite(server, 'carol@example.com');
    const mailbox = giveMailServer(server);
    const link = await makeLink(server);

    const answers = [];
    for (const name of ['BOB', 'carol', 'bot', 'dora'])
      answers.push(await fill(link, { email: `${name}@example.com` }));
    await mailbox.receive(3);

    for (const { status, headers, html } of answers) {
      assert.deepEqual([status, headers.get('location'), html], [303, '/check-mail/', '']);
    }
    const mail = { from_name: 'Test Organization', subject: 'Your account at Test Organization' };
    const start = 'Someone, probably you, wants to join Test Organization with this address.\n\n';
    const end = 'If this was not you, you can ignore this e-mail.\n';
    assert.deepEqual(mailbox.mails.slice(0, 2), [
      {
        ...mail,
        to: 'bob@example.com',
        text: `${start}It already has an account. Log in with it here:\n${server.url}/login\n\n${end}`,
      },
      {
        ...mail,
        to: 'carol@example.com',
        text: `${start}It already has an invitation. Please open the link in that e-mail.\n\n${end}`,
      },
    ]);
    assert.deepEqual(
      mailbox.mails.map(({ to }) => to),
      ['bob@example.com', 'carol@example.com', 'dora@example.com'],
    );
  });

  it('mails one address three times an hour', async (t) => {
    const server = await startServer(t);
    giveMailServer(server);
    const link = await makeLink(server);
    const ask = async (email: string) => (await fill(link, { email })).status;

    const statuses = [];
    for (const name of ['carol', 'Carol', 'CAROL', 'carol', 'dora']) statuses.push(await ask(`${name}@example.com`));
    server.clock.advance(3600);
    statuses.push(await ask('carol@example.com'));

    assert.deepEqual(statuses, [303, 303, 303, 429, 303, 303]);
  });

  it('lets those invited by e-mail in at once: the mail has shown that the address is theirs', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    await server.as('alice').post('/invites', { invitee_emails: 'carol@example.com', stream_ids: [] });
    await mailbox.receive(1);

    const { status } = await fill(mailbox.link(), carol);

    assert.deepEqual([status, mailbox.mails.length], [303, 1]);
    assert.ok(findUser(server, 'carol@example.com'));
  });
});

describe('/register/', () => {
  it('says that an invitation is needed, and takes no form', async (t) => {
    const server = await startServer(t);

    const pages = [await visit(`${server.url}/register/`), await fill(`${server.url}/register/`, carol)];

    for (const { status, html } of pages) {
      assert.deepEqual([status, titleOf(html)], [403, 'You can join by invitation only']);
    }
    assert.equal(findUser(server, 'carol@example.com'), undefined);
  });

  it('makes ordinary members where none is needed', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'invite_required', false);

    const page = await visit(`${server.url}/register/`);
    const { status, headers } = await fill(`${server.url}/register`, carol);

    assert.equal(page.status, 200);
    assert.doesNotMatch(page.html, /invites you/);
    assert.deepEqual([status, headers.get('location')], [303, '/#welcome']);
    const { id = 0, role } = findUser(server, 'carol@example.com') ?? {};
    const channels = server.db.values<number>('SELECT channel_id FROM subscriptions WHERE user_id = ?', id);
    assert.deepEqual([role, channels], [400, [1]]);
  });

  it('has addresses confirmed where mails can be sent, as long as everybody may come', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'invite_required', false);
    const mailbox = giveMailServer(server);

    const { status } = await fill(`${server.url}/register/`, { email: 'carol@example.com' });
    await mailbox.receive(1);

    assert.deepEqual([status, (await visit(mailbox.link())).status], [303, 200]);
    setRealmSetting(server.db, 'invite_required', true);
    assert.equal((await visit(mailbox.link())).status, 404);
    setRealmSetting(server.db, 'invite_required', false);
    assert.equal((await fill(mailbox.link(), carol)).status, 303);
    assert.ok(findUser(server, 'carol@example.com'));
  });

  it('is offered at the address of the server when everybody may come', async (t) => {
    const server = await startServer(t);

    const closed = await visit(`${server.url}/`);
    setRealmSetting(server.db, 'invite_required', false);
    const open = await visit(`${server.url}/`);

    assert.deepEqual(
      [closed, open].map(({ html }) => html.includes('href="/register/"')),
      [false, true],
    );
  });
});

describe('/check-mail/', () => {
  it('names the address that a mail went to', async (t) => {
    const server = await startServer(t);
    const headers = { Cookie: 'newcomer=carol%40example.com' };

    const known = await visit(`${server.url}/check-mail/`, { headers });
    const unknown = await visit(`${server.url}/check-mail/`);

    assert.match(known.html, /<strong>carol@example\.com<\/strong>/);
    assert.match(unknown.html, /on its way to your address\./);
  });
});

describe('other methods', () => {
  it('are refused', async (t) => {
    const server = await startServer(t);
    const link = await makeLink(server);

    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await visit(link, { method });
      assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST'], method);
    }
    const { status, headers } = await visit(`${server.url}/check-mail/`, { method: 'POST' });
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD']);
  });
});

/** What the welcome bot has said to somebody. */
function greetingOf(server: TestServer, email: string): string | undefined {
  const sql = `SELECT content FROM messages JOIN users ON users.id = sender_id JOIN direct_members USING (conversation_id)
    WHERE users.email = 'welcome-bot@chatd.invalid' AND user_id = ?`;
  return server.db.value<string>(sql, findUser(server, email)?.id ?? 0);
}

describe('an address that is not free', () => {
  async function statusOfSignUp(server: TestServer, email: string): Promise<number> {
    return (await fill(await makeLink(server), { ...carol, email })).status;
  }

  it('is one that stands for a user who hides another', async (t) => {
    const server = await startServer(t);
    const placeholder = `USER${server.users.bob.id}@Chat.example.com`;

    assert.equal(await statusOfSignUp(server, placeholder), 422);
    const change = await server.as('alice').patch('/settings', { email: placeholder });

    assert.deepEqual([change.status, change.body.msg], [400, 'Already has an account.']);
    assert.equal(findUser(server, placeholder), undefined);
  });

  it('is one that somebody was invited by, for everybody without that invitation', async (t) => {
    const server = await startServer(t);
    const invitation = await invite(server, carol.email);

    assert.equal(await statusOfSignUp(server, 'Carol@example.com'), 422);
    const change = await server.as('alice').patch('/settings', { email: carol.email });
    const joined = await fill(invitation, carol);

    assert.deepEqual([change.status, change.body.msg], [400, 'Already has an account.']);
    assert.equal(joined.status, 303);
    assert.equal(findUser(server, carol.email)?.full_name, carol.full_name);
  });

  it('is not taken without that invitation by confirming it, whichever came first', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'invite_required', false);
    const mailbox = giveMailServer(server);
    await fill(`${server.url}/register/`, { email: carol.email });
    await mailbox.receive(1);
    const confirmation = mailbox.link();
    await server.as('admin').post('/invites', { invitee_emails: carol.email, stream_ids: [], invite_as: 300 });
    await mailbox.receive(2);
    const invitation = mailbox.link();

    const asked = await fill(`${server.url}/register/`, { email: 'Carol@example.com' });
    const taken = await fill(confirmation, carol);
    const joined = await fill(invitation, carol);

    assert.deepEqual([asked.status, taken.status, joined.status], [303, 422, 303]);
    assert.equal(findUser(server, carol.email)?.role, 300);
  });

  it('is free again when the invitation is over', async (t) => {
    const server = await startServer(t);
    await invite(server, carol.email, { invite_expires_in_minutes: 10 });

    server.clock.advance(601);

    assert.equal(await statusOfSignUp(server, carol.email), 303);
  });
});
