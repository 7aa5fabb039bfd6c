// What the launchers have in common. Any Node.js understands this file.

import { spawn, spawnSync } from 'node:child_process';

/** The first version of Node.js that runs chatd. */
export const oldest = 24;

export function isNewEnough(file) {
  return majorOf(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '') >= oldest;
}

export function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}

/** Ends as the program ends. */
export function run(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  // A terminal sends Ctrl-C and Ctrl-Break to both. A second one would end a server before it has answered open requests.
  const pass = (signal) => signal === 'SIGBREAK' || (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
  for (const signal of signals) process.on(signal, pass);
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, pass);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

export function fail(problem) {
  console.error(`chatd: ${problem}`);
  process.exit(3);
}
