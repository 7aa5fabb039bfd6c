import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Message } from '../../../src/client/api/types.ts';
import { createClient } from './fake-client.ts';
import { FakeElement, fakeDocument } from './page.ts';

const { awaitField, takeEarlyText } = await import('../../../src/client/commands/early-text.ts');
const { startEdit, startQuote } = await import('../../../src/client/commands/replies.ts');
const { screen } = await import('../../../src/client/commands/screen.ts');
const { composing, editing, insertion } = await import('../../../src/client/commands/view-state.ts');

const nothing = () => {};

/** Types where the focus is. */
function type(text: string): void {
  const { activeElement: field } = fakeDocument;
  assert.ok(field, 'something has the focus');
  field.value += text;
}

const field = () => fakeDocument.activeElement as FakeElement;

function message(id: number, fields: object = {}): Message {
  const sender = { sender_id: 2, sender_full_name: 'Bob', type: 'stream', stream_id: 1, subject: 'boats' };
  return { id, ...sender, flags: [], ...fields } as unknown as Message;
}

afterEach(() => {
  for (const opening of ['dialog', 'composer', 5, 6] as const) takeEarlyText(opening);
  fakeDocument.activeElement = null;
  composing.value = undefined;
  editing.value = undefined;
  insertion.value = '';
});

describe('keys for a field that is not there yet', () => {
  it('are its text once it is there, and the focus is where it was', () => {
    const before = new FakeElement('button');
    before.focus();

    awaitField('composer', nothing);
    type('Ahoy');

    assert.equal(takeEarlyText(5), '');
    assert.equal(takeEarlyText('composer'), 'Ahoy');
    assert.equal(fakeDocument.activeElement, before);
    assert.equal(takeEarlyText('composer'), '');
  });

  it('stay with a field in which the user writes', () => {
    const search = new FakeElement('input');
    search.focus();

    awaitField('dialog', nothing);
    type('boats');

    assert.deepEqual([fakeDocument.activeElement, search.value, takeEarlyText('dialog')], [search, 'boats', '']);
  });

  it('are not taken from the composer, except for itself', () => {
    const composer = new FakeElement('textarea');
    const leave = screen.composer.fill({ focus: nothing, hasFocus: () => true, drop: nothing });
    composer.focus();

    awaitField(5, nothing);
    const stayed = fakeDocument.activeElement === composer;
    awaitField('composer', nothing);
    type('Ahoy');
    leave();

    assert.deepEqual([stayed, composer.value, takeEarlyText('composer')], [true, '', 'Ahoy']);
    assert.equal(fakeDocument.activeElement, composer);
  });

  it('have no line break where Enter chooses, and one where it is text', () => {
    awaitField('dialog', nothing);
    assert.equal(field().press('Enter'), false);
    assert.equal(field().press('a'), true);
    assert.equal(field().press('Enter', { isComposing: true }), true, 'it ends a composed word');

    awaitField('composer', nothing);
    assert.equal(field().press('Enter'), true);
    awaitField(5, nothing);
    assert.equal(field().press('Enter'), true);
  });

  it('are kept for the first field if another act begins before it is there', () => {
    awaitField('composer', nothing);
    type('to Bob');
    awaitField(5, nothing);
    type('a dog');
    awaitField('dialog', nothing);
    type('ali');

    assert.equal(takeEarlyText(5), 'a dog');
    assert.equal(takeEarlyText('dialog'), 'ali');
    assert.equal(takeEarlyText('composer'), 'to Bob');
    assert.equal(takeEarlyText('composer'), '');
  });

  it('go on for the first field if it is awaited again', () => {
    awaitField('composer', nothing);
    type('one ');
    awaitField(5, nothing);
    awaitField('composer', nothing);
    type('two');

    assert.equal(takeEarlyText('composer'), 'one two');
  });

  it('are given up by Escape, with all acts that wait for the same field', () => {
    const given: string[] = [];
    awaitField('dialog', () => given.push('first'));
    awaitField('dialog', () => given.push('second'));
    awaitField(5, () => given.push('edit'));
    awaitField('composer', () => given.push('composer'));
    type('Ahoy');
    field().press('Escape', { isComposing: true });
    assert.equal(given.length, 0);

    field().press('Escape');
    assert.equal(given.join(), 'composer');
    for (const opening of ['composer', 5] as const) assert.equal(takeEarlyText(opening), '');
    awaitField('dialog', () => given.push('third'));
    awaitField('dialog', () => given.push('fourth'));
    field().press('Escape');

    assert.deepEqual(given, ['composer', 'third', 'fourth']);
  });
});

describe('a late quotation', () => {
  const answer = (id: number) => ({ [`GET /messages/${id}`]: { message: { content: `Text ${id}` } } });

  /** A client whose answers come when the test says so. */
  function setUp(isHere = true) {
    const heard = createClient({ answers: { ...answer(5), ...answer(6) } });
    const added: [object, string][] = [];
    const waiting: (() => void)[] = [];
    const { call } = heard.client;
    Object.assign(heard.client, {
      drafts: { add: (...one: [object, string]) => added.push(one), find: () => '' },
      call: async (...params: Parameters<typeof call>) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return call(...params);
      },
    });
    Object.assign(heard.client.router, { hold: () => () => isHere });
    return { ...heard, added, waiting };
  }

  const quoted = (
    id: number,
  ) => `@_**Bob|2** [said](http://127.0.0.1/#narrow/channel/1-unknown-channel/topic/boats/near/${id}):
\`\`\`quote
Text ${id}
\`\`\`
`;

  it('is followed by what was typed meanwhile', async () => {
    const { client, waiting } = setUp();

    const done = startQuote(client, message(5));
    type('Yes');
    waiting[0]?.();
    await done;

    assert.equal(insertion.value, `${quoted(5)}Yes`);
    assert.deepEqual(composing.value, { type: 'topic', stream_id: 1, topic: 'boats' });
  });

  it('becomes a draft, with what was typed, if the user has gone elsewhere', async () => {
    const { client, waiting, added } = setUp(false);

    const done = startQuote(client, message(5));
    type('Yes');
    waiting[0]?.();
    await done;

    assert.deepEqual(added, [[{ type: 'topic', stream_id: 1, topic: 'boats' }, `${quoted(5)}Yes`]]);
    assert.deepEqual([insertion.value, composing.value], ['', undefined]);
  });

  it('that was given up takes nothing from the next one', async () => {
    const { client, waiting } = setUp();

    const first = startQuote(client, message(5));
    type('No');
    field().press('Escape');
    const second = startQuote(client, message(6));
    type('Yes');
    waiting[0]?.();
    await first;
    assert.equal(insertion.value, '');
    waiting[1]?.();
    await second;

    assert.equal(insertion.value, `${quoted(6)}Yes`);
  });

  it('that fails leaves what was typed, and says why', async () => {
    const { client, said } = setUp();
    Object.assign(client, { call: () => Promise.reject(new Error('No connection')) });

    const done = startQuote(client, message(5));
    type('Yes');
    await done;

    assert.deepEqual([insertion.value, said.length], ['Yes', 1]);
  });

  it('keeps its text while another message is opened for editing', async () => {
    const { client, waiting } = setUp();

    const done = startQuote(client, message(5));
    type('Yes');
    startEdit(message(6));
    type('a dog');
    waiting[0]?.();
    await done;

    assert.deepEqual([insertion.value, takeEarlyText(6)], [`${quoted(5)}Yes`, 'a dog']);
  });

  it('is of a text with fences in a longer one', async () => {
    const { client, waiting } = setUp();
    const call = client.call;
    const content = 'See\n````\ncode\n````';
    Object.assign(client, {
      call: (...params: Parameters<typeof call>) => call(...params).then(() => ({ message: { content } })),
    });

    const done = startQuote(client, message(5));
    waiting[0]?.();
    await done;

    assert.match(insertion.value, /^`````quote\nSee\n````\ncode\n````\n`````$/m);
  });
});

describe('an edit', () => {
  it('that is given up early is over, unless another one began', () => {
    startEdit(message(5));
    field().press('Escape');
    assert.equal(editing.value, undefined);

    startEdit(message(5));
    const early = field();
    startEdit(message(6));
    early.press('Escape');

    assert.equal(editing.value, 6);
  });
});
