import { launchServer } from './ground/launch.ts';

launchServer(process.argv.slice(2));
// Everything that is written holds private messages or keys.
process.umask(0o077);
// An empty variable is how a container or service file leaves a setting out.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('CHATD_') && value === '') delete process.env[name];
}
// Whoever read the output may be gone, as head is; a server goes on without.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Loaded only now: a process that is replaced does without.
import('./cli/program.ts')
  .then(({ runCommand }) => runCommand(process.argv.slice(2)))
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
