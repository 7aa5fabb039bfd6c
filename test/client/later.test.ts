import '../support/english.ts';
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { formatField, listDays, listTimes, readField } from '../../src/client/later/times.ts';
import { until, untilEqual } from '../support/until.ts';
import { choose, composer, messages, openRiver, row, skip, type Visit, visit, write } from './browser.ts';

describe('a message for later', { skip }, () => {
  it('is scheduled, changed, sent now, and another is deleted', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    const page = alice.getByRole('main');

    for (const text of ['Flood warning', 'Never mind']) {
      await composer(alice).fill(text);
      await alice.getByRole('button', { name: 'More to insert' }).click();
      await alice.getByRole('button', { name: 'Send later…' }).click();
      await alice.getByRole('dialog', { name: 'Send later' }).getByText('Tomorrow morning').click();
      await alice.getByText('This will be sent').waitFor();
      await until(async () => (await composer(alice).inputValue()) === '');
    }
    await alice.getByRole('link', { name: 'Scheduled 2' }).click();
    const first = page.getByRole('listitem').filter({ hasText: 'Flood warning' });
    await first.getByRole('button', { name: 'Edit' }).click();
    await alice.getByRole('textbox', { name: 'Message' }).last().fill('Flood **alarm**');
    await alice.getByLabel('Send it').fill('2031-02-03T04:05');
    await alice.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Feb 3, 2031, 4:05 AM').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Never mind' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Never mind').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send now' }).click();

    await messages(alice).locator('strong', { hasText: 'alarm' }).waitFor();
    await alice.locator('.is-outgoing').waitFor({ state: 'detached' });
    await untilEqual(() => messages(alice).allInnerTexts(), ['Flood alarm']);
    const { body } = await river.server.as('alice').get('/scheduled_messages');
    assert.deepEqual(body.scheduled_messages, []);
  });

  it('is a reminder of one that is there', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'bob', 'Check the dam');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await choose(alice, 'Check the dam', 'Remind me…');
    await alice.getByLabel('Note').fill('before lunch');
    await alice.getByText('In one hour').click();
    await alice.getByText('You will be reminded').waitFor();
    const [reminder] = (await river.server.as('alice').get('/reminders')).body.reminders;
    assert.equal(reminder.reminder_target_message_id, id);
    await alice.getByRole('link', { name: 'Reminders 1' }).click();
    await alice.getByRole('main').getByText('before lunch').waitFor();
    await alice.getByRole('button', { name: 'Delete' }).click();

    await alice.getByText('No reminders').waitFor();
  });
});

describe('a text that is written often', { skip }, () => {
  it('is saved, inserted, changed and deleted', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    const dialog = alice.getByRole('dialog', { name: 'Snippets' });
    const open = async () => {
      await alice.getByRole('button', { name: 'More to insert' }).click();
      await alice.getByRole('button', { name: 'Snippets…' }).click();
    };

    await composer(alice).fill('All is calm.');
    await open();
    await dialog.getByRole('button', { name: 'Save your message as a snippet' }).click();
    await alice.getByLabel('Title').fill('Calm');
    await alice.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Edit Calm' }).click();
    await alice.getByRole('textbox', { name: 'Text' }).fill('All is well.');
    await alice.getByRole('button', { name: 'Save', exact: true }).click();
    await alice.keyboard.press('Escape');
    await composer(alice).fill('');
    await open();
    await dialog.getByRole('button', { name: 'Calm All is well.' }).click();
    await until(async () => (await composer(alice).inputValue()) === 'All is well.');
    await open();
    await dialog.getByRole('button', { name: 'Delete Calm' }).click();

    await dialog.getByText('Save what you write often').waitFor();
  });
});

describe('a time for everybody', { skip }, () => {
  it('is written in UTC and shown in the time zone of its reader', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at, timezoneId: 'Europe/Berlin' });

    await alice.getByRole('button', { name: 'More to insert' }).click();
    await alice.getByRole('button', { name: 'Global time…' }).click();
    await alice.getByLabel('Time', { exact: true }).fill('2031-02-03T10:00');
    await alice.getByRole('button', { name: 'Insert', exact: true }).click();
    await until(async () => (await composer(alice).inputValue()) === '<time:2031-02-03T09:00:00Z> ');
    await composer(alice).press('Control+Enter');

    await messages(alice).getByText('Feb 3, 2031, 10:00 AM').waitFor();
  });
});

describe('a day', { skip }, () => {
  it('opens from the line at which another day begins', async (t) => {
    const river = await openRiver(t);
    const { clock } = river.server;
    await write(river, 'bob', 'In winter');
    clock.advance(90 * 86_400);
    await write(river, 'bob', 'In spring');
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await alice.getByRole('button', { name: /January 5/ }).click();
    await alice.getByLabel('Another day').fill('2026-02-01');
    await alice.getByRole('button', { name: 'Go there' }).click();

    await alice.locator('.message.is-target', { hasText: 'In spring' }).waitFor();
  });

  /** A conversation whose newest words are twenty days old, and its page. */
  async function openYears(t: TestContext, options: Visit = {}) {
    const river = await openRiver(t);
    for (const days of [800, 400, 20]) {
      river.server.clock.seconds = Math.floor(Date.now() / 1000) - days * 86_400;
      for (let count = 1; count <= 15; count += 1) await write(river, 'bob', `Line ${count}, ${days} days ago`);
    }
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at, ...options });
    await row(alice, 'Line 15, 20 days ago').waitFor();
    return { river, alice, target: (text: string) => alice.locator('.message.is-target', { hasText: text }) };
  }

  it('is chosen by keys', async (t) => {
    const { alice, target } = await openYears(t);

    await alice.keyboard.press('Shift+D');
    await alice.getByRole('button', { name: 'Today' }).and(alice.locator(':focus')).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await alice.keyboard.press(key);

    await target('Line 1, 20 days ago').waitFor();
    await alice.keyboard.press('Shift+D');
    await alice.getByRole('button', { name: 'Today' }).and(alice.locator(':focus')).waitFor();
    for (const key of ['ArrowUp', 'Enter']) await alice.keyboard.press(key);
    await target('Line 1, 800 days ago').waitFor();
  });

  it('is chosen from the day at the upper edge', async (t) => {
    const { alice, target } = await openYears(t);

    await alice.locator('.stuck').getByRole('button').click();
    await alice.getByRole('button', { name: 'The very beginning' }).click();

    await target('Line 1, 800 days ago').waitFor();
    await alice.locator('.stuck').waitFor({ state: 'detached' });
  });

  it('is chosen by touch, where nothing was written since leads to the newest', async (t) => {
    const viewport = { width: 390, height: 844 };
    const { alice, target } = await openYears(t, { viewport, hasTouch: true, isMobile: true });

    await alice.getByRole('button', { name: 'More', exact: true }).tap();
    await alice.getByRole('button', { name: 'Go to a day' }).tap();
    await alice.getByRole('button', { name: 'Last week' }).tap();

    await alice.getByText('Nothing was written since then.').waitFor();
    await target('Line 15, 20 days ago').waitFor();
  });

  it('is shown in the pane that was asked', async (t) => {
    const { river, alice } = await openYears(t);
    await alice.goto(`${river.server.url}/#inbox`);
    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('levels');
    await alice
      .getByRole('option', { name: /levels/ })
      .first()
      .waitFor();
    await alice.keyboard.press('Control+Enter');
    await alice.locator('.beside .message').last().waitFor();

    await alice.keyboard.press('Shift+D');
    await alice.getByRole('button', { name: 'The very beginning' }).click();

    await alice.locator('.beside .message.is-target', { hasText: 'Line 1, 800 days ago' }).waitFor();
    assert.match(alice.url(), /#inbox$/);
  });
});

describe('days that are offered', () => {
  it('are days of the past, and in each month', () => {
    const days = listDays(new Date(2031, 2, 31, 8, 30)).map(([name, start]) => [name, formatField(start)]);

    assert.deepEqual(days.slice(0, 4), [
      ['Today', '2031-03-31T00:00'],
      ['Yesterday', '2031-03-30T00:00'],
      ['Last week', '2031-03-24T00:00'],
      ['Last month', '2031-02-28T00:00'],
    ]);
    assert.deepEqual(listDays(new Date(2031, 2, 31)).at(-1), ['The very beginning', 0]);
  });
});

describe('times that are offered', () => {
  it('are later than now, in the morning and in the evening', () => {
    const names = (now: Date) => listTimes(now).map(([name, timestamp]) => [name, formatField(timestamp)]);

    assert.deepEqual(names(new Date(2031, 1, 3, 8, 30)), [
      ['In one hour', '2031-02-03T09:30'],
      ['In three hours', '2031-02-03T11:30'],
      ['This evening', '2031-02-03T18:00'],
      ['Tomorrow morning', '2031-02-04T09:00'],
      ['On Monday morning', '2031-02-10T09:00'],
    ]);
    assert.deepEqual(names(new Date(2031, 1, 2, 17, 30)), [
      ['In one hour', '2031-02-02T18:30'],
      ['In three hours', '2031-02-02T20:30'],
      ['Tomorrow morning', '2031-02-03T09:00'],
    ]);
  });

  it('are read from a field as they are written into it', () => {
    assert.equal(readField(formatField(1_900_000_020)), 1_900_000_020);
    assert.equal(readField(''), undefined);
  });
});
