import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { Client } from '../support/client.ts';
import { Seeded } from '../support/seeded.ts';
import { untilEqual } from '../support/until.ts';
import { composer, skip } from './browser.ts';
import { openScene } from './killed-server.ts';

const steps = Number(process.env.CHATD_TEST_STEPS ?? 60);
const seed = Number(process.env.CHATD_TEST_SEED ?? Math.floor(Math.random() * 1e6));

const names = ['alice', 'bob'] as const;
type Name = (typeof names)[number];

const topics = ['boats', 'ducks', 'rafts', '✔ boats', 'Boats', 'new'];
const password = 'a good one, this';
const sending = '**/api/v1/messages';

/** What becomes of requests that send messages. */
const fates = ['pass', 'pass', 'offline', 'refuse', 'fail', 'lose request', 'lose answer', 'swallow'] as const;
type Fate = (typeof fates)[number];

/** A text that somebody wrote, or that left in a known way. */
interface Text {
  name: Name;
  content: string;
}

type Scene = Awaited<ReturnType<typeof openScene>>;

/** Two people at one browser, whose pages, network and server fail in all ways. */
class Walk {
  readonly log: string[] = [];
  readonly written: Text[] = [];
  /** Those that were deleted with their topic, and those that somebody left behind when logging out. */
  readonly deleted: Text[] = [];
  readonly discarded: Text[] = [];
  readonly #chance = new Seeded(seed);
  readonly #scene: Scene;
  readonly #context: BrowserContext;
  readonly #ids: Readonly<Record<Name, number>>;
  #pages: Page[] = [];
  #name: Name = 'alice';
  #fate: Fate = 'pass';

  constructor(scene: Scene, context: BrowserContext, ids: Readonly<Record<Name, number>>) {
    this.#scene = scene;
    this.#context = context;
    this.#ids = ids;
  }

  readonly #acts: readonly (readonly [name: string, weight: number, act: () => unknown])[] = [
    ['send', 30, () => this.#send()],
    ['network', 10, () => this.#setNetwork(this.#chance.pick(fates))],
    ['reload', 6, () => this.#reload()],
    ['second tab', 4, () => (this.#pages.length < 3 ? this.#open() : undefined)],
    ['crash of a page', 4, () => this.#crash()],
    ['restart', 3, () => this.#restart(() => this.#scene.stop())],
    ['kill -9', 3, () => this.#restart(() => this.#scene.kill())],
    ['move', 4, () => this.#move(this.#chance.pick(topics), this.#chance.pick(topics))],
    ['resolve', 3, () => this.#resolve(this.#chance.pick(topics))],
    ['delete of a topic', 2, () => this.#delete(this.#chance.pick(topics))],
    ['somebody writes', 4, () => this.#writeOutside(this.#chance.pick(topics))],
    ['log out', 2, () => this.#logOut()],
    ['end of the session', 2, () => this.#endSession()],
    ['try again', 6, () => this.#tryAgain()],
  ];

  async step(): Promise<void> {
    let left = this.#chance.below(this.#acts.reduce((all, [, weight]) => all + weight, 0));
    const found = this.#acts.find(([, weight]) => {
      left -= weight;
      return left < 0;
    });
    if (!found) return;
    this.#note(found[0]);
    await found[2]();
    await wait(this.#chance.below(300));
  }

  /** Heals everything. Returns the texts that stand unsent, as their authors see them. */
  async settle(): Promise<Text[]> {
    this.#note('settle');
    await this.#setNetwork('pass');
    const standing: Text[] = [];
    for (const name of names) {
      for (const page of this.#pages) await page.close();
      this.#pages = [];
      await this.#context.clearCookies();
      this.#name = name;
      const page = await this.#open('/#drafts');
      await untilEqual(() => this.#countWaiting(page, name), 0);
      await page.getByRole('heading', { name: 'Drafts', exact: true }).waitFor();
      const unsent = page.getByRole('list', { name: 'Messages that were not sent' }).getByRole('listitem');
      await untilEqual(() => unsent.count(), (await this.#unsentOf(page, name)).length);
      const badge = page.getByRole('img', { name: /not sent$/ });
      assert.equal((await badge.count()) === 0 ? 0 : Number(await badge.textContent()), await unsent.count());
      const texts = await page.locator('.drafts .draft-text').allInnerTexts();
      standing.push(...texts.map((content) => ({ name, content })));
    }
    return standing;
  }

  /** The texts on the server. */
  async readSent(): Promise<Text[]> {
    const found = await this.#read([]);
    return names.flatMap((name) =>
      found.filter(({ sender_id }) => sender_id === this.#ids[name]).map(({ content }) => ({ name, content })),
    );
  }

  /** Where the pages are, and what stands there. A page that hangs says nothing. */
  describePages(): Promise<string[]> {
    const look = async (page: Page) => `${page.url()}: ${await page.locator('body').ariaSnapshot({ timeout: 5000 })}`;
    return Promise.all(this.#pages.map((page) => look(page).catch(() => `${page.url()} does not answer`)));
  }

  #note(what: string): void {
    this.log.push(what);
  }

  async #send(): Promise<void> {
    const page = await this.#somePage();
    const isOpen = (await composer(page).count()) > 0;
    const topic = this.#chance.chance(50) || !isOpen ? this.#chance.pick(topics) : undefined;
    if (topic !== undefined) await goTo(page, this.#hashOf(topic));
    const name = await this.#ownerOf(page);
    // Some texts are equal.
    const content = this.#chance.chance(15) ? 'ok' : `text ${this.written.length}`;
    this.#note(`  "${content}" by ${name} to ${topic ?? 'the open topic'}`);
    this.written.push({ name, content });
    try {
      await page.locator('.compose:not(.is-early)').waitFor();
      await composer(page).fill(content);
      await composer(page).press('Control+Enter');
      await untilEqual(() => page.evaluate("document.querySelector('.compose textarea').value"), '');
    } catch (error) {
      // Once it learns that its session is over, a page leaves those who write.
      if (!page.url().includes('/login') && (await this.#ownerOf(page)) === name) throw error;
      this.#note('  while the page went away');
      this.discarded.push({ name, content });
    }
  }

  async #setNetwork(fate: Fate): Promise<void> {
    this.#note(`  ${fate}`);
    this.#fate = fate;
    await this.#context.unroute(sending);
    await this.#context.setOffline(fate === 'offline');
    if (fate === 'pass' || fate === 'offline') return;
    await this.#context.route(sending, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (fate === 'swallow') return;
      if (fate === 'refuse') return this.#refuse(route);
      if (fate === 'fail') return route.fulfill({ status: 503, body: 'busy' });
      if (fate === 'lose answer') await route.fetch().catch(() => {});
      await route.abort('connectionfailed').catch(() => {});
    });
  }

  /** Refuses a message as a server does, which recognizes one that it has. */
  async #refuse(route: Route): Promise<void> {
    const content = new URLSearchParams(route.request().postData() ?? '').get('content');
    const stored = await this.#read([]).catch(() => undefined);
    if (!stored) return route.abort('connectionfailed');
    if (stored.some((one) => one.content === content)) return route.continue();
    await route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today.', code: 'BAD_REQUEST' } });
  }

  /** Opens a page, and logs in if it is asked for that. */
  async #open(at = this.#hashOf('boats')): Promise<Page> {
    if (this.#fate === 'offline') await this.#setNetwork('pass');
    const page = await this.#context.newPage();
    this.#pages.push(page);
    await page.goto(this.#scene.url + at);
    await this.#logIn(page);
    return page;
  }

  async #logIn(page: Page): Promise<void> {
    const form = page.getByLabel('E-mail address');
    await form.or(page.locator('.shell')).first().waitFor();
    if ((await form.count()) === 0) return;
    await form.fill(`${this.#name}@example.com`);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('.shell').waitFor();
  }

  async #reload(): Promise<void> {
    const page = await this.#somePage();
    if (this.#fate === 'offline') await this.#setNetwork('pass');
    await page.reload();
    await this.#logIn(page);
  }

  async #crash(): Promise<void> {
    const page = await this.#somePage();
    const gone = page.waitForEvent('crash');
    const devtools = await this.#context.newCDPSession(page);
    void devtools.send('Page.crash').catch(() => {});
    await gone;
    await page.close();
    this.#pages = this.#pages.filter((one) => one !== page);
  }

  /** The server ends, perhaps while something is sent; something more is written before it is back. */
  async #restart(end: () => Promise<void>): Promise<void> {
    const [during, after] = [this.#chance.chance(50), this.#chance.chance(50)];
    // Without a whole composer there is nothing to send from.
    const composers = await Promise.all(this.#pages.map((page) => page.locator('.compose:not(.is-early)').count()));
    const canSend = composers.length > 0 && composers.every((count) => count > 0);
    await Promise.all([canSend && during && this.#send(), end()]);
    if (canSend && after) await this.#send();
    await wait(this.#chance.below(1000));
    await this.#scene.restart();
  }

  async #move(topic: string, target: string): Promise<void> {
    const [message] = await this.#read(topic);
    if (!message || topic === target) return;
    this.#note(`  ${topic} to ${target}`);
    await this.#scene.client.patch(`/messages/${message.id}`, { topic: target, propagate_mode: 'change_all' });
  }

  async #resolve(topic: string): Promise<void> {
    if (!topic.startsWith('✔')) await this.#move(topic, `✔ ${topic}`);
  }

  async #delete(topic: string): Promise<void> {
    const { client, channel } = this.#scene;
    this.#note(`  ${topic}`);
    // What is stored before the queue is found, and what comes after it is told.
    const { body: queue } = await client.post('/register', { event_types: ['message'], apply_markdown: false });
    const before = await this.#read(topic);
    const { status } = await client.post(`/streams/${channel}/delete_topic`, { topic_name: topic });
    if (status !== 200) return;
    const { queue_id, last_event_id } = queue;
    const { body } = await client.get('/events', { queue_id, last_event_id, dont_block: true });
    const found = new Map(before.map((one) => [one.id, one]));
    const arrived = body.events.filter(({ type }: { type: string }) => type === 'message');
    for (const { message } of arrived) if (isSame(message.subject, topic)) found.set(message.id, message);
    const left = new Set((await this.#read(topic)).map(({ id }) => id));
    for (const { id, sender_id, content } of found.values()) {
      const name = names.find((one) => this.#ids[one] === sender_id);
      if (name && !left.has(id)) this.deleted.push({ name, content });
    }
  }

  async #writeOutside(topic: string): Promise<void> {
    const { client, channel } = this.#scene;
    const content = `From outside ${this.log.length}`;
    await client.post('/messages', { type: 'channel', to: channel, topic, content });
  }

  async #logOut(): Promise<void> {
    const page = await this.#somePage();
    if (this.#fate === 'offline') return;
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    const dialog = page.getByRole('button', { name: 'Log out and delete' });
    const form = page.getByLabel('E-mail address');
    await dialog.or(form).first().waitFor();
    if ((await dialog.count()) > 0) {
      if (this.#chance.chance(50)) return page.getByRole('button', { name: 'Cancel' }).click();
      const name = await this.#ownerOf(page);
      this.discarded.push(...(await this.#unsentOf(page, name)).map(({ content }) => ({ name, content })));
      await dialog.click();
    }
    await form.waitFor();
    this.#name = this.#chance.pick(names);
    this.#note(`  log in as ${this.#name}`);
    await this.#logIn(page);
  }

  async #endSession(): Promise<void> {
    const page = await this.#somePage();
    const name = await this.#ownerOf(page);
    const client = await this.#clientOf(name);
    for (const { id } of (await client.get('/sessions')).body.sessions) await client.delete(`/sessions/${id}`);
    this.#name = this.#chance.pick(names);
    if (this.#fate === 'offline') return;
    await page.getByLabel('E-mail address').waitFor();
    this.#note(`  log in as ${this.#name}`);
    await this.#logIn(page);
  }

  async #tryAgain(): Promise<void> {
    const page = await this.#somePage();
    const button = page.locator('.is-outgoing').getByRole('button', { name: 'Try again' }).first();
    // It may be sent just now.
    await button.click({ timeout: 500 }).catch(() => {});
  }

  /** A page in use; one is opened if there is none. */
  async #somePage(): Promise<Page> {
    const page = this.#pages.length > 0 ? this.#chance.pick(this.#pages) : undefined;
    if (!page) return this.#open();
    await page.bringToFront();
    if (await this.#isOpen(page)) return page;
    if (this.#fate === 'offline') await this.#setNetwork('pass');
    // Where the login page could not be opened, people load it again.
    if (page.url().startsWith('chrome-error:')) await page.goto(this.#scene.url);
    await this.#logIn(page);
    return page;
  }

  /** Whether a page shows the client, and not a form. */
  async #isOpen(page: Page): Promise<boolean> {
    return (await page.locator('.shell').count()) > 0;
  }

  /** Whose words a page takes. */
  async #ownerOf(page: Page): Promise<Name> {
    const label = await page.getByRole('button', { name: /^Your account/ }).getAttribute('aria-label');
    const name = names.find((one) => label?.includes(one));
    assert.ok(name, `${label}`);
    return name;
  }

  #hashOf(topic: string): string {
    return `/#narrow/channel/${this.#scene.channel}-river/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`;
  }

  async #clientOf(name: Name): Promise<Client> {
    const { url } = this.#scene;
    const email = `${name}@example.com`;
    const { body } = await new Client(url).post('/fetch_api_key', { username: email, password });
    return new Client(url, { email, key: body.api_key });
  }

  /** The messages of a topic, or of a narrow, with their Markdown. */
  async #read(of: string | object[]): Promise<{ id: number; sender_id: number; content: string }[]> {
    const { client, channel } = this.#scene;
    const topic = [
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: of },
    ];
    const narrow = typeof of === 'string' ? topic : of;
    const page = { anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false };
    return (await client.get('/messages', { narrow, ...page })).body.messages;
  }

  /** What a browser keeps of somebody's messages. */
  async #unsentOf(page: Page, name: Name): Promise<{ content: string; state: string }[]> {
    const items: Record<string, string> = await page.evaluate('({ ...localStorage })');
    const own = Object.entries(items).filter(([key]) => key.startsWith(`outbox:${this.#ids[name]}:`));
    return own.map(([, value]) => JSON.parse(value));
  }

  async #countWaiting(page: Page, name: Name): Promise<number> {
    return (await this.#unsentOf(page, name)).filter(({ state }) => state === 'waiting').length;
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Opens another place of the client, as a link does. */
async function goTo(page: Page, at: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(at.slice(2))}`);
  await page.locator('.compose:not(.is-early)').waitFor();
}

async function openWalk(t: TestContext): Promise<Walk> {
  const scene = await openScene(t);
  // Each page has a process of its own, as it is with people: one crashes without the others.
  const browser = await launchChromium(['--in-process-gpu', '--disable-gpu']);
  t.after(() => browser.close());
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', locale: 'en-US' });
  context.setDefaultTimeout(30_000);
  const ids: Record<Name, number> = { alice: 0, bob: 0 };
  for (const name of names) {
    const { body } = await scene.client.post('/users', { email: `${name}@example.com`, full_name: name, password });
    ids[name] = body.user_id;
  }
  const principals = Object.values(ids);
  await scene.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'river' }], principals });
  return new Walk(scene, context, ids);
}

/** Each message was sent once, or stands unsent; one that was deleted with its topic may do both. */
function check(walk: Walk, sent: readonly Text[], standing: readonly Text[]): void {
  const keys = new Set([...walk.written, ...sent, ...standing].map((one) => JSON.stringify(one)));
  for (const key of keys) {
    const count = (texts: readonly Text[]) => texts.filter((one) => JSON.stringify(one) === key).length;
    const counts = {
      written: count(walk.written),
      sent: count(sent),
      unsent: count(standing),
      deleted: count(walk.deleted),
      discarded: count(walk.discarded),
    };
    const here = counts.sent + counts.unsent;
    const what = `${key} (${JSON.stringify(counts)})`;
    assert.ok(here + counts.deleted + counts.discarded >= counts.written, `lost: ${what}`);
    assert.ok(here <= counts.written, `doubled: ${what}`);
  }
}

describe('the outbox in a browser', { skip }, () => {
  it(`sends each message once, or shows it as unsent, over ${steps} random steps (seed ${seed})`, {
    timeout: 600_000,
  }, async (t) => {
    t.diagnostic(`CHATD_TEST_SEED=${seed}`);
    const walk = await openWalk(t);
    try {
      for (let step = 0; step < steps; step += 1) await walk.step();
      const standing = await walk.settle();
      check(walk, await walk.readSent(), standing);
      t.diagnostic(`${walk.written.length} messages, of which ${standing.length} stand unsent`);
    } catch (error) {
      t.diagnostic([...walk.log, ...(await walk.describePages())].join('\n'));
      throw error;
    }
  });
});
