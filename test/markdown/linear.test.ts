import assert from 'node:assert/strict';
import { type Profiler, Session } from 'node:inspector';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { worstBlocks } from '../bench/worst-blocks.ts';

const session = new Session();

/** How often the busiest part of each function of the renderer ran, in sum: the same on every machine. */
function workOf(text: string): number {
  renderMarkdown(text);
  takeCounts();
  renderMarkdown(text);
  const functions = takeCounts().flatMap((script) => script.functions);
  return functions.reduce((sum, { ranges }) => sum + Math.max(...ranges.map(({ count }) => count)), 0);
}

/** The counts since they were last taken, of markdown-it and the rules. */
function takeCounts(): Profiler.ScriptCoverage[] {
  let found: Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    assert.ifError(error);
    found = result.filter(({ url }) => /\/markdown-it\/|\/linkify-it\/|\/src\/markdown\//.test(url));
  });
  return found;
}

describe('the work of rendering', () => {
  before(() => {
    // Calls that optimized code has inlined are not counted, and when code is optimized depends on the machine.
    for (const compiler of ['opt', 'maglev']) setFlagsFromString(`--no-${compiler}`);
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  });

  after(() => session.disconnect());

  it('is counted', () => {
    const [short, long] = [workOf('a *b*'), workOf('a *b*\n\n'.repeat(100))];

    assert.ok(short > 20);
    assert.ok(long > 20 * short);
  });

  const [texts, longer] = [worstBlocks(5000), worstBlocks(10_000)];
  for (const [name, text] of Object.entries(texts)) {
    it(`doubles at most when a text of twice the length has ${name}`, () => {
      const ratio = workOf(longer[name] as string) / workOf(text);

      assert.ok(ratio < 2.6, `it grows by ${ratio.toFixed(2)}`);
    });
  }
});
