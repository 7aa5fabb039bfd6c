import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { effect } from '@preact/signals-core';
import { openAddress } from './page.ts';

const { Router } = await import('../../../src/client/live/router.ts');

const names = { findChannel: () => undefined, findUser: () => undefined, home: () => '#inbox' };

async function begin(hash = '#recent') {
  await openAddress(hash);
  return new Router(names);
}

describe('the address of the page', () => {
  it('is known from the start, and leads home if it is empty', async () => {
    assert.deepEqual((await begin('#drafts')).route.value, { page: 'drafts' });
    assert.deepEqual((await begin('')).route.value, { page: 'inbox' });
  });

  it('follows links and the back button', async () => {
    const router = await begin();

    await openAddress('#channels/7');

    assert.deepEqual(router.route.value, { page: 'channels', stream_id: 7 });
  });

  it('changes before the next key if the client changes it, and once', async () => {
    const router = await begin();
    const seen: string[] = [];
    const stop = effect(() => {
      seen.push(router.route.value.page);
    });

    router.go('#drafts');
    assert.deepEqual(seen, ['recent', 'drafts']);
    await new Promise(setImmediate);
    stop();

    assert.deepEqual(seen, ['recent', 'drafts']);
  });

  it('may be replaced, which is no choice of the user', async () => {
    const router = await begin();
    const isHere = router.hold();

    router.replace('#drafts');

    assert.deepEqual([router.route.value, isHere()], [{ page: 'drafts' }, true]);
  });

  it('tells whether the user went elsewhere meanwhile', async () => {
    const router = await begin();
    const isHere = router.hold();
    assert.ok(isHere());

    await openAddress('#inbox');

    assert.ok(!isHere());
  });

  it('is opened once it is known, unless another one was chosen', async () => {
    const router = await begin();
    const answers: ((hash: string) => void)[] = [];
    const late = () => new Promise<string>((resolve) => answers.push(resolve));

    const first = router.goTo(late());
    const second = router.goTo(late());
    answers[1]?.('#drafts');
    await second;
    answers[0]?.('#scheduled');
    await first;
    assert.deepEqual(router.route.value, { page: 'drafts' });

    const third = router.goTo(late());
    await openAddress('#inbox');
    answers[2]?.('#reminders');
    await third;

    assert.deepEqual(router.route.value, { page: 'inbox' });
  });
});
