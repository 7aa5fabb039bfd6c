import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { quote } from './words.ts';

/** One thing that is done to a machine. */
export type Step = Run | { write: string; content: string } | { copy: string; to: string } | { remove: string };

interface Run {
  run: readonly string[];
  /** A command that succeeds if nothing is left to do. */
  unless?: readonly string[];
  /** Whether it may fail, because there may be nothing to do. */
  mayFail?: true;
}

/** A step did not succeed. The message has the command, and what it said. */
export class StepFailed extends Error {}

/** The steps as a person would take them, for a shell. */
export function describePlan(steps: readonly Step[]): string {
  return steps.map(describe).join('\n');
}

function describe(step: Step): string {
  if ('run' in step) {
    const test = step.unless ? `${quoteAll(step.unless)} >/dev/null 2>&1 || ` : '';
    return `${test}${quoteAll(step.run)}${step.mayFail ? ' || true' : ''}`;
  }
  if ('write' in step) return `cat > ${quote(step.write)} <<'END'\n${step.content}END`;
  if ('copy' in step) return `install -m 755 ${quote(step.copy)} ${quote(step.to)}`;
  return `rm -f ${quote(step.remove)}`;
}

/** Takes the steps. Throws StepFailed, or the error of the file system, at the first that fails. */
export function followPlan(steps: readonly Step[]): void {
  for (const step of steps) take(step);
}

function take(step: Step): void {
  if ('run' in step) run(step);
  else if ('remove' in step) rmSync(step.remove, { force: true });
  else if ('write' in step) write(step);
  else copy(step);
}

function write({ write: file, content }: { write: string; content: string }): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, content);
  // The mask of the program would let only its owner read it.
  chmodSync(file, 0o644);
}

// A rename also replaces a program that is running.
function copy({ copy: file, to }: { copy: string; to: string }): void {
  const fresh = `${to}.new`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  copyFileSync(file, fresh);
  chmodSync(fresh, 0o755);
  renameSync(fresh, to);
}

function run({ run: command, unless, mayFail }: Run): void {
  if (unless && ask(unless).status === 0) return;
  const { status, error, stdout, stderr } = ask(command);
  if (status === 0 || mayFail) return;
  throw new StepFailed(`${quoteAll(command)} failed: ${error?.message ?? `${stderr}${stdout}`.trim()}`);
}

function ask([program = '', ...args]: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8' });
}

function quoteAll(words: readonly string[]): string {
  return words.map(quote).join(' ');
}
