// All written files contain private messages or keys.
process.umask(0o077);
// In containers and service files, an empty variable means that the setting is left out.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('CHATD_') && value === '') delete process.env[name];
}
// The reader of the output may be gone, such as `head`; a server continues without it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

// Loaded only now, because loading may already write a file, and read the environment.
import('./cli/program.ts')
  .then(({ runCommand }) => runCommand(process.argv.slice(2)))
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
