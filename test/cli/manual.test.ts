import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { createProgram, listCommands, pathOf } from '../../src/cli/program.ts';
import { makePlace } from './place.ts';

const checkers: Record<string, readonly string[]> = {
  groff: ['-ww', '-z', '-man', '-Tutf8'],
  mandoc: ['-Tlint', '-Wwarning'],
};

describe('chatd manual', () => {
  it('describes every command with each of its options', async (t) => {
    const page = (await makePlace(t).ask(['manual'])).stdout.replaceAll('\\-', '-');

    for (const command of listCommands(await createProgram())) {
      const [, ...parts] = page.split(`.SS ${pathOf(command)}`);
      const section = parts.find((part) => /^[\n ]/.test(part))?.replace(/\n\.S[SH] .*/s, '') ?? '';
      const options = command.createHelp().visibleOptions(command);
      const missing = options.filter(({ long, flags }) => long !== '--help' && !section.includes(`\\fB${flags}\\fR`));
      assert.deepEqual(missing, [], pathOf(command));
      assert.match(section, /\n\.EX\n(.*\n)*?Examples?.*:\n/, pathOf(command));
    }
  });

  it('has no request that stands in a text', async (t) => {
    const { stdout } = await makePlace(t).ask(['manual']);

    const requests = new Set(stdout.match(/^[.'].*?(?= |$)/gm));
    assert.deepEqual([...requests].sort(), '.B .EE .EX .I .PP .RI .SH .SS .TH .TP .ad .nh'.split(' '));
    assert.match(stdout, /^[\n -~]+$/);
  });

  for (const [checker, args] of Object.entries(checkers)) {
    it(`gives ${checker} nothing to warn of`, async (t) => {
      if (spawnSync(checker, ['--version']).error) return t.skip(`${checker} is not installed`);
      const { stdout: input } = await makePlace(t).ask(['manual']);

      const { status, stdout, stderr } = spawnSync(checker, args, { input, encoding: 'utf8' });

      assert.ok(status !== null && !/ERROR|UNSUPP/.test(stdout));
      // Equal sources make an equal page, so it has no date.
      assert.deepEqual(`${stdout}${stderr}`.replace(/^.*: missing date, using "": TH\n/, ''), '');
    });
  }
});
