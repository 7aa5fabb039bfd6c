import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../support/until.ts';
import { openRiver, skip, visit } from './browser.ts';

describe('the rights of a bot', { skip }, () => {
  it('are chosen when it is made, shown and changed, and its keys are revoked', async (t) => {
    const { server } = await openRiver(t);
    const alice = await visit(server, 'alice', { at: '/#settings/bots' });
    await alice.getByRole('button', { name: 'New bot' }).click();
    const form = alice.getByRole('dialog', { name: 'New bot' });
    await form.getByLabel('Name', { exact: true }).fill('Reader');
    await form.getByLabel('Short name').fill('reader');
    await form.getByLabel('It may write').selectOption('Where it is mentioned');
    await form.getByRole('button', { name: 'Create' }).click();
    const shown = alice.getByRole('dialog', { name: 'Key of Reader' });
    await shown.getByRole('button', { name: 'Create one more key' }).click();
    await shown.press('Escape');

    await alice.getByRole('button', { name: 'Rights of Reader' }).click();
    const rights = alice.getByRole('dialog', { name: 'Rights of Reader' });
    const choice = rights.getByLabel('It may write');
    await rights
      .getByRole('button', { name: /^Revoke/ })
      .nth(1)
      .waitFor();
    assert.equal(await choice.locator('option:checked').textContent(), 'Where it is mentioned');
    await choice.selectOption('Nowhere: it only reads');
    await rights.getByRole('button', { name: 'Save' }).click();
    await alice.getByText('Saved', { exact: false }).first().waitFor();
    await rights
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await alice.getByText('The key is revoked.').waitFor();

    const { body } = await server.as('alice').get('/bots');
    const { user_id } = body.bots.find((bot: { full_name: string }) => bot.full_name === 'Reader');
    const { body: stored } = await server.as('alice').get(`/bots/${user_id}/rights`);
    assert.deepEqual(stored.scope, { writing: 'nowhere', channel_ids: null });
    assert.equal(stored.keys.length, 1);
  });

  it('are beside the last calls to its URL', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const values = { full_name: 'Oracle', short_name: 'oracle', bot_type: 3, payload_url: 'http://127.0.0.1:9/' };
    const { body } = await server.as('owner').post('/bots', values);
    const owner = await visit(server, 'owner', { at: '/#settings/bots' });
    await owner.getByRole('button', { name: 'Key of Oracle' }).click();
    await owner.getByText('No calls in the last 24 hours.').waitFor();
    await server.as('alice').post('/messages', { type: 'direct', to: [body.user_id], content: 'Well?' });
    await until(() => server.app.outgoingCalls.list(body.user_id).length > 0);

    await owner.getByRole('button', { name: 'Refresh' }).click();

    const line =
      /: no answer after \d+ ms\. Problem: it could not be reached\. For a direct message, attempt 1\. Next attempt: /;
    await owner.getByText(line).waitFor();
  });
});
