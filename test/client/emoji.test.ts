import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf } from '../../src/client/device/frequent-emoji.ts';
import { searchEmoji } from '../../src/client/parts/emoji-search.ts';
import type { Emoji } from '../../src/client/text/emoji.ts';
import { namesByCode } from '../../src/emoji/emoji.ts';
import { untilEqual } from '../support/until.ts';
import { composer, messages, openRiver, row, skip, visit, write } from './browser.ts';

function emoji(emoji_code: string, names: readonly string[]): Emoji {
  return { emoji_code, emoji_name: names[0] ?? '', names, reaction_type: 'unicode_emoji' };
}

const standard = Object.entries(namesByCode).map(([code, names]) => emoji(code, names));

describe('a search for emoji', () => {
  const named = (text: string, all = standard, frequent: string[] = []) =>
    searchEmoji(all, text, frequent).map(({ name }) => name);

  it('finds the name itself first, then names that begin with the text, then later words, then any part', () => {
    const all = ['education', 'polecat', 'black_cat', 'catalog', 'cat'].map((name, index) => emoji(`${index}`, [name]));

    assert.deepEqual(named('cat', all), ['cat', 'catalog', 'black_cat', 'polecat', 'education']);
    assert.equal(named('cat')[0], 'cat');
    assert.equal(named('heart')[0], 'heart');
    assert.equal(named('Thumbs up')[0], 'thumbs_up');
    assert.deepEqual(named('no such emoji'), []);
  });

  it('prefers frequent ones only among equal matches, and then short names', () => {
    const all = ['cats', 'catalog', 'concatenation'].map((name, index) => emoji(`${index}`, [name]));
    const codes = all.map(codeOf);

    assert.deepEqual(named('cat', all), ['cats', 'catalog', 'concatenation']);
    assert.deepEqual(named('cat', all, [codes[2] ?? '', codes[1] ?? '']), ['catalog', 'cats', 'concatenation']);
  });

  it('finds emoji with names that objects have of themselves', () => {
    const all = ['constructor', '__proto__', 'toString'].map((name, index) => emoji(`${index}`, [name]));

    assert.deepEqual(named('__proto__', all), ['__proto__']);
    assert.deepEqual(named('tostring', all), ['toString']);
  });
});

describe('the emoji picker', { skip }, () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    it(`inserts into a message where the caret is, by mouse and by keyboard, ${viewport.width} px wide`, async (t) => {
      const { server, at } = await openRiver(t);
      const alice = await visit(server, 'alice', { at, viewport });
      const picker = alice.getByRole('dialog', { name: 'Choose an emoji' });

      await composer(alice).fill('Meow');
      await alice.getByRole('button', { name: 'Emoji', exact: true }).click();
      await picker.waitFor();
      await alice.keyboard.type('cat');
      await picker.getByRole('button', { name: 'cat', exact: true }).waitFor();
      await alice.keyboard.press('Enter');
      await picker.waitFor({ state: 'detached' });
      await untilEqual(() => composer(alice).inputValue(), 'Meow :cat: ');
      await alice.keyboard.type('or ');
      await alice.getByRole('button', { name: 'Emoji', exact: true }).click();
      await picker.getByRole('button', { name: 'Animals' }).click();
      await picker.getByRole('region', { name: 'Animals' }).getByRole('button', { name: 'dog', exact: true }).click();
      await untilEqual(() => composer(alice).inputValue(), 'Meow :cat: or :dog: ');
      await alice.getByRole('button', { name: 'Emoji', exact: true }).click();
      await picker.waitFor();
      await alice.keyboard.press('Escape');
      await picker.waitFor({ state: 'detached' });
      await composer(alice).press('Control+Enter');

      await untilEqual(() => messages(alice).locator('.emoji').allTextContents(), ['🐈', '🐕']);
    });

  it('reacts with what was looked for, at the place of the message, and closes', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Who let them out?');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const picker = alice.getByRole('dialog', { name: 'Choose an emoji' });

    await row(alice, 'Who let').hover();
    await row(alice, 'Who let').getByRole('button', { name: 'React', exact: true }).click();
    const button = await row(alice, 'Who let').boundingBox();
    const panel = await picker.boundingBox();
    assert.ok(button && panel && Math.abs(panel.y - button.y) < 500);
    await alice.getByLabel('Find emoji').fill('dog');
    await alice.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await alice.getByRole('button', { name: 'dog: You' }).waitFor();
    await alice.locator('h1').click();
    await alice.keyboard.press(':');
    await picker.waitFor();
    await alice.keyboard.type('octop');
    await alice.keyboard.press('ArrowDown');
    await alice.keyboard.press('Enter');
    await alice.getByRole('button', { name: 'octopus: You' }).waitFor();
    await row(alice, 'Who let').hover();
    await alice.getByRole('button', { name: 'Add a reaction' }).click();
    await alice.mouse.click(5, 5);

    await picker.waitFor({ state: 'detached' });
  });
});
