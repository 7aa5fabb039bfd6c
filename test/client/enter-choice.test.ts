import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { composer, loadComposer, messages, openRiver, skip, type Visit, visit } from './browser.ts';

async function open(t: TestContext, options: Visit = {}) {
  const river = await openRiver(t);
  const alice = await visit(river.server, 'alice', { at: river.at, isEnterOpen: true, bypassCSP: true, ...options });
  await loadComposer(alice);
  const enterSends = async () => {
    const { body } = await river.server.as('alice').post('/register', { fetch_event_types: ['user_settings'] });
    return body.user_settings.enter_sends as boolean;
  };
  return { river, alice, enterSends, question: alice.getByRole('group', { name: 'What should Enter do?' }) };
}

describe('the first Enter in a message', { skip }, () => {
  it('asks what it does, and a second one sends; it never asks again', async (t) => {
    const { river, alice, enterSends, question } = await open(t);
    await composer(alice).fill('Hello');
    await composer(alice).press('Enter');
    await question.waitFor();
    assert.deepEqual(await findViolations(alice, { within: '.compose' }), []);
    assert.equal(await messages(alice).count(), 0);

    await alice.keyboard.press('Enter');
    await messages(alice).filter({ hasText: 'Hello' }).waitFor();
    await until(enterSends);
    await composer(alice).and(alice.locator(':focus')).waitFor();
    await alice.keyboard.type('And again');
    await alice.keyboard.press('Enter');
    await messages(alice).filter({ hasText: 'And again' }).waitFor();
    const range = { anchor: 'newest', num_before: 9, num_after: 0 };
    // The page shows it before the server has it.
    await untilEqual(async () => {
      const { body } = await river.server.as('alice').get('/messages', range);
      return body.messages.filter(({ content }: { content: string }) => content.includes('again')).length;
    }, 1);
  });

  it('starts new lines from then on if that is chosen by mouse', async (t) => {
    const { alice, enterSends, question } = await open(t);
    await composer(alice).fill('- tea');
    await composer(alice).press('Enter');
    await question.getByRole('button', { name: 'Start a new line' }).click();
    await until(async () => (await composer(alice).inputValue()) === '- tea\n- ');
    await alice.keyboard.type('milk');
    await alice.keyboard.press('Enter');

    await until(async () => (await composer(alice).inputValue()) === '- tea\n- milk\n- ');
    assert.deepEqual([await enterSends(), await question.count()], [false, 0]);
    await alice.reload();
    await loadComposer(alice);
    await composer(alice).press('Enter');
    await until(async () => (await composer(alice).inputValue()).endsWith('\n'));
    assert.equal(await question.count(), 0);
  });

  it('asks again after Escape, and nothing of an empty field', async (t) => {
    const { alice, question } = await open(t);
    await composer(alice).press('Enter');
    assert.equal(await question.count(), 0);
    await composer(alice).fill('Hello');
    await composer(alice).press('Enter');
    await question.waitFor();
    await alice.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await composer(alice).and(alice.locator(':focus')).waitFor();
    assert.equal(await composer(alice).inputValue(), 'Hello');
    await alice.keyboard.press('Enter');
    await question.waitFor();
  });

  it('starts a new line on a phone without asking', async (t) => {
    const { alice, question } = await open(t, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await composer(alice).fill('Hello');
    await composer(alice).press('Enter');

    await until(async () => (await composer(alice).inputValue()) === 'Hello\n');
    assert.equal(await question.count(), 0);
  });
});
