import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runBot } from '../support/answering-bot.ts';
import { untilEqual } from '../support/until.ts';
import { composer, hold, loadComposer, messages, openRiver, row, skip, visit, write } from './browser.ts';

describe('a command of a bot', { skip }, () => {
  it('is completed with its help by keyboard, and its answer is for the writer alone', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await write(river, 'alice', 'The river rises');
    const calls = await runBot(server, () => ({ content: 'Deployed *main*.', visible_to: 'caller' }));
    const alice = await visit(server, 'alice', { at: river.at });
    await row(alice, 'The river rises').waitFor();

    await composer(alice).pressSequentially('/dep');
    await alice.getByRole('option', { name: /\/deploy \[branch\].*Deploys a branch/ }).waitFor();
    await composer(alice).press('Enter');
    await composer(alice).pressSequentially('main');
    await composer(alice).press('Control+Enter');

    const answer = alice.getByRole('status', { name: 'Answer from Build Bot' });
    await answer.getByText('Deployed main.').waitFor();
    await answer.getByText('Only you see this.').waitFor();
    assert.equal(calls[0].arguments, 'main');
    assert.equal(await messages(alice).count(), 1);
    await answer.getByRole('button', { name: 'Close' }).click();
    await answer.waitFor({ state: 'detached' });
  });

  it('is chosen by mouse, and says why no bot answers', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await write(river, 'alice', 'The river rises');
    await runBot(server, () => undefined);
    server.app.asker.patience = 50;
    const alice = await visit(server, 'alice', { at: river.at, expected: /400/ });
    await row(alice, 'The river rises').waitFor();

    await composer(alice).pressSequentially('/');
    await alice.getByRole('option', { name: /\/deploy/ }).click();
    await composer(alice).press('Control+Enter');

    const answer = alice.getByRole('status', { name: 'Answer from Build Bot' });
    await answer.getByText('The bot took too long to answer.').waitFor();
    await answer.getByRole('button', { name: 'Try again' }).click();
    assert.equal(await composer(alice).inputValue(), '/deploy');
  });

  it('stays in the composer until it is known whether a bot has it', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    await loadComposer(alice);
    const commands = await hold(alice, '**/commands');
    await composer(alice).fill('/usr is full');
    await composer(alice).press('Control+Enter');
    await commands();

    await alice.reload();
    await loadComposer(alice);

    assert.equal(await composer(alice).inputValue(), '/usr is full');
    await composer(alice).press('Control+Enter');
    await (await commands())();
    await messages(alice).filter({ hasText: '/usr is full' }).waitFor();
    await untilEqual(() => composer(alice).inputValue(), '');
  });

  it('is a message like any other if no bot has it', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await write(river, 'alice', 'The river rises');
    const alice = await visit(server, 'alice', { at: river.at, expected: /400/ });
    await row(alice, 'The river rises').waitFor();

    await composer(alice).fill('/shrugs it off');
    await composer(alice).press('Control+Enter');

    await row(alice, '/shrugs it off').waitFor();
  });
});
