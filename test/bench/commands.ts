import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeData } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';

const launcher = join(import.meta.dirname, '../../bin/chatd');
const runs = 5;
/** How finely the kernel counts the time of processes that have ended. */
const ticksPerSecond = 100;

/** The processor time of a command that only lists. The floor is a process of Node that does nothing. */
export async function commands(): Promise<Figure[]> {
  const { folder } = makeData({ people: 10, channels: 5, messages: 500 });
  const took = await alternate(3, {
    ours: () => processorTime(launcher, ['list-users', '--data-dir', folder]),
    floor: () => processorTime(process.execPath, ['--eval', '']),
  });
  return [
    {
      name: 'processor time of chatd list-users',
      ours: milliseconds(took.ours),
      floor: milliseconds(took.floor),
      ratio: took.ours,
      bar: { atMost: 150 },
      note: 'the bar is in milliseconds',
    },
  ];
}

/** The mean of some runs, in milliseconds. */
function processorTime(program: string, args: readonly string[]): number {
  const before = childrenTicks();
  for (let run = 0; run < runs; run++) spawnSync(program, args);
  return ((childrenTicks() - before) * 1000) / ticksPerSecond / runs;
}

/** The time that the ended children of this process took; see proc_pid_stat(5), fields 16 and 17. */
function childrenTicks(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[13]) + Number(fields[14]);
}
