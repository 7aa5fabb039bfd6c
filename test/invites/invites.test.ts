import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SystemGroup, systemGroupId } from '../../src/realm/group.ts';
import { type RealmPermission, setRealmSetting } from '../../src/realm/settings.ts';
import type { Answer, Client, Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { giveMailServer } from '../support/mail.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const ok = { result: 'success', msg: '' };
const day = 86_400;
const everyone: CastName[] = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'];
const carol = { invitee_emails: 'carol@example.com', stream_ids: [] };

function give({ db }: TestServer, permission: RealmPermission, group: SystemGroup): void {
  setRealmSetting(db, permission, systemGroupId(db, group));
}

async function listed(client: Client): Promise<Values[]> {
  const { body } = await client.get('/invites');
  return body.invites;
}

async function emailsListed(client: Client): Promise<unknown[]> {
  return (await listed(client)).map(({ email }) => email);
}

async function invite(client: Client, email: string, values: Values = {}): Promise<number> {
  const { body } = await client.post('/invites', { invitee_emails: email, stream_ids: [], ...values });
  return body.invites[0].id;
}

async function makeLink(client: Client, values: Values = {}): Promise<number> {
  const { body } = await client.post('/invites/multiuse', values);
  const invites = await listed(client);
  return invites.find(({ link_url }) => link_url === body.invite_link)?.id as number;
}

function failure(msg: string, fields: Values) {
  return {
    result: 'error',
    msg,
    code: 'INVITATION_FAILED',
    errors: [],
    sent_invitations: false,
    daily_limit_reached: false,
    license_limit_reached: false,
    ...fields,
  };
}

function answerOf({ status, body }: Answer) {
  return { status, body };
}

describe('POST /invites', () => {
  it('mails each person a link of their own, once the invitation is on disk', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    const invitee_emails = 'carol@example.com, "Dora, née Day" <Dora@Example.com>\nCAROL@example.com\n';

    const answer = await server.as('alice').post('/invites', { ...carol, invitee_emails });

    assert.deepEqual(answerOf(answer), { status: 200, body: ok });
    await mailbox.receive(2);
    const [first, second] = mailbox.mails;
    const link = `${server.url}/join/`;
    assert.match(mailbox.link(), new RegExp(`^${link}[a-z2-7]{24}/$`));
    assert.deepEqual(first, {
      to: 'CAROL@example.com',
      from_name: 'Test Organization',
      subject: 'Alice Member invites you to Test Organization',
      text:
        'Alice Member invites you to Test Organization, a team chat.\n\n' +
        `Choose your name and password here:\n${/^http\S+$/m.exec(first?.text ?? '')?.[0]}\n\n` +
        'The link expires on January 15, 2026.\n\n' +
        'If you do not want to join, you can ignore this e-mail.\n',
    });
    assert.deepEqual([second?.to, mailbox.mails.length], ['Dora@Example.com', 2]);
    assert.notEqual(first?.text.match(/join\/.*/)?.[0], second?.text.match(/join\/.*/)?.[0]);
  });

  it('lists what was asked for to inviter and administrators', async (t) => {
    const server = await startServer(t);

    await server.as('alice').post('/invites', {
      ...carol,
      invite_as: 600,
      invite_expires_in_minutes: 60,
      notify_referrer_on_join: false,
    });

    const record = {
      id: 1,
      invited_by_user_id: server.users.alice.id,
      invited: server.clock.now(),
      expiry_date: server.clock.now() + 3600,
      invited_as: 600,
      is_multiuse: false,
      email: 'carol@example.com',
      notify_referrer_on_join: false,
    };
    assert.deepEqual(await listed(server.as('alice')), [record]);
    assert.deepEqual(await listed(server.as('admin')), [record]);
    assert.deepEqual(await listed(server.as('bob')), []);
  });

  it('lasts ten days as a member unless told otherwise, or for ever', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post('/invites', carol);

    await server.as('alice').post('/invites', {
      ...carol,
      invitee_emails: 'dora@example.com',
      invite_expires_in_minutes: null,
    });

    const [first, second] = await listed(server.as('alice'));
    assert.deepEqual(
      [first?.expiry_date, first?.invited_as, first?.notify_referrer_on_join, second?.expiry_date],
      [server.clock.now() + 10 * day, 400, true, null],
    );
  });

  it('tells the administrators and the inviter that invitations have changed', async (t) => {
    const server = await startServer(t);
    giveMailServer(server);
    const ears = await listen(server, everyone);

    await server.as('alice').post('/invites', carol);

    const event = { type: 'invites_changed' };
    assert.deepEqual(await ears.heard(), { owner: [event], admin: [event], alice: [event] });
  });

  it('hands the links to the inviter where no mail can be sent', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, everyone, { event_types: ['message'] });

    const { body } = await server.as('alice').post('/invites', carol);

    const [{ link_url }] = body.invites;
    assert.deepEqual(body, { ...ok, invites: [{ id: 1, email: 'carol@example.com', link_url }] });
    assert.match(link_url, /^http:\S+\/join\/[a-z2-7]{24}\/$/);
    assert.deepEqual(await ears.gist(), {
      alice: [
        'message: This server does not send e-mail, so please pass these invitations on. ' +
          `Each link works for one person.\n\n* carol@example.com: ${link_url}`,
      ],
    });
  });

  it('divides many links among messages that clients can show', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice'], { event_types: ['message'] });
    const emails = Array.from({ length: 120 }, (_, index) => `person${index}@example.com`);

    await server.as('alice').post('/invites', { ...carol, invitee_emails: emails.join('\n') });

    const heard = await ears.heard();
    const texts: string[] = heard.alice?.map(({ message }) => message.content) ?? [];
    assert.deepEqual(
      texts.map((text) => text.match(/@example/g)?.length),
      [50, 50, 20],
    );
    assert.ok(texts.every((text) => text.length < 10_000));
  });

  it('tells the inviter when a mail could not be sent, and keeps the invitation', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server, 'connection refused');
    const ears = await listen(server, everyone, { event_types: ['message'] });

    const { body } = await server.as('alice').post('/invites', carol);

    assert.deepEqual(body, ok);
    await mailbox.receive(1);
    await until(() => (server.db.value<number>('SELECT count(*) FROM messages') ?? 0) > 0);
    assert.deepEqual(await ears.gist(), {
      alice: ['message: The invitation could not be mailed to carol@example.com. You can send it again, or revoke it.'],
    });
    assert.deepEqual(await emailsListed(server.as('alice')), ['carol@example.com']);
  });

  it('mails nothing when something is wrong', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    const log: unknown[] = [];
    server.app.log.error = (event) => log.push(event);

    const answer = await server.as('alice').post('/invites', { ...carol, stream_ids: [99] });

    assert.deepEqual(answer.body, badRequest('Invalid channel ID 99. No invites were sent.'));
    assert.deepEqual([mailbox.mails, log, await listed(server.as('admin'))], [[], [], []]);
  });

  it('invites those who have no account, and names the others', async (t) => {
    const server = await startServer(t);
    giveMailServer(server);
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);
    const invitee_emails = 'carol@example.com, Alice@Example.com, bob@example.com';
    const ears = await listen(server, ['admin']);

    const answer = await server.as('admin').post('/invites', { ...carol, invitee_emails });

    assert.deepEqual(answerOf(answer), {
      status: 400,
      body: failure('Some of these addresses have an account here already and were not invited. All others were.', {
        errors: [
          ['Alice@Example.com', 'Already has an account.', false],
          ['bob@example.com', 'Account has been deactivated.', true],
        ],
        sent_invitations: true,
      }),
    });
    assert.deepEqual(await emailsListed(server.as('admin')), ['carol@example.com']);
    assert.deepEqual(await ears.gist(), { admin: ['invites_changed'] });
  });

  it('invites nobody when an address can have no account', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'emails_restricted_to_domains', true);
    server.db.run("INSERT INTO realm_domains (domain) VALUES ('example.com')");
    const invitee_emails = 'carol@example.com, dora, eve@elsewhere.org, fay+1@example.com';

    const { body } = await server.as('alice').post('/invites', { ...carol, invitee_emails });

    assert.deepEqual(
      body,
      failure("Some emails did not validate, so we didn't send any invitations.", {
        errors: [
          ['dora', 'Invalid address.', false],
          ['eve@elsewhere.org', "Email 'eve@elsewhere.org' not allowed in this organization", false],
          ['fay+1@example.com', 'Email addresses containing + are not allowed.', false],
        ],
      }),
    );
    assert.deepEqual(await listed(server.as('admin')), []);
  });

  it('stops at a thousand people a day', async (t) => {
    const server = await startServer(t);
    giveMailServer(server);
    const emails = Array.from({ length: 1000 }, (_, index) => `person${index}@example.com`);
    await server.as('alice').post('/invites', { ...carol, invitee_emails: emails.join() });

    const refused = await server.as('admin').post('/invites', carol);
    server.clock.advance(day);
    const allowed = await server.as('admin').post('/invites', carol);

    assert.deepEqual(
      refused.body,
      failure('No more than 1000 people can be invited in a day, so no invitation was sent.', {
        daily_limit_reached: true,
      }),
    );
    assert.deepEqual(allowed.body, ok);
  });

  it('is for those in can_invite_users_group', async (t) => {
    const server = await startServer(t);
    give(server, 'can_invite_users_group', 'role:moderators');

    const answers = [];
    for (const name of ['alice', 'moderator'] as const) {
      const { body } = await server.as(name).post('/invites', { ...carol, invitee_emails: `${name}s@example.com` });
      answers.push(body.msg);
    }

    assert.deepEqual(answers, ['Insufficient permission', '']);
    assert.deepEqual(await emailsListed(server.as('admin')), ['moderators@example.com']);
  });
});

describe('POST /invites/multiuse', () => {
  it('makes a link, and tells the administrators and its maker', async (t) => {
    const server = await startServer(t);
    give(server, 'create_multiuse_invite_group', 'role:members');
    const ears = await listen(server, everyone);

    const { status, body } = await server.as('alice').post('/invites/multiuse');

    assert.equal(status, 200);
    assert.deepEqual(body, { ...ok, invite_link: body.invite_link });
    assert.match(body.invite_link, new RegExp(`^${server.url}/join/[a-z2-7]{24}/$`));
    const event = { type: 'invites_changed' };
    assert.deepEqual(await ears.heard(), { owner: [event], admin: [event], alice: [event] });
    const record = {
      id: 1,
      invited_by_user_id: server.users.alice.id,
      invited: server.clock.now(),
      expiry_date: server.clock.now() + 10 * day,
      invited_as: 400,
      is_multiuse: true,
      link_url: body.invite_link,
    };
    assert.deepEqual(await listed(server.as('alice')), [record]);
    assert.deepEqual(await listed(server.as('owner')), [record]);
    assert.deepEqual(await listed(server.as('bob')), []);
  });

  it('keeps no key in the database', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('admin').post('/invites/multiuse');

    const key = body.invite_link.split('/').at(-2);
    const [row] = server.db.all<Record<string, unknown>>('SELECT * FROM invitations');
    assert.equal(key.length, 24);
    assert.doesNotMatch(JSON.stringify(row), new RegExp(key));
    assert.ok(!Object.values(row ?? {}).some((value) => value instanceof Uint8Array && `${value}`.includes(key)));
  });

  it('is for those in create_multiuse_invite_group, which are the administrators at first', async (t) => {
    const server = await startServer(t);

    const answers = [];
    for (const name of everyone) answers.push((await server.as(name).post('/invites/multiuse')).body.msg);

    assert.deepEqual(answers, [
      '',
      '',
      'Insufficient permission',
      'Insufficient permission',
      'Insufficient permission',
      'Not allowed for guest users',
      'This endpoint does not accept bot requests.',
    ]);
  });

  it("gives no role above its maker's", async (t) => {
    const server = await startServer(t);
    give(server, 'create_multiuse_invite_group', 'role:members');
    const roles = [100, 200, 300, 400, 600];

    const outcomes: Record<string, unknown[]> = {};
    for (const name of ['owner', 'admin', 'moderator', 'alice'] as const) {
      const answers = [];
      for (const invite_as of roles) answers.push(await server.as(name).post('/invites/multiuse', { invite_as }));
      outcomes[name] = answers.map(({ body }) => body.msg);
    }

    const noOwner = 'Must be an organization owner';
    const noAdmin = 'Must be an organization administrator';
    assert.deepEqual(outcomes, {
      owner: ['', '', '', '', ''],
      admin: [noOwner, '', '', '', ''],
      moderator: [noOwner, noAdmin, '', '', ''],
      alice: [noOwner, noAdmin, noAdmin, '', ''],
    });
  });

  it('names a role, a time or a text that makes no sense', async (t) => {
    const server = await startServer(t);
    const tries: [Values, string][] = [
      [{ invite_as: 500 }, 'Invalid invite_as: Value error, Not in the list of possible values'],
      [{ invite_as: 'admin' }, 'invite_as is not valid JSON'],
      [{ invite_expires_in_minutes: 0 }, 'invite_expires_in_minutes is too small'],
      [{ invite_expires_in_minutes: 1e12 }, 'invite_expires_in_minutes is too large'],
      [
        { welcome_message_custom_text: '😀'.repeat(8001) },
        'welcome_message_custom_text is too long (limit: 8000 characters)',
      ],
    ];

    for (const [values, msg] of tries) {
      const { body } = await server.as('admin').post('/invites/multiuse', values);
      assert.deepEqual(body, badRequest(msg));
    }

    const longest = { welcome_message_custom_text: '😀'.repeat(8000) };
    assert.equal((await server.as('admin').post('/invites/multiuse', longest)).status, 200);
    assert.equal((await listed(server.as('admin'))).length, 1);
  });

  it('lets administrators alone choose the welcome', async (t) => {
    const server = await startServer(t);
    give(server, 'create_multiuse_invite_group', 'role:members');

    const answers = [];
    for (const welcome_message_custom_text of ['Hello', '', null]) {
      answers.push(await server.as('moderator').post('/invites/multiuse', { welcome_message_custom_text }));
    }

    const refused = badRequest('Must be an organization administrator');
    assert.deepEqual(
      answers.map(({ body }) => body.msg),
      [refused.msg, refused.msg, ''],
    );
  });

  it('takes channels that its maker may add people to, and default channels', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    give(server, 'create_multiuse_invite_group', 'role:members');
    const open = await subscribe(as('bob'), 'open');
    const own = await subscribe(as('alice'), 'own', { invite_only: true });
    const foreign = await subscribe(as('bob'), 'foreign', { invite_only: true });
    const gone = await subscribe(as('bob'), 'gone');
    server.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', gone);
    const ask = async (...stream_ids: number[]) =>
      (await as('alice').post('/invites/multiuse', { stream_ids })).body.msg;

    assert.equal(await ask(1, open, own, open), '');
    assert.equal(await ask(1, foreign), `Invalid channel ID ${foreign}. No invites were sent.`);
    assert.equal(await ask(gone), `Invalid channel ID ${gone}. No invites were sent.`);

    give(server, 'can_add_subscribers_group', 'role:owners');
    const refused = 'You do not have permission to subscribe other users to channels.';
    assert.equal(await ask(1), refused);
    assert.equal(await ask(open), refused);
    assert.equal(await ask(1, own), '');
    assert.equal(await ask(open, own), refused);
    assert.equal(await ask(), '');
  });

  it('takes no channel whose messages its maker may not read', async (t) => {
    const server = await startServer(t);
    const secret = await subscribe(server.as('alice'), 'secret', { invite_only: true });

    const { body } = await server.as('admin').post('/invites/multiuse', { stream_ids: [secret] });

    assert.deepEqual(body, badRequest(`Invalid channel ID ${secret}. No invites were sent.`));
  });

  it('takes groups that its maker may add people to', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    give(server, 'create_multiuse_invite_group', 'role:members');
    const group = { description: '', members: [users.bob.id] };
    const { body: own } = await as('alice').post('/user_groups/create', { ...group, name: 'own' });
    // Who may join may not bring others.
    const open = { can_join_group: systemGroupId(server.db, 'role:members') };
    const { body: foreign } = await as('bob').post('/user_groups/create', { ...group, ...open, name: 'foreign' });
    const system = systemGroupId(server.db, 'role:moderators');
    const ask = async (...group_ids: number[]) => (await as('alice').post('/invites/multiuse', { group_ids })).body.msg;

    assert.equal(await ask(own.group_id, own.group_id), '');
    assert.equal(await ask(own.group_id, foreign.group_id), 'Insufficient permission');
    assert.equal(await ask(system), 'Insufficient permission');
  });
});

describe('GET /invites', () => {
  it('lists everything to administrators, to others their own, the oldest first', async (t) => {
    const server = await startServer(t);
    await invite(server.as('bob'), 'b@example.com');
    await invite(server.as('alice'), 'a@example.com');
    await invite(server.as('owner'), 'o@example.com', { invite_as: 100 });

    assert.deepEqual(await emailsListed(server.as('admin')), ['b@example.com', 'a@example.com', 'o@example.com']);
    assert.deepEqual(await emailsListed(server.as('alice')), ['a@example.com']);
    assert.deepEqual(await emailsListed(server.as('moderator')), []);
  });

  it('shows a link that makes owners to none but owners', async (t) => {
    const { as } = await startServer(t);
    const id = await makeLink(as('owner'), { invite_as: 100 });
    const other = await makeLink(as('owner'), { invite_as: 200 });

    const ids = async (name: 'owner' | 'admin') => (await listed(as(name))).map((one) => one.id);
    assert.deepEqual([await ids('owner'), await ids('admin')], [[id, other], [other]]);
  });

  it('shows invitations to an address before the links for many', async (t) => {
    const { as } = await startServer(t);
    await makeLink(as('owner'), {});
    await invite(as('owner'), 'o@example.com');

    assert.deepEqual(await emailsListed(as('owner')), ['o@example.com', undefined]);
  });

  it('leaves out what cannot be used any more', async (t) => {
    const server = await startServer(t);
    const { as, db, clock, users } = server;
    give(server, 'create_multiuse_invite_group', 'role:members');
    await invite(as('alice'), 'short@example.com', { invite_expires_in_minutes: 1 });
    await invite(as('alice'), 'carol@example.com');
    await invite(as('bob'), 'lost@example.com');
    await invite(as('moderator'), 'mod@example.com', { invite_as: 300 });
    await makeLink(as('bob'), { invite_as: 600 });
    await invite(as('alice'), 'stays@example.com');

    clock.advance(60);
    await as('owner').post('/users', { email: 'CAROL@example.com', password: 'good enough', full_name: 'Carol' });
    db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.bob.id);
    db.run('UPDATE users SET role = 400 WHERE id = ?', users.moderator.id);

    assert.deepEqual(await emailsListed(as('admin')), ['stays@example.com']);
  });
});

describe('DELETE /invites/{invite_id}', () => {
  it('takes an invitation back, and tells administrators and inviter', async (t) => {
    const server = await startServer(t);
    const id = await invite(server.as('alice'), 'carol@example.com');
    const ears = await listen(server, everyone);

    const { body } = await server.as('admin').delete(`/invites/${id}`);

    assert.deepEqual(body, ok);
    assert.deepEqual(await listed(server.as('alice')), []);
    assert.deepEqual(await ears.gist(), {
      owner: ['invites_changed'],
      admin: ['invites_changed'],
      alice: ['invites_changed'],
    });
    const again = await server.as('alice').delete(`/invites/${id}`);
    assert.deepEqual(again.body, badRequest('No such invitation'));
  });

  it('is for the inviter and administrators, and where an owner is invited for owners', async (t) => {
    const server = await startServer(t);
    const ofMember = await invite(server.as('alice'), 'carol@example.com');
    const ofOwner = await invite(server.as('owner'), 'boss@example.com', { invite_as: 100 });
    const remove = async (name: CastName, id: number) => (await server.as(name).delete(`/invites/${id}`)).body.msg;

    assert.equal(await remove('bob', ofMember), 'Must be an organization administrator');
    assert.equal(await remove('moderator', ofMember), 'Must be an organization administrator');
    assert.equal(await remove('admin', ofOwner), 'Must be an organization owner');
    assert.equal((await listed(server.as('admin'))).length, 2);
    assert.equal(await remove('alice', ofMember), '');
    assert.equal(await remove('owner', ofOwner), '');
  });

  it('does not know links', async (t) => {
    const server = await startServer(t);
    const id = await makeLink(server.as('admin'));

    const answers = [
      await server.as('admin').delete(`/invites/${id}`),
      await server.as('admin').post(`/invites/${id}/resend`),
    ];

    for (const { body } of answers) assert.deepEqual(body, badRequest('No such invitation'));
    assert.equal((await listed(server.as('admin'))).length, 1);
  });
});

describe('DELETE /invites/multiuse/{invite_id}', () => {
  it('takes a link back once', async (t) => {
    const server = await startServer(t);
    const id = await makeLink(server.as('admin'));
    const ears = await listen(server, everyone);

    const first = await server.as('owner').delete(`/invites/multiuse/${id}`);
    const second = await server.as('admin').delete(`/invites/multiuse/${id}`);

    assert.deepEqual([first.body, second.body], [ok, badRequest('Invitation has already been revoked')]);
    assert.deepEqual(await listed(server.as('admin')), []);
    assert.deepEqual(await ears.gist(), { owner: ['invites_changed'], admin: ['invites_changed'] });
  });

  it('does not know invitations by e-mail, and is for the maker and administrators', async (t) => {
    const server = await startServer(t);
    const mailed = await invite(server.as('alice'), 'carol@example.com');
    const link = await makeLink(server.as('owner'), { invite_as: 100 });
    const remove = async (name: CastName, id: number) =>
      (await server.as(name).delete(`/invites/multiuse/${id}`)).body.msg;

    assert.equal(await remove('alice', mailed), 'No such invitation');
    assert.equal(await remove('alice', link), 'Must be an organization owner');
    assert.equal(await remove('admin', link), 'Must be an organization owner');
    assert.equal((await listed(server.as('owner'))).length, 2);
  });
});

describe('POST /invites/{invite_id}/resend', () => {
  it('mails the same link once more', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    await server.as('alice').post('/invites', carol);
    const ears = await listen(server, ['alice', 'admin']);

    const { body } = await server.as('alice').post('/invites/1/resend');

    await mailbox.receive(2);
    assert.deepEqual(body, ok);
    assert.deepEqual(mailbox.mails[1], mailbox.mails[0]);
    assert.deepEqual(await ears.gist(), {});
  });

  it('hands the link over where no mail can be sent', async (t) => {
    const server = await startServer(t);
    const { body: sent } = await server.as('alice').post('/invites', carol);

    const { body } = await server.as('alice').post('/invites/1/resend');

    assert.deepEqual(body, sent);
  });

  it('does not know an invitation that is over', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post('/invites', carol);
    server.clock.advance(10 * day);

    const { body } = await server.as('alice').post('/invites/1/resend');

    assert.deepEqual(body, badRequest('No such invitation'));
  });
});

describe('DELETE /users/{user_id}', () => {
  it('takes back what the user had invited with, also when they return', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await invite(as('bob'), 'carol@example.com');
    const ears = await listen(server, ['admin', 'alice'], { event_types: ['invites_changed'] });

    await as('owner').delete(`/users/${users.bob.id}`);
    await as('owner').post(`/users/${users.bob.id}/reactivate`);

    assert.deepEqual(await listed(as('admin')), []);
    assert.deepEqual(await ears.gist(), { admin: ['invites_changed'] });
  });
});
