import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { listen } from '../support/events.ts';
import { giveMailServer, type Mailbox } from '../support/mail.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

interface Scene extends TestServer {
  mailbox: Mailbox;
  /** The page that the mail leads to. */
  link: string;
  email: () => string | undefined;
}

/** Alice has asked for another address. */
async function setScene(t: TestContext, email = 'alice.new@example.com'): Promise<Scene> {
  const server = await startServer(t);
  const mailbox = giveMailServer(server);
  const { body } = await server.as('alice').patch('/settings', { email });
  assert.deepEqual(body, ok);
  await mailbox.receive(2);
  const ownEmail = () => server.db.value<string>('SELECT email FROM users WHERE id = ?', server.users.alice.id);
  return { ...server, mailbox, link: mailbox.link(), email: ownEmail };
}

async function visit(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  const html = await response.text();
  return { status: response.status, title: /<title>(.*)<\/title>/.exec(html)?.[1], html };
}

function submit(url: string, headers: Record<string, string> = {}) {
  return visit(url, { method: 'POST', headers });
}

const closed = 'This link no longer works';

describe('/confirm-email/{token}/', () => {
  it('asks before the address is another one, which looking at the page does not make it', async (t) => {
    const { mailbox, link, email } = await setScene(t);

    const { status, title, html } = await visit(link);

    const mails = mailbox.mails.map(({ to, subject }) => [to, subject]);
    assert.deepEqual(mails, [
      ['alice@example.com', 'Your address at Test Organization is about to change'],
      ['alice.new@example.com', 'Your new address at Test Organization'],
    ]);
    assert.doesNotMatch(mailbox.mails[0]?.text ?? '', /http/);
    assert.deepEqual([status, title], [200, 'Change your address?']);
    assert.match(html, /alice\.new@example\.com/);
    assert.equal(email(), 'alice@example.com');
  });

  it('changes the address, tells everyone, and writes to the one before', async (t) => {
    const scene = await setScene(t);
    const { users, mailbox, link, email } = scene;
    const ears = await listen(scene, ['bob']);

    const { status, title } = await submit(link);

    assert.deepEqual([status, title], [200, 'Your address has changed']);
    assert.equal(email(), 'alice.new@example.com');
    const update = { type: 'realm_user', op: 'update' };
    assert.deepEqual(await ears.heard(), {
      bob: [
        { ...update, person: { user_id: users.alice.id, delivery_email: 'alice.new@example.com' } },
        { ...update, person: { user_id: users.alice.id, new_email: 'alice.new@example.com' } },
      ],
    });
    await mailbox.receive(3);
    assert.equal(mailbox.mails[2]?.to, 'alice@example.com');
  });

  it('works once', async (t) => {
    const { db, users, link, email } = await setScene(t);
    await submit(link);

    const again = [await visit(link), await submit(link)].map(({ status, title }) => [status, title]);

    assert.deepEqual(again, [
      [404, closed],
      [404, closed],
    ]);
    assert.equal(email(), 'alice.new@example.com');
    assert.equal(db.value('SELECT count(*) FROM users WHERE id = ?', users.alice.id), 1);
  });

  const changes: [string, (scene: Scene) => string][] = [
    [
      'after a day',
      ({ clock, link }) => {
        clock.advance(86_400);
        return link;
      },
    ],
    [
      'for the deactivated',
      ({ db, users, link }) => {
        db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.alice.id);
        return link;
      },
    ],
    [
      'for an address that somebody else has by now',
      ({ db, users, link }) => {
        const email = 'alice.new@example.com';
        db.run('UPDATE users SET email = ?, email_key = ? WHERE id = ?', email, email, users.bob.id);
        return link;
      },
    ],
    [
      'where nobody may change their address by now',
      ({ db, link }) => {
        setRealmSetting(db, 'email_changes_disabled', true);
        return link;
      },
    ],
    [
      'for an address that the organization does not allow by now',
      ({ db, link }) => {
        setRealmSetting(db, 'emails_restricted_to_domains', true);
        return link;
      },
    ],
    [
      'for another address',
      ({ link }) => withPart(link, 0, (subject) => subject.replace(/[^-]+$/, encoded('mallory@example.com'))),
    ],
    [
      'for another user',
      ({ link, users }) => withPart(link, 0, (subject) => subject.replace(/^\d+/, `${users.owner.id}`)),
    ],
    ['for longer', ({ link }) => withPart(link, 1, (time) => String(Number(time) + 1))],
    ['without a seal', ({ link }) => withPart(link, 2, () => '')],
    ['with nothing right', ({ url }) => `${url}/confirm-email/x/`],
  ];
  for (const [what, change] of changes) {
    it(`does not work ${what}`, async (t) => {
      const scene = await setScene(t);
      const link = change(scene);

      const answers = [await visit(link), await submit(link)].map(({ status, title }) => [status, title]);

      assert.deepEqual(answers, [
        [404, closed],
        [404, closed],
      ]);
      assert.equal(scene.email(), 'alice@example.com');
    });
  }

  it('takes no answer from another site', async (t) => {
    const { link, email } = await setScene(t);

    const { status } = await submit(link, { 'Sec-Fetch-Site': 'cross-site' });

    assert.equal(status, 403);
    assert.equal(email(), 'alice@example.com');
  });

  it('does nothing else', async (t) => {
    const { link, email } = await setScene(t);

    const { status } = await visit(link, { method: 'DELETE' });

    assert.equal(status, 405);
    assert.equal(email(), 'alice@example.com');
  });

  it('is asked for five times an hour at most', async (t) => {
    const { as, mailbox, email } = await setScene(t);
    for (let count = 2; count <= 5; count++) await as('alice').patch('/settings', { email: `a${count}@example.com` });

    const { status, body } = await as('alice').patch('/settings', { email: 'a6@example.com' });

    assert.deepEqual([status, body.code], [429, 'RATE_LIMIT_HIT']);
    assert.equal(mailbox.mails.length, 10);
    assert.equal(email(), 'alice@example.com');
  });

  it('is not sent for an address that nobody can have', async (t) => {
    const server = await startServer(t);
    const { mails } = giveMailServer(server);

    const taken = await server.as('alice').patch('/settings', { email: 'bob@example.com' });
    const odd = await server.as('alice').patch('/settings', { email: 'bob' });

    assert.equal(taken.body.msg, 'Already has an account.');
    assert.equal(odd.body.msg, 'Invalid address.');
    assert.deepEqual(mails, []);
  });
});

/** A link with one part of its key changed: subject, time or seal. */
function withPart(link: string, index: number, change: (part: string) => string): string {
  const [start, token = ''] = link.split('/confirm-email/');
  const parts = token.replace('/', '').split('.');
  return `${start}/confirm-email/${parts.with(index, change(parts[index] ?? '')).join('.')}/`;
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
