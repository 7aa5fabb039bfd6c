import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { toolList } from '../../bin/tools.ts';
import { toolExamples } from '../../src/assets.ts';
import { readExamples } from '../../src/external/example.ts';
import { tools } from '../../src/external/tools.ts';
import { startHook } from './hook.ts';

describe('the list of the tools', () => {
  it('has each file of the folder', async () => {
    assert.equal(readFileSync(new URL('../../src/external/tools.ts', import.meta.url), 'utf8'), await toolList());
    assert.ok(Object.keys(tools).length >= 22);
  });

  it('has examples of each, five where a tool has as many events', () => {
    assert.deepEqual(
      readdirSync(toolExamples).sort(),
      Object.keys(tools).map((name) => `${name}.json`),
    );
    const few = Object.entries(tools).filter(([name, { events }]) => {
      return readExamples(name).length < Math.min(5, 1 + Object.keys(events).length);
    });
    assert.deepEqual(Object.fromEntries(few), {});
  });
});

for (const tool of Object.keys(tools)) {
  const list = readExamples(tool);
  it(`POST /external/${tool} posts what its maker documents`, async (t) => {
    const { post, posted } = await startHook(t);
    for (const { what, payload, form, headers = {}, query, topic, text, more = [] } of list) {
      await t.test(what, async () => {
        const before = (await posted()).length;
        const sent = form === undefined ? payload : new URLSearchParams(form);

        const { status, body } = await post(tool, sent, { query: { stream: 'kitchen', ...query }, headers });

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
