import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tools } from '../../src/external/tools.ts';
import { examples } from './examples/index.ts';
import { startHook } from './hook.ts';

describe('the tools', () => {
  it('have five examples each, and each name in an address is a tool', () => {
    assert.deepEqual(Object.keys(examples), Object.keys(tools));
    assert.deepEqual(
      Object.entries(examples).filter(([, list]) => list.length < 5),
      [],
    );
    assert.ok(Object.keys(tools).length >= 22);
  });
});

for (const [tool, list] of Object.entries(examples)) {
  it(`POST /external/${tool} posts what its maker documents`, async (t) => {
    const { post, posted } = await startHook(t);
    for (const { what, payload, headers = {}, query, topic, text, more = [] } of list) {
      await t.test(what, async () => {
        const before = (await posted()).length;

        const { status, body } = await post(tool, payload, { query: { stream: 'kitchen', ...query }, headers });

        assert.deepEqual([status, body], [200, { result: 'success', msg: '' }]);
        const expected = [{ topic, text }, ...more].map((one) => ({
          channel: 'kitchen',
          ...one,
          topic: cut(one.topic),
        }));
        assert.deepEqual((await posted()).slice(before), expected);
      });
    }
  });
}

/** A topic has at most 60 characters. */
function cut(topic: string): string {
  return topic.length > 60 ? `${topic.slice(0, 57)}...` : topic;
}
