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

    const untried = alice.getByText('not yet tried with real calls', { exact: false });
    assert.equal(await untried.count(), 0);
    await alice.getByLabel('Tool').selectOption('Home Assistant');
    await untried.waitFor();
    await alice.getByLabel('Tool').selectOption('Opsgenie');
    await alice.getByLabel('Eu region').selectOption('Yes');
    const other = await address();
    assert.deepEqual([...other.searchParams.keys()], ['api_key', 'eu_region']);
  });

  it('is tried with an example, and tells what became of the last call', async (t) => {
    const { server } = await openRiver(t);
    const { body } = await server.as('alice').post('/bots', { full_name: 'Builds', short_name: 'builds', bot_type: 2 });
    const alice = await visit(server, 'alice', { at: '/#settings/bots' });
    await alice.getByRole('button', { name: 'Key of Builds' }).click();
    await alice.getByText('No calls in the last 24 hours.').waitFor();
    await alice.getByRole('button', { name: 'Create one more key' }).click();
    await alice.getByLabel('Tool').selectOption('Taiga');

    await alice.getByRole('button', { name: 'Send a test' }).click();

    await alice.getByText(/Test posted\. Last call: Taiga, issue_change, .+ It was posted\./).waitFor();
    const sent = {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'sender', operand: body.user_id }],
    };
    const { body: page } = await server.as('alice').get('/messages', sent);
    assert.equal(page.messages.length, 1);

    const address = new URL((await alice.locator('.is-address').textContent()) ?? '');
    await server.anonymous.send('POST', address.pathname.replace('/api/v1', '') + address.search);
    await alice.getByRole('button', { name: 'Show the last call' }).click();

    await alice.getByText(/Last call: Taiga, .+ It was refused: type is missing/).waitFor();
  });
});
