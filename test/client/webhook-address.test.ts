import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openRiver, skip, visit } from './browser.ts';

describe('the address of an incoming webhook', { skip }, () => {
  it('has the options that a form offers for the tool, and none of another tool', async (t) => {
    const { server } = await openRiver(t);
    const { body } = await server.as('alice').post('/bots', { full_name: 'Builds', short_name: 'builds', bot_type: 2 });
    assert.equal(body.msg, '');
    const alice = await visit(server, 'alice', { at: '/#settings/bots' });
    await alice.getByRole('button', { name: 'Key of Builds' }).click();
    await alice.getByRole('button', { name: 'Create one more key' }).click();
    const address = async () => new URL((await alice.locator('.is-address').textContent()) ?? '');

    await alice.getByLabel('Tool').selectOption('GitHub');
    await alice.getByLabel('Branches').fill('main, release/*');
    await alice.getByLabel('Ignore private repositories').selectOption('Yes');
    await alice.getByRole('searchbox', { name: 'Add an event to post' }).fill('push');
    await alice.getByRole('searchbox', { name: 'Add an event to post' }).press('Enter');

    const { pathname, searchParams } = await address();
    const { api_key, ...query } = Object.fromEntries(searchParams);
    assert.equal(pathname, '/api/v1/external/github');
    assert.match(api_key ?? '', /^\w+$/);
    assert.deepEqual(query, {
      branches: 'main, release/*',
      ignore_private_repositories: 'true',
      only_events: '["push"]',
    });

    await alice.setViewportSize({ width: 390, height: 800 });
    const [field, label] = [alice.getByLabel('Branches'), alice.getByText('Branches', { exact: true })];
    assert.equal((await field.boundingBox())?.x, (await label.boundingBox())?.x);

    await alice.getByLabel('Tool').selectOption('Opsgenie');
    await alice.getByLabel('Eu region').selectOption('Yes');
    const other = await address();
    assert.deepEqual([...other.searchParams.keys()], ['api_key', 'eu_region']);
  });
});
