import type { Command } from 'commander';
import { findLicenses } from '../licenses.ts';

export function addLicenses(program: Command): void {
  program
    .command('licenses')
    .summary('print the licenses of chatd and of what it contains')
    .description('Print the licenses of chatd, Node.js, SQLite and all packages that the program contains.')
    .addHelpText('after', '\nExample:\n  chatd licenses | less')
    .action(() => void process.stdout.write(`${findLicenses()}\n`));
}
