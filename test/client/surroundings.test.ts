import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { tiff } from '../images/samples.ts';
import { uploadFile } from '../support/files.ts';
import { gif, png, repeatedGif } from '../support/pictures.ts';
import { send } from '../support/scene.ts';
import { until, untilEqual } from '../support/until.ts';
import { arrive, composer, holdPart, messages, openRiver, type Page, skip, visit, write } from './browser.ts';

/** Notes notifications instead of showing them, and lets the page believe that nobody looks at it. */
const recorder = `
  window.shown = [];
  window.Notification = class {
    static permission = 'granted';
    constructor(title, options) { window.shown.push({ title, body: options.body }); }
    close() {}
  };
  document.hasFocus = () => false;
  window.sounds = 0;
  window.AudioContext = class {
    currentTime = 0;
    constructor() { window.sounds += 1; }
    createOscillator() { return { frequency: {}, connect: (to) => to, start() {}, stop() {} }; }
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
  };
`;

function shown(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate('window.shown');
}

describe('a message that concerns somebody who looks elsewhere', { skip }, () => {
  it('is notified, and heard, by one tab alone', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const first = await visit(server, 'alice');
    await first.context().addInitScript(recorder);
    await first.reload();
    await first.locator('.shell').waitFor();
    const second = await first.context().newPage();
    await second.goto(server.url + river.at);
    await second.locator('.shell').waitFor();
    await first.bringToFront();
    // Browsers play nothing in pages that nobody has touched.
    await first.keyboard.press('Shift');
    await first.locator('h1').click();

    await write(river, 'bob', 'Just talk');
    await write(river, 'bob', 'Look, @**Alice Member**!');
    await server.as('bob').post('/messages', { type: 'direct', to: [server.users.alice.id], content: 'Psst *now*' });
    await messages(second).filter({ hasText: 'Look, ' }).waitFor();
    await second
      .getByRole('navigation')
      .getByRole('link', { name: /Bob Member/ })
      .waitFor();

    const look = async () => [...(await shown(first)), ...(await shown(second))];
    await untilEqual(look, [
      { title: 'Bob Member in #river > levels', body: 'Look, @Alice Member!' },
      { title: 'Bob Member', body: 'Psst now' },
    ]);
    // A sound that comes while one is heard is left out.
    await until(async () => Number(await first.evaluate('window.sounds')) > 0);
    assert.equal(await second.evaluate('window.sounds'), 0);
  });

  it('is notified when it came before the page was loaded whole', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await arrive(server, { session: 'alice' });
    await alice.addInitScript(recorder);
    const load = await holdPart(alice, 'companions/companions.ts');
    await alice.goto('about:blank');
    await alice.goto(server.url + at);
    await alice.locator('.shell').waitFor();

    await send(server.as('bob'), { type: 'direct', to: [server.users.alice.id], content: 'Psst' });
    await alice
      .getByRole('navigation')
      .getByRole('link', { name: /Bob Member/ })
      .waitFor();
    load();

    await untilEqual(() => shown(alice), [{ title: 'Bob Member', body: 'Psst' }]);
  });
});

describe('a page in the desktop program', { skip }, () => {
  it('tells the badge and the organization, does what its menu says, and sends replies', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice');
    await alice.addInitScript(`
      window.told = {};
      window.electron_bridge = {
        send_event: (name, value) => { window.told[name] = value; return true; },
        on_event: (name, act) => { window.acts = { ...window.acts, [name]: act }; },
        new_notification: () => {},
        set_send_notification_reply_message_supported: (isSupported) => { window.told.replies = isSupported; },
        get_idle_on_system: () => false,
      };
    `);
    await alice.reload();
    await alice.locator('.shell').waitFor();

    const id = await write(river, 'bob', 'Hello');
    await alice
      .getByRole('main')
      .getByRole('link', { name: /levels/ })
      .waitFor();

    const told = () => alice.evaluate('window.told') as Promise<Record<string, unknown>>;
    await untilEqual(
      async () => {
        const { total_unread_count, realm_name, realm_icon_url, replies } = await told();
        return { total_unread_count, realm_name, realm_icon_url, replies };
      },
      {
        total_unread_count: 1,
        realm_name: 'Test Organization',
        realm_icon_url: `${river.server.url}/icon.png`,
        replies: true,
      },
    );
    await alice.evaluate("window.acts['show-keyboard-shortcuts']()");
    await alice.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await alice.keyboard.press('Escape');
    await alice.evaluate("window.acts['show-notification-settings']()");
    await alice.waitForURL('**/#settings/notifications');
    await alice.evaluate(`window.acts['send_notification_reply_message'](${id}, 'Hello, Bob')`);
    await alice.goto(river.server.url + river.at);
    await messages(alice).filter({ hasText: 'Hello, Bob' }).waitFor();
    await untilEqual(async () => (await told()).send_notification_reply_message_success, { message_id: id });
  });
});

describe('a message with more than words', { skip }, () => {
  it('shows formulas in their own letters, code in colours, and hides what spoils', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', '$$x^2$$');
    await write(river, 'bob', '```spoiler The end\nThey marry.\n```');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await messages(alice).locator('.katex').waitFor();
    await alice.locator('link[href*="formula"]').waitFor({ state: 'attached' });
    // A strut makes room for what is above and below the line.
    const display = "getComputedStyle(document.querySelector('.katex .strut')).display";
    await until(async () => (await alice.evaluate(display)) === 'inline-block');
    const ending = alice.getByText('They marry.');
    assert.equal(await ending.isVisible(), false);
    await alice.getByRole('button', { name: 'Show' }).click();

    assert.equal(await ending.isVisible(), true);
    await alice.emulateMedia({ media: 'print' });
    assert.deepEqual([await ending.isVisible(), await composer(alice).isVisible()], [true, false]);
  });

  it('says nowhere what spoils: neither in the inbox, nor to screen readers, nor in notifications', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const alice = await visit(server, 'alice', { at: '/#inbox' });
    await alice.evaluate(`window.notified = [];
      const note = (title, { body }) => window.notified.push(body);
      window.Notification = class {
        static permission = 'granted';
        constructor(...given) { note(...given); }
      };
      ServiceWorkerRegistration.prototype.showNotification = async (...given) => note(...given);
      document.hasFocus = () => false;`);

    await send(server.as('bob'), {
      type: 'direct',
      to: [server.users.alice.id],
      content: 'Well:\n\n~~~spoiler The `end`\nThey marry.\n~~~\nGood night',
    });
    await alice.locator('.inbox-text').filter({ hasText: 'Well: The end (…) Good night' }).waitFor();
    await until(async () => String(await alice.evaluate('window.notified')).includes('Well: The end (…) Good night'));

    const said = [await alice.locator('body').textContent(), await alice.evaluate('window.notified')];
    assert.doesNotMatch(said.join(), /marry/);
  });

  it('gives each part of a message the direction of its text, and the names around it keep their order', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Look:\n\nשלום `a (b)`\n\n- אחת\n\n> שתיים', 'נהר');
    const at = `/#narrow/channel/${river.channel}-river/topic/${encodeURIComponent('נהר').replaceAll('%', '.')}`;
    const alice = await visit(river.server, 'alice', { at });

    await messages(alice).locator('blockquote').waitFor();
    const edges = `Object.fromEntries(['p', 'p + p', 'li', 'blockquote p', 'code'].map((name) => {
      const part = document.querySelector('.message .rendered').querySelector(name);
      const range = document.createRange();
      range.selectNodeContents(part);
      const [text, frame] = [range.getBoundingClientRect(), part.closest('.rendered').getBoundingClientRect()];
      return [name, [text.left - frame.left < 60 ? 'left' : 'right', getComputedStyle(part).direction]];
    }))`;
    assert.deepEqual(await alice.evaluate(edges), {
      p: ['left', 'ltr'],
      'p + p': ['right', 'ltr'],
      li: ['right', 'rtl'],
      'blockquote p': ['right', 'rtl'],
      code: ['right', 'ltr'],
    });
    assert.equal(await composer(alice).getAttribute('placeholder'), 'Message \u2068#river > \u2068נהר\u2069\u2069');
  });

  it('shows a picture in its place, and large when it is clicked', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const alice = await visit(server, 'alice', { at: river.at });
    await alice
      .locator('input[type=file]')
      .setInputFiles({ name: 'heron.png', mimeType: 'image/png', buffer: Buffer.from(png(120)) });
    await alice.getByRole('button', { name: 'Send', exact: true }).click();

    const small = messages(alice).getByRole('img', { name: 'heron.png' });
    await small.click();

    await alice.getByRole('dialog', { name: 'heron.png' }).getByRole('img', { name: 'heron.png' }).waitFor();
    await alice.keyboard.press('Escape');
    await alice.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('moves a picture when it is pointed at, or as its reader wants', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const alice = await visit(server, 'alice', { at: river.at });
    await alice
      .locator('input[type=file]')
      .setInputFiles({ name: 'waves.gif', mimeType: 'image/gif', buffer: Buffer.from(repeatedGif(3)) });
    // It can be sent once the file is there.
    await alice.getByRole('button', { name: 'Send', exact: true }).click();
    // The still covers the picture, or is not drawn.
    const still = messages(alice).locator('.still');
    const choose = (policy: string) => server.as('alice').patch('/settings', { web_animate_image_previews: policy });

    await still.waitFor();
    await messages(alice).locator('img').hover();
    await still.waitFor({ state: 'hidden' });
    await choose('never');
    await still.waitFor();
    await choose('always');
    await still.waitFor({ state: 'hidden' });

    await alice.locator('html[data-moving=always]').waitFor();
  });

  it('opens a TIFF, which browsers cannot show, as its thumbnail', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const scan = Uint8Array.from(tiff(60, 40, { pixels: Buffer.alloc(60 * 40 * 3, 200) }));
    await write(river, 'bob', `[scan](${await uploadFile(server.as('bob'), scan, 'scan.tiff')})`);
    await server.app.thumbnailer.finished();
    const alice = await visit(server, 'alice', { at: river.at });

    await messages(alice).locator('.message_inline_image img').click();
    await alice.getByRole('dialog', { name: 'scan' }).getByRole('img').waitFor();

    await until(async () => (await alice.evaluate("document.querySelector('.stage img').naturalWidth")) === 60);
  });

  it('opens a picture that stands in the text, by a click and by keys', async (t) => {
    const river = await openRiver(t);
    const file = await uploadFile(river.server.as('bob'), png(1), 'soup.png');
    await write(river, 'bob', `Look: ![My soup](${file})`);
    await river.server.app.thumbnailer.finished();
    const alice = await visit(river.server, 'alice', { at: river.at });
    const opened = alice.getByRole('dialog', { name: 'My soup' });

    await messages(alice).locator('p .inline-image').click();
    await opened.getByRole('img').waitFor();
    await alice.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
    await messages(alice).locator('p a:has(.inline-image)').press('Enter');
    await opened.getByRole('img').waitFor();

    assert.equal(await opened.getByRole('img').getAttribute('src'), river.server.url + file);
  });

  it('reserves the space of a picture whose thumbnail is being made, and holds nothing else still', async (t) => {
    const river = await openRiver(t);
    const { app } = river.server;
    await app.thumbnailer.stop();
    await write(river, 'bob', `[waves](${await uploadFile(river.server.as('bob'), gif(1), 'waves.gif')})`);
    const alice = await visit(river.server, 'alice', { at: river.at });
    const pictures = messages(alice).locator('img');

    await pictures.evaluate('(picture) => picture.decode()');
    const reserved = await pictures.boundingBox();
    assert.equal(await messages(alice).locator('.still').count(), 0);
    app.thumbnailer.start(app);
    await messages(alice).locator('img:not(.image-loading-placeholder) + .still').waitFor();

    assert.deepEqual(await pictures.boundingBox(), reserved);
  });
});

describe('a phone', { skip }, () => {
  it('is swiped for the side bar, except over what scrolls sideways itself', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', `\`\`\`\n${'wide '.repeat(50)}\n\`\`\``);
    const viewport = { width: 390, height: 800 };
    const alice = await visit(river.server, 'alice', { at: river.at, viewport, hasTouch: true });
    const side = alice.locator('.is-side-open');
    await alice.locator('pre').waitFor();
    const code = await alice.locator('pre').boundingBox();

    await swipe(alice, [50, (code?.y ?? 0) + 10], [300, (code?.y ?? 0) + 10]);
    assert.equal(await side.count(), 0);
    await swipe(alice, [50, 200], [300, 210]);
    await side.waitFor();
    await swipe(alice, [300, 200], [50, 210]);
    await side.waitFor({ state: 'detached' });
  });

  it('is swiped the other way where the side bar stands on the right', async (t) => {
    const { server, at } = await openRiver(t);
    await server.as('alice').patch('/settings', { default_language: 'ar' });
    const alice = await visit(server, 'alice', { at, viewport: { width: 390, height: 800 }, hasTouch: true });

    await swipe(alice, [300, 200], [50, 210]);
    await alice.locator('.is-side-open').waitFor();
    await swipe(alice, [50, 200], [300, 210]);
    await alice.locator('.is-side-open').waitFor({ state: 'detached' });
  });

  it('is told of no keys, and sees what it writes above its keyboard, in dialogs too', async (t) => {
    const river = await openRiver(t);
    const viewport = { width: 390, height: 800 };
    const alice = await visit(river.server, 'alice', { at: '/#feed', viewport, hasTouch: true, isMobile: true });
    await alice.getByText('Open a conversation to write in it.', { exact: true }).waitFor();
    const bottomOf = async (target: Locator) => {
      const { y = 0, height = 0 } = (await target.boundingBox()) ?? {};
      return y + height;
    };

    await alice.goto(river.server.url + river.at);
    await composer(alice).waitFor();
    // As browsers do that lay their keyboard over the page.
    await alice.evaluate(`{
      Object.defineProperty(visualViewport, 'height', { value: 420 });
      visualViewport.dispatchEvent(new Event('resize'));
    }`);

    await until(async () => (await bottomOf(composer(alice))) < 420);
    await composer(alice).tap();
    await alice.getByRole('button', { name: 'More to insert' }).tap();
    await alice.getByRole('button', { name: 'Poll…' }).tap();
    const poll = alice.getByRole('dialog', { name: 'New poll' });
    await poll.waitFor();
    await until(async () => (await bottomOf(poll)) < 420);
    await alice.keyboard.press('Escape');
    await alice.setViewportSize({ width: 844, height: 180 });
    await composer(alice).fill('One\ntwo\nthree\nfour');
    await until(async () => (await bottomOf(alice.getByRole('button', { name: 'Send', exact: true }))) < 180);
  });
});

type Point = [x: number, y: number];

async function swipe(page: Page, [fromX, fromY]: Point, [x, y]: Point): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: fromX, y: fromY }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

describe('a browser without scripts', { skip }, () => {
  it('is told that they are needed', async (t) => {
    const { server } = await openRiver(t);
    const alice = await visit(server, 'alice');
    const browser = alice.context().browser();
    assert.ok(browser);
    const context = await browser.newContext({
      javaScriptEnabled: false,
      extraHTTPHeaders: { Authorization: server.as('alice').authorization },
    });
    t.after(() => context.close());
    const page = await context.newPage();

    await page.goto(server.url);

    assert.match(await page.content(), /Test Organization needs JavaScript/);
  });
});
