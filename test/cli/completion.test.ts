import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makePlace } from './place.ts';

/** What is typed, and what is offered for its last word in a folder with the file `chat.tar`. */
const lines: [words: string[], offered: string][] = [
  [['chatd', 'sta'], 'status'],
  [['chatd', 'settings', 'g'], 'get'],
  [['chatd', 'change-role', 'ada@example.com', 'mod'], 'moderator'],
  [['chatd', 'create-user', '--role', 'gu'], 'guest'],
  [['chatd', 'serve', '--log-level=deb'], 'debug'],
  [['chatd', 'serve', '--backup-k'], '--backup-keep'],
  [['chatd', 'completion', 'z'], 'zsh'],
  [['chatd', 'serve', '--data-dir', 'cha'], 'files'],
  [['chatd', 'restore', 'cha'], 'files'],
  [['chatd', 'restore', '--rep'], '--replace'],
  [['chatd', 'serve', '--backup-keep', ''], ''],
];

/** Scripts that complete their arguments and print what is offered; the builtins of a typed line print it. */
const completers: Record<string, string> = {
  // Bash takes "=" for a word.
  bash: `compopt() { echo files; }; . ./completion
    COMP_WORDS=("$@"); last=\${COMP_WORDS[-1]}
    case $last in --*=*) unset 'COMP_WORDS[-1]'; COMP_WORDS+=("\${last%%=*}" = "\${last#*=}") ;; esac
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _chatd; echo "\${COMPREPLY[*]}"`,
  zsh: `compdef() { : }; _files() { echo files }; compset() { PREFIX=\${PREFIX#*=} }
    offer() { for one; do [[ $one == $PREFIX* ]] && echo $one; done; true }
    compadd() { shift; offer "$@" }; _describe() { offer "\${(@)\${(P@)2}%%:*}" }
    . ./completion; words=("$@"); CURRENT=$#; PREFIX=$words[-1]; _chatd`,
  fish: `source completion
    for one in (complete -C "$argv"); string replace -r '\t.*' '' -- $one | string replace chat.tar files; end`,
};

describe('chatd completion', () => {
  for (const [shell, completer] of Object.entries(completers)) {
    it(`completes commands, flags, their values and files in ${shell}`, async (t) => {
      const place = makePlace(t);
      if (spawnSync(shell, ['-c', 'true']).error) return t.skip(`${shell} is not installed`);
      const { stdout } = await place.run(['completion', shell]);
      writeFileSync(place.path('completion'), stdout);
      writeFileSync(place.path('chat.tar'), '');

      const offered = lines.map(([words]) => {
        const args = ['-c', completer, ...(shell === 'fish' ? [] : [shell]), ...words];
        const run = spawnSync(shell, args, {
          cwd: place.folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: place.folder },
        });
        return [words.join(' '), run.stdout.trim().replace(/^.*=/, ''), run.stderr];
      });

      assert.deepEqual(
        offered,
        lines.map(([words, expected]) => [words.join(' '), expected, '']),
      );
    });
  }
});
