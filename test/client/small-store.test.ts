import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServerEvent } from '../../src/client/api/types.ts';
import { Late, loadLateBy } from '../../src/client/late.ts';
import type { Conversation } from '../../src/client/store/conversation.ts';
import { placeAfter } from '../../src/client/store/moves.ts';
import { StoredList } from '../../src/client/store/stored-list.ts';

function memory(items: Record<string, string> = {}) {
  const stored = new Map(Object.entries(items));
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
}

describe('a list that the browser stores', () => {
  it('is there again after the page was loaded', () => {
    const storage = memory();

    new StoredList<string>(storage, 'names').save(['a', 'b']);

    assert.deepEqual(new StoredList<string>(storage, 'names').load(), ['a', 'b']);
    assert.deepEqual(new StoredList<string>(storage, 'others').load(), []);
  });

  it('is empty if what is stored is none', () => {
    for (const text of ['', '{', '{}', 'null', '7', '"text"'])
      assert.deepEqual(new StoredList(memory({ names: text }), 'names').load(), [], text);
  });

  it('bears a browser without space', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };

    new StoredList(full, 'names').save([1]);

    assert.deepEqual(new StoredList(full, 'names').load(), []);
  });
});

describe('a conversation', () => {
  const boats: Conversation = { type: 'topic', stream_id: 1, topic: 'boats' };
  const move = (fields: object) =>
    ({
      ...{ id: 1, type: 'update_message', message_ids: [5, 6], stream_id: 1, orig_subject: 'boats' },
      ...fields,
    }) as unknown as ServerEvent;

  it('follows its topic to another name or channel', () => {
    const whole = { propagate_mode: 'change_all' };

    assert.deepEqual(placeAfter(move({ ...whole, subject: 'ships' }), boats), { ...boats, topic: 'ships' });
    assert.deepEqual(placeAfter(move({ ...whole, new_stream_id: 2 }), boats), { ...boats, stream_id: 2 });
    assert.deepEqual(placeAfter(move({ ...whole, new_stream_id: 2, subject: '' }), boats), {
      ...boats,
      ...{ stream_id: 2, topic: '' },
    });
  });

  it('follows a part of it only with the message that is looked at', () => {
    const part = move({ propagate_mode: 'change_later', subject: 'ships' });

    assert.equal(placeAfter(part, boats), undefined);
    assert.equal(placeAfter(part, boats, 4), undefined);
    assert.deepEqual(placeAfter(part, boats, 6), { ...boats, topic: 'ships' });
  });

  it('stays where it is after other changes', () => {
    const whole = { propagate_mode: 'change_all', subject: 'ships' };

    assert.equal(placeAfter(move({ ...whole, orig_subject: 'ducks' }), boats), undefined);
    assert.equal(placeAfter(move({ ...whole, stream_id: 2 }), boats), undefined);
    assert.equal(placeAfter(move({ ...whole, orig_subject: undefined }), boats), undefined);
    assert.equal(placeAfter(move({ ...whole, type: 'message' }), boats), undefined);
    assert.equal(placeAfter(move(whole), { type: 'direct', user_ids: [2] }), undefined);
  });
});

describe('a late part', () => {
  it('is loaded at its first use, once', async () => {
    const part = new Late<string>();
    let loads = 0;
    loadLateBy(async () => {
      loads += 1;
      part.give('here');
    });

    assert.deepEqual([await part.get(), await part.get(), loads], ['here', 'here', 1]);
  });

  it('is asked for again after it could not be loaded', async () => {
    const part = new Late<string>();
    loadLateBy(() => Promise.reject(new Error('no connection')));
    await assert.rejects(part.get(), /no connection/);

    loadLateBy(async () => part.give('here'));

    assert.equal(await part.get(), 'here');
  });

  it('that nobody gives is a fault', async () => {
    loadLateBy(async () => {});

    await assert.rejects(new Late<string>().get(), /was not given/);
  });
});
