import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';

const root = join(import.meta.dirname, '../..');
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

interface Report {
  diagnostics: { category: string; location: { start: { line: number } } }[];
}

/** The lines of a view in which the check finds texts that are no messages. */
function findLiterals(t: TestContext, lines: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-literals-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { overrides } = JSON.parse(readFileSync(join(root, '.biome.json'), 'utf8'));
  const plugins = overrides[0].plugins.map((path: string) => join(root, path));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins }));
  writeFileSync(join(folder, 'view.tsx'), lines.join('\n'));
  const args = [biome, 'lint', `--config-path=${folder}`, '--reporter=json', 'view.tsx'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics }: Report = JSON.parse(stdout);
  const found = diagnostics.filter(({ category }) => category === 'plugin').map(({ location }) => location.start.line);
  return [...new Set(found)].sort((a, b) => a - b).map((line) => lines[line - 1] ?? '');
}

describe('a text in the client', () => {
  it('that is no message is named by the check', (t) => {
    const literals = [
      'export const a = <b>There are none</b>;',
      'export const b = <b title="Close it" />;',
      "export const c = (own: boolean) => <b>{own ? 'yes' : ''}</b>;",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
      'export const d = (name: string) => <b aria-label={`Remove ${name}`} />;',
      "export const e = { verb: 'Save it' };",
      "export const f = ['Saved.', 'Loading…'];",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
      'export const g = (count: number) => `There are ${count} of them`;',
    ];

    assert.deepEqual(findLiterals(t, literals), literals);
  });

  it('may be a message, data, or for programs', (t) => {
    const others = [
      "export const a = <b title={t('common.close')}>{t('common.none')}</b>;",
      'export const b = <Button label="common.close" name="Enter" />;',
      'export const c = (name: string) => <i class="is-wide of-two">#{name} · 1 / 2</i>;',
      "export const d = () => new Error('This was called without a client.');",
      'export const e = <i alt="" aria-labelledby="page-title" />;',
      "export const f = (it: string) => <b>{it === 'one' && 1}</b>;",
    ];

    assert.deepEqual(findLiterals(t, others), []);
  });
});
