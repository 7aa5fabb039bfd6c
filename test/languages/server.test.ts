import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { resetUrl } from '../../src/accounts/password-reset.ts';
import { setupUrl } from '../../src/accounts/setup.ts';
import { chosenCodes } from '../../src/languages/list.ts';
import { doDeliverDue } from '../../src/later/delivery.ts';
import { mailDigests } from '../../src/missed/digest.ts';
import { mailMissed } from '../../src/missed/sending.ts';
import { unsubscribeUrl } from '../../src/missed/unsubscribe.ts';
import { enqueueMissed } from '../../src/missed/waiting.ts';
import { givePassword } from '../contract/call.ts';
import { Browser, browserOf } from '../support/browser.ts';
import { giveMailServer } from '../support/mail.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const signal = new AbortController().signal;
const pseudo = 'en-xa';
const day = 86_400;

/** A server whose organization and people read the pseudo-language. */
async function start(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  await server.as('owner').patch('/realm', { default_language: pseudo });
  for (const name of ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest'] as const) {
    await server.as(name).patch('/settings', { default_language: pseudo });
  }
  return server;
}

/** What is not said by the server: names, addresses and links, in Markdown too. */
const data = [
  /Test Organization|Alice Member|Bob Member|Adam Admin|Olive Owner|Mona Moderator|Gus Guest|Carol New|Build Bot|chatd/g,
  /@_?\*\*[^*]*\*\*|@_?\*[^*]*\*|#\*\*[^*]*\*\*|<time:[^>]*>|\]\([^)]*\)/g,
  /https?:\/\/[^\s<"')\]]+|[\w.+-]+@[\w.-]+/g,
  /```quote[\s\S]*```|#(?:general|news|other) > lunch|#(?:news|other|general)\b|&\w+;|\bhello\b|\blunch\b|\bwords\b|\bJanuary\b/g,
];

function withoutData(text: string): string {
  return data.reduce((left, pattern) => left.replace(pattern, ' '), text);
}

/** The English words in a text, besides data. */
function wordsIn(text: string): string[] {
  return withoutData(text).match(/[A-Za-z]{2,}/g) ?? [];
}

/** The English words on a page, in its attributes too. The names of languages are their own. */
function wordsOn(html: string): string[] {
  const shown = html
    .replace(/<(script|style|code|pre)\b[\s\S]*?<\/\1>|<nav class="languages"[\s\S]*?<\/nav>|<!doctype html>/g, ' ')
    .replace(/<[^>]*>/g, (tag) => [...tag.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*)"/g)].join(' '))
    .replace(/aria-label|title=|alt=|placeholder=/g, '');
  return wordsIn(shown);
}

/** A browser in which somebody chose the pseudo-language. */
async function pseudoBrowser(server: TestServer): Promise<Browser> {
  const browser = new Browser(server);
  const { status, headers } = await browser.open(`/login?language=${pseudo}`);
  assert.deepEqual([status, headers.get('location')], [303, '/login']);
  return browser;
}

describe('the pages of the server', () => {
  it('are in the language of their visitor', async (t) => {
    const server = await start(t);
    const { app, users } = server;
    giveMailServer(server);
    await givePassword(server, 'alice');
    const { body: link } = await server.as('admin').post('/invites/multiuse', {});
    const browser = await pseudoBrowser(server);
    const alice = browserOf(server, 'alice');
    Object.assign(app.config, { demo_key: 'key', lan: { key: 'key', has_own_root: false } });
    const wrong = { email: 'alice@example.com', password: 'wrong', full_name: '', organization: '' };

    const pages = {
      login: await browser.open('/login'),
      ended: await browser.open('/login?ended'),
      wrong: await browser.submit('/login', wrong),
      logout: await alice.open('/logout'),
      join: await browser.open(link.invite_link),
      'wrong join': await browser.submit(link.invite_link, { ...wrong, email: 'x' }),
      'no invitation': await browser.open('/join/x/'),
      register: await browser.open('/register/'),
      'check mail': await browser.open('/check-mail/'),
      'no set-up': await browser.open(setupUrl(app)),
      forgot: await browser.open('/forgot'),
      asked: await browser.submit('/forgot', wrong),
      reset: await browser.open(resetUrl(app, users.alice)),
      'wrong reset': await browser.submit(resetUrl(app, users.alice), { password: 'x' }),
      'no reset': await browser.open('/reset/x/'),
      'no confirmation': await browser.open('/confirm-email/x/'),
      unsubscribe: await browser.open(unsubscribeUrl(app, users.alice, 'missed')),
      unsubscribed: await browser.submit(unsubscribeUrl(app, users.alice, 'digest')),
      'no subscription': await browser.open('/unsubscribe/x/'),
      apps: await browser.open('/apps'),
      demo: await browser.open('/demo/key/'),
      'no demo': await browser.open('/demo/x/'),
      nearby: await browser.open('/nearby/key/'),
      'not nearby': await browser.open('/nearby/x/'),
      'no method': await browser.open('/openid/x/'),
      nothing: await browser.open('/nothing', { Accept: 'text/html' }),
      foreign: await browser.submit('/login', wrong, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://e.example' }),
      method: await browser.submit('/check-mail/'),
    };

    for (const [name, { html }] of Object.entries(pages)) {
      assert.match(html, /<html lang="en-xa" dir="ltr">/, name);
      assert.deepEqual(wordsOn(html), [], name);
      assert.match(html, /⟦/, name);
    }
  });

  it('at first, too, which gives the organization and its first channel the language of its owner', async (t) => {
    const server = await startServer(t);
    const { app, db } = server;
    db.run('UPDATE users SET role = 400 WHERE role = 100');
    const browser = await pseudoBrowser(server);
    const fields = { organization: 'Test Organization', full_name: 'Carol New', email: 'carol@example.com' };

    const shown = await browser.open(setupUrl(app));
    const wrong = await browser.submit(setupUrl(app), { ...fields, password: 'x' });
    await browser.submit(setupUrl(app), { ...fields, password: 'a good one, this' });

    assert.deepEqual([wordsOn(shown.html), wordsOn(wrong.html)], [[], []]);
    const { body } = await browser.call('GET', '/server_settings');
    assert.equal(body.result, 'success');
    assert.equal(db.value("SELECT value FROM realm_settings WHERE name = 'default_language'"), '"en-xa"');
  });

  it('offer every language, keep the one that was chosen, and go nowhere else', async (t) => {
    const server = await startServer(t);
    const browser = new Browser(server);
    const { html } = await browser.open('/login');

    const { headers } = await browser.open('/login/?language=ar&to=https://evil.example');
    await browser.open('/login?language=ar');
    const arabic = await browser.open('/login');

    assert.equal(html.match(/<a href="\?language=/g)?.length, chosenCodes.length);
    assert.equal(headers.get('location'), '/login/?to=https%3A%2F%2Fevil.example');
    assert.match(arabic.html, /<html lang="ar" dir="rtl">/);
    assert.match(arabic.html, /<a href="\?language=ar"[^>]* aria-current="true">العربية</);
    assert.match((await browser.open('/login?language=tlh')).html, /<html lang="ar"/);
  });

  it('stay on this server when a language is chosen at an address that reads like another one', async (t) => {
    const server = await startServer(t);

    const answered = new Promise<IncomingMessage>((resolve) => {
      get(server.url, { path: '/join/..\\\\evil.example?language=de' }, (answer) => resolve(answer.resume()));
    });

    const { host } = new URL((await answered).headers.location ?? '', server.url);
    assert.equal(host, new URL(server.url).host);
  });
});

describe('the mails of the server', () => {
  it('are in the language of their reader', async (t) => {
    const server = await start(t);
    const { app, as, clock, users } = server;
    const { mails, receive } = giveMailServer(server);
    const browser = await pseudoBrowser(server);
    enqueueMissed(app);
    for (const name of ['alice', 'bob'] as const) await subscribe(as(name), 'general');
    await as('owner').patch('/realm', { digest_emails_enabled: true, digest_weekday: 2 });

    await as('alice').post('/invites', { invitee_emails: 'carol@example.com', stream_ids: [] });
    const { body: link } = await as('admin').post('/invites/multiuse', {});
    for (const email of ['dan@example.com', 'bob@example.com', 'carol@example.com']) {
      await browser.submit(link.invite_link, { email });
    }
    await givePassword(server, 'bob');
    await browser.submit('/forgot', { email: 'bob@example.com' });
    await as('bob').patch('/settings', { email: 'bob2@example.com' });
    await as('admin').delete(`/users/${users.guest.id}`, { deactivation_notification_comment: 'words' });
    await receive(8);
    await send(as('alice'), { type: 'direct', to: [users.bob.id], content: 'hello' });
    await send(as('alice'), { to: 'general', content: `@**Bob Member|${users.bob.id}** hello` });
    enqueueMissed(app);
    clock.advance(121);
    await mailMissed(app, signal);
    await as('bob').patch('/settings', { message_content_in_email_notifications: false });
    await send(as('alice'), { type: 'direct', to: [users.bob.id], content: 'hello' });
    enqueueMissed(app);
    clock.advance(121);
    await mailMissed(app, signal);
    clock.advance(8 * day);
    await mailDigests(app, signal);
    clock.advance(day);
    await send(as('alice'), { to: 'general', content: 'hello' });
    await mailDigests(app, signal);

    assert.ok(mails.length >= 11, String(mails.length));
    for (const { subject, text, html = '' } of mails) {
      assert.deepEqual([wordsIn(subject), wordsIn(text), wordsOn(html)], [[], [], []], text);
      assert.match(text, /⟦/);
    }
  });
});

describe('the notices of the server', () => {
  it('are in the language of the organization, or of the one person who reads them', async (t) => {
    const server = await start(t);
    const { app, as, clock, db, users } = server;
    const owner = as('owner');
    const create = (name: CastName, stream: string) => subscribe(as(name), stream);
    await create('bob', 'general');
    const stream_id = await subscribe(owner, 'news', { subscriptions: [{ name: 'news', description: 'words' }] });
    await subscribe(owner, 'other', { principals: [users.bob.id], announce: true });
    await subscribe(owner, 'news', { principals: [users.alice.id] });
    const change = (values: object) => owner.patch(`/streams/${stream_id}`, { ...values });
    await change({ new_name: 'news2' });
    await change({ new_name: 'news' });
    await change({ description: '' });
    await change({ message_retention_days: 30 });
    await change({ message_retention_days: 'unlimited' });
    await change({ topics_policy: 'disable_empty_topic' });
    await change({ is_private: true });
    for (const permission of ['can_send_message_group', 'can_add_subscribers_group', 'can_resolve_topics_group']) {
      await change({
        [permission]: { new: users.owner.id === 0 ? 0 : { direct_members: [users.owner.id], direct_subgroups: [] } },
      });
    }
    await owner.delete(`/streams/${stream_id}`);
    await change({ is_archived: false });
    await owner.post('/user_groups/create', { name: 'crew', description: '', members: [users.bob.id] });
    const id = await send(owner, { to: 'other' });
    await send(owner, { to: 'other' });
    const move = (values: object) => owner.patch(`/messages/${id}`, { propagate_mode: 'change_all', ...values });
    await move({ topic: '✔ lunch' });
    clock.advance(120);
    await move({ topic: 'lunch', send_notification_to_new_thread: true });
    await move({ topic: 'dinner', send_notification_to_new_thread: true, send_notification_to_old_thread: true });
    const reports = await subscribe(as('moderator'), 'reports', { invite_only: true });
    await owner.patch('/realm', { moderation_request_channel_id: reports });
    const spoken = await send(owner, { to: 'other', topic: 'dinner' });
    await as('bob').post(`/messages/${spoken}/report`, { report_type: 'norms', description: 'words' });
    await as('bob').post('/reminders', {
      message_id: spoken,
      scheduled_delivery_timestamp: clock.now() + 60,
      note: 'words',
    });
    const later = { type: 'channel', to: 'other', topic: 'dinner', content: 'words' };
    await as('bob').post('/scheduled_messages', { ...later, scheduled_delivery_timestamp: clock.now() + 60 });
    clock.advance(1000);
    doDeliverDue(app);
    await as('bob').post('/scheduled_messages', { ...later, scheduled_delivery_timestamp: clock.now() + 60 });
    clock.advance(2 * day);
    doDeliverDue(app);
    const { body: invited } = await as('alice').post('/invites', {
      invitee_emails: 'carol@example.com',
      stream_ids: [],
    });
    const browser = await pseudoBrowser(server);
    const carol = { full_name: 'Carol New', password: 'a good one, this' };
    await browser.submit(invited.invites?.[0]?.link_url ?? assert.fail(), carol);

    const notices = db.all<{ content: string; topic: string | null }>(
      `SELECT m.content, c.topic FROM messages m JOIN conversations c ON c.id = m.conversation_id
       JOIN users u ON u.id = m.sender_id WHERE u.is_system_bot = 1`,
    );
    assert.ok(notices.length >= 25, notices.map(({ content }) => content).join('\n'));
    for (const { content } of notices) {
      const own = content.replace(/dinner|news2?|\bcrew\b|^> words$/gm, ' ');
      assert.deepEqual(wordsIn(own), [], content);
      assert.match(content, /⟦/);
    }
    const topics = new Set(notices.map(({ topic }) => topic ?? '').filter((topic) => !/dinner|lunch/.test(topic)));
    for (const topic of topics) assert.deepEqual(wordsIn(topic.replace('Olive Owner', '')), [], topic);
  });
});
