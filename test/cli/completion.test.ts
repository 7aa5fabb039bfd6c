import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makePlace } from './place.ts';

const lines: [words: string[], offered: RegExp][] = [
  [['chatd', 'sta'], /^status$/],
  [['chatd', 'settings', 'g'], /^get$/],
  [['chatd', 'change-role', 'ada@example.com', 'mod'], /^moderator$/],
  [['chatd', 'create-user', '--role', 'gu'], /^guest$/],
  [['chatd', 'serve', '--backup-k'], /^--backup-keep$/],
  [['chatd', 'completion', 'z'], /^zsh$/],
  [['chatd', 'serve', '--data-dir', ''], /^$/],
];

describe('chatd completion', () => {
  it('completes commands, flags and values in bash', async (t) => {
    const place = makePlace(t);
    const { stdout } = await place.run(['completion', 'bash']);
    writeFileSync(place.path('completion'), stdout);

    const offered = lines.map(([words]) => {
      const script = `. ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _chatd 2> /dev/null; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', ['-c', script, 'bash', ...words], { cwd: place.folder, encoding: 'utf8' }).stdout.trim();
    });

    for (const [index, [words, expected]] of lines.entries())
      assert.match(offered[index] ?? '', expected, words.join(' '));
  });

  for (const shell of ['zsh', 'fish']) {
    it(`is a script that ${shell} can read`, async (t) => {
      const place = makePlace(t);
      if (spawnSync(shell, ['-c', 'true']).error) return t.skip(`${shell} is not installed`);
      const { stdout } = await place.run(['completion', shell]);
      writeFileSync(place.path('completion'), stdout);

      const { status, stderr } = spawnSync(shell, ['-n', 'completion'], { cwd: place.folder, encoding: 'utf8' });

      assert.deepEqual([status, stderr], [0, '']);
    });
  }
});
