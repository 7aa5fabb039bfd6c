import type { Command } from 'commander';
import { version } from '../assets.ts';
import { openDatabase } from '../db/open.ts';
import { jsonOption } from './options.ts';
import { printFields, printJson } from './output.ts';

export function addVersion(program: Command): void {
  program
    .command('version')
    .summary('print the versions of chatd, Node and SQLite')
    .description('Print the versions of chatd, Node.js and SQLite, and the number of the database schema.')
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  chatd version --json')
    .action(({ json }: { json?: true }) => (json ? printJson : printFields)(versions()));
}

function versions() {
  const { db } = openDatabase(':memory:');
  const sqlite = db.value<string>('SELECT sqlite_version()');
  const schema = db.connection.pragma('user_version', { simple: true });
  db.close();
  return { chatd: version, node: process.versions.node, sqlite, schema };
}
