import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditedObjects, auditedTables } from '../../src/audit/tables.ts';
import { auditFields, auditKinds, silentFields } from '../../src/client/organization/audit-kinds.ts';
import type { CapturedTable } from '../../src/db/change-capture.ts';
import { findViolations } from './axe.ts';
import { openRiver, type Page, type River, skip, visit } from './browser.ts';
import { listSmall } from './small-controls.ts';

const at = '/#organization/audit';

/** Some acts, the oldest first. */
async function act({ server, channel }: River): Promise<void> {
  const { alice, bob } = server.users;
  await server.as('admin').patch(`/users/${bob.id}`, { role: 300 });
  await server.as('owner').patch(`/streams/${channel}`, { is_private: true });
  await server.as('owner').patch('/realm', { message_retention_days: 30, invite_required: false });
  await server.as('owner').patch(`/bots/${server.users.bot.id}`, { scope: { writing: 'nowhere' } });
  await server.as('owner').put(`/streams/${channel}/bookmarks`, { bookmarks: [{ title: 'Tides', url: '#feed' }] });
  await server.as('admin').delete(`/users/${alice.id}`);
}

function entries(page: Page) {
  return page.locator('.audit-row');
}

it('has words for each kind of row in the log', () => {
  assert.deepEqual(Object.keys(auditKinds).sort(), auditedObjects.toSorted());
});

it('has words for each column of these rows, unless it tells nothing', () => {
  const columns = Object.values<CapturedTable>(auditedTables).flatMap(({ columns, concealed = [], json = [] }) => [
    ...columns,
    ...concealed,
    ...json,
  ]);
  // The words for a setting or permission are those of its form.
  const ofForms = ['value', 'group_id', 'allowed_group_id'];

  const unnamed = columns.filter((one) => !auditFields[one] && !silentFields.has(one) && !ofForms.includes(one));

  assert.deepEqual(unnamed, []);
});

describe('the audit log of the organization', { skip }, () => {
  it('says who did what to whom, with links, and is filtered by kind and person', async (t) => {
    const river = await openRiver(t);
    await act(river);
    const page = await visit(river.server, 'owner', { at });
    const newest = entries(page).first();

    await newest.getByText('Active: Yes → No').first().waitFor();
    assert.equal(await newest.getByRole('link').first().textContent(), 'Adam Admin');
    await entries(page).getByText('Messages are kept: forever → 30').waitFor();
    await entries(page).getByText('It may write: Nowhere: it only reads').waitFor();
    await entries(page).getByText('Address: #feed').waitFor();
    await page.getByLabel('Kind of change').selectOption('Channel');
    await entries(page).getByText('Active:').first().waitFor({ state: 'detached' });
    await entries(page).getByText('Private: No → Yes').waitFor();
    await page.getByLabel('Kind of change').selectOption('All kinds of changes');
    await page.getByLabel('By or about a person').fill('bob');
    await page.getByLabel('By or about a person').press('Enter');
    await entries(page).getByText('Active:').first().waitFor({ state: 'detached' });
    await entries(page).getByText('Role: Member → Moderator').waitFor();
    await page.getByRole('button', { name: 'Remove Bob Member' }).press('Enter');
    await entries(page).getByText('Active:').first().waitFor();
    await entries(page).getByRole('link', { name: 'Bob Member' }).first().click();
    await page.getByRole('heading', { name: 'Bob Member' }).waitFor();
  });

  it('has older entries on request, by keys on a phone, where axe finds no fault', async (t) => {
    const river = await openRiver(t);
    const owner = river.server.as('owner');
    for (let count = 1; count <= 55; count++) await owner.patch('/realm', { description: `Number ${count}.` });
    const page = await visit(river.server, 'owner', {
      at,
      bypassCSP: true,
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });

    await entries(page).getByText('Number 54. → Number 55.').waitFor();
    assert.equal(await entries(page).count(), 50);
    assert.deepEqual(await page.evaluate(listSmall), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await page.getByRole('button', { name: 'Show older changes' }).press('Enter');
    await entries(page).getByText('Number 1. → Number 2.').waitFor();
    await page.getByRole('button', { name: 'Show older changes' }).waitFor({ state: 'detached' });
    assert.deepEqual(await findViolations(page, { within: '.page-scroll' }), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await findViolations(page, { within: '.page-scroll', rules: ['color-contrast'] }), []);
  });

  it('is shown to owners alone', async (t) => {
    const { server } = await openRiver(t);

    const page = await visit(server, 'admin', { at });

    await page.getByText('Owners can see who changed what.').waitFor();
    assert.equal(await page.getByLabel('Kind of change').count(), 0);
  });
});
