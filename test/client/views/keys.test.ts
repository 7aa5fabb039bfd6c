import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { createClient } from './fake-client.ts';
import { FakeElement, fakeDocument } from './page.ts';

const { listenToKeys } = await import('../../../src/client/companions/keys.ts');
const { screen } = await import('../../../src/client/commands/screen.ts');
const { dialog, openDialogs } = await import('../../../src/client/commands/view-state.ts');
const { setSingleKeys } = await import('../../../src/client/device/single-keys.ts');

const { client, gone } = createClient();
listenToKeys(client, []);
const page = new FakeElement('main');

/** What a key on an element leads to: an address, the kind of a dialog, or `nothing`, when the browser acts. */
function press(key: string, target = page, fields: object = {}): string {
  gone.length = 0;
  const before = dialog.value;
  const isFree = target.press(key, fields);
  const opened = dialog.value === before ? undefined : dialog.value?.kind;
  const done = gone.at(-1) ?? opened ?? 'nothing';
  assert.equal(isFree, done === 'nothing', `${key} has one effect`);
  return done;
}

afterEach(() => {
  dialog.value = undefined;
  openDialogs.value = 0;
  setSingleKeys(true);
});

describe('a key', () => {
  it('runs its command on the page', () => {
    assert.deepEqual([press('a'), press('t'), press('I'), press('?')], ['#feed', '#recent', '#inbox', 'keys']);
  });

  it('means another command with Shift, and none if it has none', () => {
    assert.deepEqual([press('A'), press('i'), press('T'), press('F5')], ['nothing', 'nothing', 'nothing', 'nothing']);
  });

  it('belongs to the browser with Ctrl, Alt or the command key', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      for (const key of ['a', 't', 'd', 'x']) assert.equal(press(key, page, { [modifier]: true }), 'nothing', key);
  });

  it('is text in fields', () => {
    for (const tag of ['input', 'textarea', 'select'])
      for (const key of ['a', '?', 'ArrowDown', 'Escape']) assert.equal(press(key, new FakeElement(tag)), 'nothing');
    const editable = Object.assign(new FakeElement(), { isContentEditable: true });

    assert.equal(press('a', editable), 'nothing');
  });

  it('belongs to what is above the page', () => {
    assert.equal(press('a', new FakeElement('button', '[popover]')), 'nothing');
    fakeDocument.menu = new FakeElement();
    assert.equal(press('a'), 'nothing');
    fakeDocument.menu = null;
    openDialogs.value = 1;
    assert.equal(press('a'), 'nothing');
    openDialogs.value = 0;
    dialog.value = { kind: 'direct' };
    assert.equal(press('a'), 'nothing');
    dialog.value = undefined;

    assert.equal(press('a'), '#feed');
  });

  it('that jumps works everywhere, by either modifier, in either case', () => {
    openDialogs.value = 1;
    const places = [page, new FakeElement('textarea'), new FakeElement('button', '[popover]')];

    for (const place of places) {
      for (const modifier of ['ctrlKey', 'metaKey'])
        assert.deepEqual(
          [press('k', place, { [modifier]: true }), press('K', place, { [modifier]: true })],
          ['switcher', 'switcher'],
        );
    }
  });

  it('of an input method is not ours', () => {
    assert.equal(press('a', page, { isComposing: true }), 'nothing');
    assert.equal(press('k', page, { ctrlKey: true, keyCode: 229 }), 'nothing');
  });

  it('that a view handled runs no command', () => {
    const row = new FakeElement('article');
    row.addEventListener('keydown', (event) => event.preventDefault());

    assert.equal(row.press('a'), false);
    assert.deepEqual([gone.length, dialog.value], [0, undefined]);
  });

  it('without Ctrl is none while single keys are off, except those that type nothing', () => {
    setSingleKeys(false);
    assert.deepEqual([press('a'), press('?'), press('x')], ['nothing', 'nothing', 'nothing']);
    assert.equal(localStorage.getItem('single keys'), 'off');
    assert.equal(press('k', page, { ctrlKey: true }), 'switcher');
    dialog.value = undefined;
    assert.equal(press('Escape'), '#inbox');
    setSingleKeys(true);

    assert.equal(press('a'), '#feed');
  });

  it('Enter presses links and buttons, and answers a message elsewhere', () => {
    const target = (tag: string) => new FakeElement(tag, 'article');
    const reply: string[] = [];
    const nothing = () => {};
    const leave = screen.messages.fill({
      ...{ current: () => void reply.push('asked'), listRendered: () => [], listSeen: () => [] },
      ...{ rowOf: () => undefined, focusSelected: nothing, isAtEnd: () => true, step: nothing, scroll: nothing },
    });

    for (const tag of ['a', 'button']) assert.equal(target(tag).press('Enter'), true);
    const before = reply.length;
    const isFree = target('div').press('Enter');
    leave();

    assert.deepEqual([before, reply, isFree], [0, ['asked'], false]);
  });

  it('that came before the commands were there runs late, under the same rules', async () => {
    const other = createClient();
    const key = (name: string, target: FakeElement, defaultPrevented = false) =>
      ({ key: name, target, defaultPrevented, preventDefault: () => {} }) as unknown as KeyboardEvent;
    const early = [key('t', page), key('a', new FakeElement('input')), key('d', page, true), key('I', page)];

    listenToKeys(other.client, early);
    await new Promise((resolve) => setImmediate(resolve));

    assert.deepEqual(other.gone, ['#recent', '#inbox']);
  });
});
