import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBundle } from '../../src/web/bundle.ts';
import { until, untilEqual } from '../support/until.ts';
import {
  choose,
  composer,
  hold,
  holdPart,
  messages,
  openRiver,
  type Page,
  routeFor,
  row,
  skip,
  visit,
  write,
} from './browser.ts';

describe('an answer that is late', { skip }, () => {
  it('leads nobody away from where they went meanwhile', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    const id = await write(river, 'bob', 'High water');
    await write(river, 'bob', 'A boat', 'boats');
    const owner = await visit(server, 'owner', { at: '/#starred' });
    const side = owner.getByRole('navigation', { name: 'Conversations' });
    const title = owner.getByRole('heading', { level: 1 });

    const topics = await hold(owner, '**/topics?*');
    await side.getByRole('link', { name: /^river/ }).click();
    const deliverTopics = await topics();
    await side.getByRole('link', { name: /^Inbox/ }).click();
    await deliverTopics();
    assert.equal(await title.textContent(), 'Inbox');

    await owner.goto(server.url + at);
    const source = await hold(owner, `**/messages/${id}?*`);
    await row(owner, 'High water').hover();
    await row(owner, 'High water').getByRole('button', { name: 'Quote and reply' }).click();
    const deliverSource = await source();
    await side.getByRole('link', { name: /^boats/ }).click();
    await messages(owner).getByText('A boat').waitFor();
    await deliverSource();
    assert.equal(await composer(owner).inputValue(), '');

    const newest = await hold(owner, '**/messages?*anchor=newest*');
    await owner.getByRole('button', { name: 'Move or rename the topic' }).dblclick();
    const deliverNewest = [await newest(), await newest()];
    await deliverNewest[0]?.();
    await owner.getByLabel('Topic', { exact: true }).fill('ships');
    await deliverNewest[1]?.();
    assert.equal(await owner.getByLabel('Topic', { exact: true }).inputValue(), 'ships');

    await owner.goto(`${server.url}${at}/near/1`);
    const missing = await hold(owner, '**/messages/1?*');
    const deliverMissing = await missing();
    await side.getByRole('link', { name: /^Inbox/ }).click();
    await deliverMissing();
    assert.equal(await title.textContent(), 'Inbox');
  });

  it('leads nobody away who sends or takes up what waits elsewhere', async (t) => {
    const { server, channel } = await openRiver(t);
    const place = { type: 'stream', to: [channel], topic: 'levels' };
    const drafts = ['Low', 'High'].map((content) => ({ ...place, content, timestamp: 1 }));
    await server.as('alice').post('/drafts', { drafts });
    const later = { content: 'Flood', scheduled_delivery_timestamp: 2_000_000_000 };
    await server.as('alice').post('/scheduled_messages', { ...place, type: 'channel', to: channel, ...later });
    const alice = await visit(server, 'alice', { at: '/#scheduled' });
    const main = alice.getByRole('main');
    const goToInbox = () => alice.getByRole('link', { name: /^Inbox/ }).click();
    const title = alice.getByRole('heading', { level: 1 });

    const deletions = await hold(alice, /scheduled_messages|drafts/);
    await main.getByRole('button', { name: 'Send now' }).click();
    const deliverDeletion = await deletions();
    await goToInbox();
    await deliverDeletion();
    assert.equal(await title.textContent(), 'Inbox');

    await alice.getByRole('link', { name: /^Drafts/ }).click();
    await main.getByRole('button', { name: /^#river.*Low/ }).click();
    const deliverDraft = await deletions();
    await goToInbox();
    await deliverDraft();
    assert.equal(await title.textContent(), 'Inbox');
    await alice.getByRole('link', { name: /^Drafts/ }).click();
    await main.getByRole('link', { name: /Low/ }).waitFor();
    await untilEqual(async () => {
      const page = { anchor: 'newest', num_before: 1, num_after: 0 };
      return (await server.as('bob').get('/messages', page)).body.messages[0].content;
    }, '<p>Flood</p>');
  });

  it('shows nobody who belongs to another channel, or left meanwhile', async (t) => {
    const { server, channel } = await openRiver(t);
    await server.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'lake' }] });
    const owner = await visit(server, 'owner', { at: '/#feed' });
    const link = (name: RegExp) => owner.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name });
    const here = owner.locator('.people section').filter({ hasText: 'In this conversation' }).locator('.entry');
    await owner.getByRole('button', { name: 'People', exact: true }).click();
    await owner.locator('.people').waitFor();

    const members = await hold(owner, '**/members');
    const open = async (name: RegExp) => {
      await link(name).click();
      return members();
    };
    const deliverRiver = await open(/^river/);
    const deliverLake = await open(/^lake/);
    await deliverLake();
    await untilEqual(() => here.count(), 1);
    await deliverRiver();
    assert.equal(await here.count(), 1);

    await owner.getByRole('button', { name: 'Hide people' }).click();
    await owner.goto(`${server.url}/#channels/${channel}/subscribers`);
    await (await members())();
    const title = owner.getByRole('heading', { name: /^Members:/ });
    const followers = async () => Number((await title.textContent())?.match(/\d+/));
    const count = await followers();
    const leave = async (name: 'alice' | 'bob') => {
      await server.as(name).delete('/users/me/subscriptions', { subscriptions: ['river'] });
      return members();
    };
    const deliverBefore = await leave('alice');
    const deliverAfter = await leave('bob');
    await deliverAfter();
    await untilEqual(followers, count - 2);
    await deliverBefore();
    assert.equal(await followers(), count - 2);
  });

  it('changes nothing that was written meanwhile, and takes no focus', async (t) => {
    const river = await openRiver(t);
    const { server, at, channel } = river;
    await write(river, 'alice', 'Low water');
    const alice = await visit(server, 'alice', { at });
    const isAt = (label: string) => alice.getByLabel(label, { exact: true }).and(alice.locator(':focus')).waitFor();

    const previews = await hold(alice, '**/messages/render');
    await composer(alice).fill('High');
    await alice.getByRole('button', { name: 'Preview' }).click();
    const deliverPreview = await previews();
    await composer(alice).fill('High water');
    await deliverPreview();
    assert.equal(await composer(alice).isVisible(), true);

    await composer(alice).fill('');
    const sources = await hold(alice, '**/messages/*?*');
    await composer(alice).press('ArrowUp');
    const deliverSource = await sources();
    await alice.keyboard.type('So be it');
    await deliverSource();
    await alice.getByLabel('Text of the message').waitFor();
    assert.equal(await composer(alice).inputValue(), 'So be it');
    await isAt('Message to #river > levels');

    await alice.goto(`${server.url}/#narrow/channel/${channel}-river`);
    const uploads = await hold(alice, '**/user_uploads');
    await alice
      .locator('input[type=file]')
      .setInputFiles({ name: 'levels.txt', mimeType: 'text/plain', buffer: Buffer.from('1,2,3') });
    const deliverUpload = await uploads();
    await alice.getByLabel('Topic', { exact: true }).focus();
    await deliverUpload();
    await alice.keyboard.type('dams');
    assert.equal(await alice.getByLabel('Topic', { exact: true }).inputValue(), 'dams');
    await alice.locator('.tray').getByText('5 byte').waitFor();
  });

  it('closes nothing that was opened meanwhile, nor before all is saved', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    for (const text of ['Low', 'High']) await write(river, 'alice', text);
    const alice = await visit(server, 'alice', { at });
    const saves = await hold(alice, /\/messages\/\d+$/);
    const field = alice.getByLabel('Text of the message');

    await choose(alice, 'Low', 'Edit');
    await field.fill('Low water');
    await field.press('Control+Enter');
    const deliverFirst = await saves();
    await field.fill('Low water again');
    await deliverFirst();
    await field.press('Control+Enter');
    const deliverSecond = await saves();
    await field.press('Escape');
    await choose(alice, 'High', 'Edit');
    await field.waitFor();
    await deliverSecond();
    assert.equal(await field.inputValue(), 'High');
    await row(alice, 'Low water again').waitFor();

    await alice.goto(`${server.url}/#settings/alert-words`);
    const words = await hold(alice, '**/alert_words');
    const add = async (word: string) => {
      await alice.getByRole('button', { name: 'Add a word' }).click();
      await alice.getByLabel('Word or phrase').fill(word);
    };
    await add('flood');
    await alice.keyboard.press('Enter');
    const deliverWord = await words();
    await alice.keyboard.press('Escape');
    await add('dam');
    await deliverWord();
    assert.equal(await alice.getByLabel('Word or phrase').inputValue(), 'dam');

    await alice.goto(server.url + at);
    const texts = await hold(alice, '**/saved_snippets/*');
    await server.as('alice').post('/saved_snippets', { title: 'Calm', content: 'All is well.' });
    await alice.getByRole('button', { name: 'More to insert' }).click();
    await alice.getByRole('button', { name: 'Snippets…' }).click();
    await alice.getByRole('button', { name: 'Edit Calm' }).click();
    await alice.getByRole('textbox', { name: 'Text', exact: true }).fill('All is calm.');
    await alice.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const deliverText = await texts();
    await alice.getByRole('button', { name: 'Back', exact: true }).click();
    await alice.getByRole('button', { name: 'Edit Calm' }).click();
    await alice.getByLabel('Title').fill('Calm again');
    await deliverText();
    assert.equal(await alice.getByLabel('Title').inputValue(), 'Calm again');
  });

  it('is waited for before the same is asked again', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'bob', '/todo Boat\nPaint: red');
    const alice = await visit(server, 'alice', { at });

    const schedules = await hold(alice, '**/scheduled_messages');
    await composer(alice).fill('Flood warning');
    await alice.getByRole('button', { name: 'More to insert' }).click();
    await alice.getByRole('button', { name: 'Send later…' }).click();
    await alice.getByRole('dialog', { name: 'Send later' }).getByText('Tomorrow morning').dblclick();
    const deliverSchedule = await schedules();
    await deliverSchedule();
    await alice.getByText('This will be sent').waitFor();
    const { body } = await server.as('alice').get('/scheduled_messages');
    assert.equal(body.scheduled_messages.length, 1);

    const steps = await hold(alice, '**/submessage');
    const field = alice.getByLabel('New task');
    await field.fill('Row');
    await field.press('Enter');
    const deliverStep = await steps();
    await field.fill('Row back');
    await deliverStep();
    assert.equal(await field.inputValue(), 'Row back');
    await alice.unroute('**/submessage');
    await field.press('Enter');
    await alice.getByRole('checkbox', { name: 'Row back' }).waitFor();
    await untilEqual(() => field.inputValue(), '');

    await alice.goto(`${server.url}/#settings/preferences`);
    const saved: string[] = [];
    alice.on('request', (request) => request.method() === 'PATCH' && saved.push(request.url()));
    const answers = await hold(alice, '**/api/v1/settings');
    await alice.getByLabel('The Enter key sends messages').click();
    await alice.getByLabel('The Enter key sends messages').click();
    const deliverAnswer = await answers();
    assert.equal(saved.length, 1);
    await deliverAnswer();
    await (await answers())();
  });

  it('is not waited for to take back what an event has shown', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'bob', 'High water');
    const alice = await visit(server, 'alice', { at });
    await alice.route('**/reactions', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      else await route.continue();
    });

    await row(alice, 'High water').hover();
    await row(alice, 'High water').getByRole('button', { name: 'React with heart' }).click();
    await alice.getByRole('button', { name: 'heart: You' }).click();

    await alice.getByRole('button', { name: 'heart: You' }).waitFor({ state: 'detached' });
  });

  it('to reading undoes nothing that was marked as unread meanwhile', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    const id = await write(river, 'bob', 'one');
    const alice = await visit(server, 'alice', { at });
    let isRead = (): void => {};
    const held = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    const reading = alice.waitForRequest('**/messages/flags');
    await alice.route('**/messages/flags', (route) => held.then(() => route.continue()));
    const marked = alice.waitForResponse('**/messages/flags/narrow');

    await reading;
    await choose(alice, 'one', 'Mark as unread from here');
    isRead();
    await marked;

    const { body } = await server.as('alice').get(`/messages/${id}`);
    assert.deepEqual(body.message.flags, []);
  });
});

describe('an event that is late', { skip }, () => {
  it('is not waited for to change a setting back', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    await alice.route('**/api/v1/events**', () => {});
    await alice.reload();

    for (const enter_sends of [true, false]) {
      await alice.getByLabel('Enter sends').click();
      await untilEqual(async () => {
        const { body } = await server.as('alice').post('/register', {});
        return body.user_settings.enter_sends;
      }, enter_sends);
    }
  });
});

/** The files of a part of the client: scripts, its own first, then messages in the language of the page. */
async function filesOf(page: Page, source: string): Promise<string[]> {
  const html = page.locator('html');
  const [parts, language, texts] = await Promise.all(
    ['data-parts', 'lang', 'data-texts'].map((name) => html.getAttribute(name)),
  );
  const [, names = ''] =
    parts
      ?.split(' ')
      .map((one) => one.split('='))
      .find(([name]) => name === source) ?? [];
  return names.split(',').map((name) => (name.endsWith('.js') ? name : `${language}-${name}-${texts}.json`));
}

/** Opens a page that gets none of some files. Returns a function that ends this. */
async function loseFiles(page: Page, files: readonly string[]): Promise<() => void> {
  const isLost = ({ pathname }: URL) => files.includes(pathname.replace('/assets/', ''));
  const find = await routeFor(page, isLost, (route) => route.abort());
  await page.reload();
  await page.locator('.shell').waitFor();
  return find;
}

/** Presses the key until it opens its dialog: a try from before the files were found can still fail. */
async function openDirect(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await untilEqual(async () => {
    if ((await dialog.count()) === 0) await page.keyboard.press('x');
    return dialog.count();
  }, 1);
}

describe('a part that cannot be loaded', { skip }, () => {
  const expected = /ERR_FAILED/;

  it('opens as a dialog at the next try, whichever of its scripts was missing, and gives the keys back until then', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at, expected });
    // Without the companions there would be no keys.
    const companions = await filesOf(alice, 'companions/companions.ts');
    const files = (await filesOf(alice, 'more.ts')).filter((one) => !companions.includes(one));
    assert.ok(files.length > 2);
    for (const lost of [files.slice(0, 1), files.slice(1, 2), files.slice(-1), files]) {
      await alice.goto(server.url + at);
      const find = await loseFiles(alice, lost);
      await composer(alice).fill('Half a thought');
      await alice.keyboard.press('Escape');

      await alice.keyboard.press('x');
      await alice.getByText('This could not be loaded.').waitFor();
      await alice.keyboard.press('a');
      await alice.getByRole('heading', { level: 1, name: 'Combined feed' }).waitFor();
      find();

      await openDirect(alice);
      await alice.keyboard.press('Escape');
      await alice.goBack();
      await untilEqual(() => composer(alice).inputValue(), 'Half a thought');
    }
  });

  it('opens as a page by itself', async (t) => {
    const { server } = await openRiver(t);
    const alice = await visit(server, 'alice', { at: '/#inbox', expected });
    const pages = { 'settings/settings-page.tsx': '#settings/profile', 'more.ts': '#keyboard-shortcuts' };
    for (const [source, hash] of Object.entries(pages)) {
      const files = await filesOf(alice, source);
      const scripts = files.filter((one) => one.endsWith('.js'));
      const texts = files.filter((one) => one.endsWith('.json'));
      for (const lost of [scripts.slice(-2), texts.slice(-1)]) {
        await alice.goto(`${server.url}/#inbox`);
        const find = await loseFiles(alice, lost);
        await alice.evaluate(`location.hash = '${hash}'`);
        await alice.getByRole('main').getByText('This could not be loaded.').waitFor();

        find();

        await alice.getByRole('heading', { level: 1, name: 'Not loaded' }).waitFor({ state: 'detached' });
        assert.notEqual(await alice.getByRole('heading', { level: 1 }).textContent(), 'Inbox');
      }
    }
  });

  it('works by itself where nobody opens it: keys, the editor of a message, all emoji', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'alice', 'Low water');
    const alice = await visit(server, 'alice', { at, expected });
    const parts = ['companions/companions.ts', 'more.ts', 'text/emoji-categories.json'];
    const lost = (await Promise.all(parts.map((source) => filesOf(alice, source)))).map(([first = '']) => first);
    const [findCompanions, findMore, findEmoji] = await Promise.all(lost.map((one) => loseFiles(alice, [one])));
    await alice.reload();
    await messages(alice).filter({ hasText: 'Low water' }).waitFor();
    await composer(alice).press('ArrowUp');

    await findMore?.();
    const editor = alice.locator('.message textarea');
    await untilEqual(() => editor.inputValue(), 'Low water');
    await editor.press('Escape');
    await findCompanions?.();
    await openDirect(alice);
    await alice.keyboard.press('Escape');
    await alice.getByRole('button', { name: 'Emoji', exact: true }).click();
    await alice.locator('.emoji-list').waitFor();
    await findEmoji?.();

    await alice.getByRole('button', { name: /^Smileys/ }).waitFor();
  });

  it('is the style of formulas, which the next formula asks for', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', '$$x$$');
    const alice = await visit(river.server, 'alice', { expected });
    const style = (await alice.locator('html').getAttribute('data-formula-style')) ?? '';
    const find = await loseFiles(alice, [style.replace('/assets/', '')]);
    const failed = alice.waitForEvent('requestfailed', (request) => request.url().endsWith(style));
    await alice.goto(river.server.url + river.at);
    await failed;

    find();
    const loaded = alice.waitForEvent('requestfinished', (request) => request.url().endsWith(style));
    await write(river, 'bob', '$$y$$');

    await loaded;
  });
});

const early = 'Text for the field that is being opened';

describe('keys before an answer', { skip }, () => {
  it('belong to the message that is being opened for editing', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'alice', 'Bring boots');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const next = await hold(alice, new RegExp(`/messages/${id}\\?`));

    await row(alice, 'Bring boots').hover();
    await row(alice, 'Bring boots').getByRole('button', { name: 'Edit' }).click();
    const answer = await next();
    await alice.keyboard.type(', and a dog');
    assert.equal(await alice.getByLabel(early).inputValue(), ', and a dog');
    await answer();

    await untilEqual(() => alice.getByLabel('Text of the message').inputValue(), 'Bring boots, and a dog');
    await alice.keyboard.type('!');
    await alice.keyboard.press('Control+Enter');
    await row(alice, 'Bring boots, and a dog!').waitFor();
    assert.match(alice.url(), /topic\/levels$/);
  });

  it('belong to the field that the first key of a new page opens', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'bob', 'Bring boots');
    const alice = await visit(server, 'alice');
    const ways = [
      { first: 'Control+k', label: 'Channel, topic, person, page or command' },
      { first: 'r', label: 'Message to #river > levels' },
      { first: '/', label: 'Search messages' },
      { first: 'Q', label: 'Filter channels, topics and people' },
    ];
    for (const { first, label } of ways) {
      await alice.goto('about:blank');
      const load = await holdPart(alice, 'companions/companions.ts');
      await alice.goto(server.url + at);
      await alice.locator('.shell').waitFor();

      await alice.keyboard.press('Q');
      await alice.keyboard.type('no');
      await alice.keyboard.press('Escape');
      await alice.keyboard.press(first);
      await alice.keyboard.type('A boar');
      await alice.keyboard.press('Backspace');
      await alice.keyboard.type('t');
      load();

      await untilEqual(() => alice.getByLabel(label, { exact: true }).inputValue(), 'A boat');
    }
    await server.as('bob').post('/messages', { type: 'direct', to: ['alice@example.com'], content: 'Ahoy' });
    await alice.goto('about:blank');
    const load = await holdPart(alice, 'companions/companions.ts');
    await alice.goto(server.url);
    await alice.locator('.inbox-row').first().waitFor();
    await alice.keyboard.press('j');
    await alice.keyboard.press('Enter');
    load();
    await messages(alice).filter({ hasText: 'Ahoy' }).waitFor();
  });

  it('give up the editing by Escape', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'alice', 'Bring boots');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const next = await hold(alice, new RegExp(`/messages/${id}\\?`));

    await choose(alice, 'Bring boots', 'Edit');
    const answer = await next();
    await alice.keyboard.type('dropped');
    await alice.keyboard.press('Escape');
    await answer();

    await alice.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    assert.equal(await alice.getByLabel(early).count(), 0);
    assert.equal(await alice.getByLabel('Text of the message').count(), 0);
    await messages(alice).filter({ hasText: 'Bring boots' }).waitFor();
  });

  it('follow a quotation, also one that does not arrive, and are a draft of who went elsewhere', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    const id = await write(river, 'bob', 'Low water');
    const alice = await visit(server, 'alice', { at, expected: /ERR_FAILED/ });
    const pattern = new RegExp(`/messages/${id}\\?`);
    const next = await hold(alice, pattern);
    const untilWritten = (text: RegExp) => until(async () => text.test(await composer(alice).inputValue()));
    const begin = async () => {
      await row(alice, 'Low water').hover();
      await row(alice, 'Low water').getByRole('button', { name: 'Quote and reply' }).click();
    };

    await composer(alice).fill('Mine: ');
    await begin();
    const answer = await next();
    await alice.keyboard.type('dated');
    await answer();
    await untilWritten(/^Mine: @_[\s\S]*```quote\nLow water\n```\ndated$/);
    await composer(alice).and(alice.locator(':focus')).waitFor();

    await composer(alice).fill('');
    await begin();
    const late = await next();
    await alice.keyboard.type('dated');
    await alice.getByRole('link', { name: /^Inbox/ }).click();
    await late();
    assert.equal(await alice.getByRole('heading', { level: 1 }).textContent(), 'Inbox');
    await alice.goto(server.url + at);
    await untilWritten(/```quote\nLow water\n```\ndated$/);

    await composer(alice).fill('');
    await alice.unroute(pattern);
    const lost = Promise.withResolvers<void>();
    await alice.route(pattern, (route) => lost.promise.then(() => route.abort()));
    await begin();
    await alice.keyboard.type('dated');
    lost.resolve();
    await untilWritten(/^dated$/);
    assert.match(alice.url(), /topic\/levels$/);
  });

  it('belong to the name of a topic, the text of a draft, or a dialog', async (t) => {
    const river = await openRiver(t);
    const { server, at, channel } = river;
    await write(river, 'alice', 'Low water');
    const place = { type: 'stream', to: [channel], topic: 'levels' };
    await server.as('alice').post('/drafts', {
      drafts: ['Begun', 'Other'].map((content) => ({ ...place, content, timestamp: 1 })),
    });
    const alice = await visit(server, 'alice', { at });

    const newest = await hold(alice, '**/messages?*anchor=newest*');
    await alice.getByRole('button', { name: 'Move or rename the topic' }).click();
    const deliverNewest = await newest();
    await alice.keyboard.type('dams');
    await deliverNewest();
    await untilEqual(() => alice.getByLabel('Topic', { exact: true }).inputValue(), 'dams');

    await alice.goto(`${server.url}/#drafts`);
    const drafts = await hold(alice, /drafts\/\d+$/);
    await alice.getByRole('button', { name: /^#river.*Begun/ }).click();
    const deliverDraft = await drafts();
    await alice.keyboard.type(', done');
    await deliverDraft();
    await untilEqual(() => composer(alice).inputValue(), 'Other\n\nBegun, done');

    const [more] = [...(await findBundle()).files.keys()].filter((name) => name.startsWith('more-'));
    const loads = await hold(alice, `**/assets/${more}`);
    await alice.goto(`${server.url}/#feed`);
    // Keys are listened to from then on.
    const isAccompanied = alice.waitForRequest(/\/users\/me\/presence/);
    await alice.reload();
    const deliverMore = await loads();
    await isAccompanied;
    await alice.keyboard.press('x');
    await alice.keyboard.type('dad');
    await deliverMore();
    // The browser caches nothing while requests are routed, so it asks again for what it imports.
    await (await loads())();
    const field = alice.getByRole('dialog').getByLabel('Find people').and(alice.locator(':focus'));
    await untilEqual(() => field.inputValue(), 'dad');
  });
});

describe('an answer that never comes', { skip }, () => {
  it('is not waited for for ever, and what it was for can be tried again', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'bob', 'High water');
    await write(river, 'bob', 'A boat', 'boats');
    const alice = await visit(server, 'alice', { at });
    await alice.clock.install();
    await alice.reload();
    await messages(alice).filter({ hasText: 'High water' }).waitFor();
    await alice.route(/\/messages(\/flags$|\?)/, () => {});

    await choose(alice, 'High water', 'Star');
    const notice = alice.getByText(/^The server did not answer, so this may or may not have worked/);
    await untilEqual(async () => {
      await alice.clock.runFor(1000);
      return notice.count();
    }, 1);
    const side = alice.getByRole('navigation', { name: 'Conversations' });
    await side.getByRole('link', { name: /^boats/ }).click();
    const main = alice.getByRole('main');
    await untilEqual(async () => {
      await alice.clock.runFor(1000);
      return main.getByText('The server did not answer.').count();
    }, 1);
    await alice.unrouteAll();
    await main.getByRole('button', { name: 'Try again' }).click();

    await messages(alice).getByText('A boat').waitFor();
  });
});
