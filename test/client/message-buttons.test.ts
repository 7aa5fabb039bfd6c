import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runBot } from '../support/answering-bot.ts';
import { openRiver, row, skip, visit } from './browser.ts';

const buttons = [
  { id: 'yes', label: 'Deploy' },
  { id: 'no', label: 'Drop', confirm: 'Drop the branch?' },
];

describe('the buttons of a message', { skip }, () => {
  it('are pressed by mouse and keyboard, ask first, and change the message', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    const calls = await runBot(server, ({ button_id }) =>
      button_id === 'yes'
        ? { content: 'Not *yet*.', visible_to: 'caller' }
        : { update: { content: 'Dropped.', buttons: [] } },
    );
    const message = { type: 'channel', to: channel, topic: 'levels', content: 'What about the branch?' };
    const { body } = await server.as('bot').post('/messages', message);
    await server.as('bot').put(`/messages/${body.id}/buttons`, { buttons });
    const alice = await visit(server, 'alice', { at: river.at });
    const asked = row(alice, 'What about the branch?');

    await asked.getByRole('button', { name: 'Deploy' }).click();
    await asked.getByText('Not yet.').waitFor();
    await asked.getByText('Only you see this.').waitFor();

    const drop = asked.getByRole('button', { name: 'Drop' });
    await drop.press('Enter');
    const dialog = alice.getByRole('dialog', { name: 'Drop' });
    await dialog.getByText('Drop the branch?').waitFor();
    await dialog.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(calls.length, 1);
    await drop.press('Enter');
    await dialog.getByRole('button', { name: 'Drop' }).press('Enter');

    await row(alice, 'Dropped.').waitFor();
    await alice.getByRole('button', { name: 'Deploy' }).waitFor({ state: 'detached' });
  });

  it('ask again at once, before the browser says that their first question was closed', async (t) => {
    const { server, channel, at } = await openRiver(t);
    await runBot(server, () => ({}));
    const message = { type: 'channel', to: channel, topic: 'levels', content: 'What about the branch?' };
    const { body } = await server.as('bot').post('/messages', message);
    await server.as('bot').put(`/messages/${body.id}/buttons`, { buttons });
    const alice = await visit(server, 'alice', { at });
    await row(alice, 'What about the branch?').getByRole('button', { name: 'Drop' }).click();
    await alice.getByRole('dialog', { name: 'Drop' }).waitFor();

    const isOpen = await alice.evaluate(`(async () => {
      document.querySelector('dialog').dispatchEvent(new Event('cancel'));
      await Promise.resolve();
      const [drop] = [...document.querySelectorAll('.message-buttons button')].filter((one) => one.textContent === 'Drop');
      drop.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return document.querySelector('dialog')?.open;
    })()`);

    assert.equal(isOpen, true);
  });
});
