import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uploadFile } from '../support/files.ts';
import { until } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { openRiver, type Page, type River, row, skip, visit, write } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Somebody sends a file to the river. */
async function sendFile(river: River, name: 'alice' | 'bob', file: string): Promise<number> {
  const url = await uploadFile(river.server.as(name), 'x'.repeat(2000), file);
  return write(river, name, `Here: [${file}](${url})`);
}

const rows = (page: Page) => page.locator('.file-row');

describe('the files of a channel', { skip }, () => {
  it('are listed with type, size, sender and the way to their message, and found by name', async (t) => {
    const river = await openRiver(t);
    await sendFile(river, 'bob', 'plan.pdf');
    await write(river, 'bob', 'No file');
    await sendFile(river, 'alice', 'notes.txt');
    const alice = await visit(river.server, 'alice', { at: `/#channels/${river.channel}/files`, bypassCSP: true });

    await rows(alice).nth(1).waitFor();
    await until(async () => /2 kB/.test((await rows(alice).first().textContent()) ?? ''));
    const texts = await rows(alice).allTextContents();
    assert.match(texts[0] ?? '', /^notes\.txtTXT, 2 kB, Alice Member, .*Go to message$/);
    assert.match(texts[1] ?? '', /^plan\.pdfPDF, .*Bob Member/);
    assert.deepEqual(await findViolations(alice, { within: 'main' }), []);

    await alice.getByRole('textbox', { name: 'Find files' }).fill('PLAN');
    await until(async () => (await rows(alice).count()) === 1);
    await alice.getByRole('textbox', { name: 'Find files' }).fill('nothing');
    await alice.getByText('No files found.').waitFor();
    await alice.getByRole('textbox', { name: 'Find files' }).fill('bob');
    await rows(alice).getByRole('link', { name: 'Go to message: plan.pdf' }).click();
    await row(alice, 'plan.pdf').waitFor();
  });

  it('follow what is sent and deleted meanwhile, and say that there are none', async (t) => {
    const river = await openRiver(t);
    // The size of the file may be asked for when it is gone already.
    const options = { at: `/#channels/${river.channel}/files`, expected: /404/ };
    const alice = await visit(river.server, 'alice', options);
    await alice.getByText('No files yet.').waitFor();

    const id = await sendFile(river, 'bob', 'plan.pdf');
    await rows(alice).waitFor();
    await river.server.as('owner').delete(`/messages/${id}`);
    await alice.getByText('No files yet.').waitFor();
  });

  it('come in steps, and again after a failure', async (t) => {
    const river = await openRiver(t);
    for (let count = 1; count <= 60; count += 1) await sendFile(river, 'bob', `plan-${count}.pdf`);
    const alice = await visit(river.server, 'alice', { at: '/#inbox', expected: /Failed to load|500/ });
    let isFailing = true;
    await alice.route('**/api/v1/messages?*', (route) =>
      isFailing && route.request().url().includes('attachment') ? route.abort() : route.continue(),
    );
    await alice.goto(`${river.server.url}/#channels/${river.channel}/files`);
    await alice.getByRole('alert').waitFor();
    isFailing = false;
    await alice.getByRole('button', { name: 'Try again' }).click();

    await until(async () => (await rows(alice).count()) === 50);
    const older = alice.getByRole('button', { name: 'Show older files' });
    await older.focus();
    await alice.keyboard.press('Enter');
    await until(async () => (await rows(alice).count()) === 60);
    assert.equal(await older.count(), 0);
  });
});

describe('the files of a person', { skip }, () => {
  it('stand on their page, also on a phone', async (t) => {
    const river = await openRiver(t);
    await sendFile(river, 'bob', `${'a long name '.repeat(8)}.pdf`);
    await sendFile(river, 'alice', 'notes.txt');
    const at = `/#user/${river.server.users.bob.id}`;
    const alice = await visit(river.server, 'alice', { at, ...phone, bypassCSP: true });

    await rows(alice).waitFor();
    const box = await rows(alice).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    assert.deepEqual(await findViolations(alice, { within: 'main' }), []);
    await rows(alice)
      .getByRole('link', { name: /^Go to message/ })
      .tap();
    await row(alice, 'a long name').waitFor();
  });
});
