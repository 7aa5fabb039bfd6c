// Keeps what V8 compiles of the program for the executable, in a file beside it: what all commands load, and what a server
// runs from its start to its end. Takes the file of the bundle, and a folder for the data of that server.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import sea from 'node:sea';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { bundleScript, runBundle } from './bundle-script.ts';

// The bundle finds its files as in the executable.
sea.isSea = () => true;
const [file = '', folder = ''] = process.argv.slice(2);
const script = bundleScript(file, readFileSync(file));
const { createProgram, runCommand } = runBundle<typeof import('../src/cli/program.ts')>(script, file);
await createProgram();
const served = runCommand(['serve', '--data-dir', folder, '--listen', await freeAddress()]);
while ((await runCommand(['healthcheck', '--data-dir', folder])) !== 0) await setTimeout(20);
process.kill(process.pid, 'SIGTERM');
process.exitCode = await served;
// V8 rejects code that was compiled under other flags. A server sets this one to return unused memory.
setFlagsFromString('--no-expose-gc');
writeFileSync(`${file}.cache`, script.createCachedData());

async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  server.close();
  return `${address}:${port}`;
}
