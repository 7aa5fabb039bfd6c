import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Change } from '../audit/audit-log.ts';
import { type Entry, listEntries } from '../audit/entries.ts';
import { findChannel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import { groupName } from '../realm/group.ts';
import { findUser, type Role } from '../users/user.ts';
import { accessAnyAccount } from './account.ts';
import { type DataOptions, withDatabase } from './open-database.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printLine, say } from './output.ts';
import { roleWord } from './roles.ts';

interface Options extends DataOptions {
  user?: string;
  by?: string;
  action?: string;
  /** UNIX seconds. */
  since?: number;
  limit: number;
  json?: true;
}

export function addAudit(program: Command): void {
  program
    .command('audit')
    .summary('show who changed what')
    .description(
      'Show changes to the organization and to other users, by administrators, the operator and others, ' +
        'newest first, with old and new values, kept for two years. Secrets and messages are not recorded.',
    )
    .option('--user <email>', 'only entries by this user or about them')
    .option('--by <email>', 'only entries by this user; "operator": by commands')
    .option('--action <name>', 'only this action: the operation id of an endpoint (see chatd openapi), or a command')
    .addOption(
      new Option('--since <time>', 'only since a time: 2026-01-31, 2026-01-31T12:00Z, 90m, 24h or 7d').argParser(
        readTime,
      ),
    )
    .addOption(new Option('--limit <number>', 'maximum number of entries').argParser(readLimit).default(100))
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd audit --user ada@example.com --since 7d')
    .action(audit);
}

const units: Record<string, number> = { m: 60, h: 3600, d: 86_400 };

function readTime(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const at = number === undefined ? Date.parse(text) / 1000 : Date.now() / 1000 - Number(number) * (units[unit] ?? 0);
  if (/^\d{4}-\d\d-\d\d|^\d{1,6}[mhd]$/.test(text) && Number.isFinite(at)) return Math.floor(at);
  throw new InvalidArgumentError('It must look like 2026-01-31, 2026-01-31T12:00Z, 90m, 24h or 7d.');
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}

async function audit({ user, by, limit, json, ...options }: Options): Promise<void> {
  const { action, since } = options;
  await withDatabase(options, (db) => {
    const actor_id = by === undefined ? undefined : accessActor(db, by);
    const user_id = user === undefined ? undefined : accessAnyAccount(db, user).id;
    const entries = listEntries(db, { actor_id, user_id, action, since }, limit);
    if (json) printJson(entries);
    else if (entries.length === 0) say('Nothing is recorded.');
    else for (const line of entries.flatMap((entry) => describe(db, entry))) printLine(line);
  });
}

function accessActor(db: Database, email: string): number | null {
  return email === 'operator' ? null : accessAnyAccount(db, email).id;
}

function describe(db: Database, entry: Entry): string[] {
  const { timestamp, acting_user_id, action, address, about, changes, omitted_changes } = entry;
  const time = new Date(timestamp * 1000).toISOString().replace('.000', '');
  const who = acting_user_id === null ? 'operator' : nameUser(db, acting_user_id);
  const from = address === null ? '' : `  from ${address}`;
  const named = Object.entries(about).map(([name, value]) => `  ${name}=${value}`);
  return [
    `${time}  ${who}  ${action}${named.join('')}${from}`,
    ...changes.map((change) => `    ${describeChange(db, change)}`),
    ...(omitted_changes > 0 ? [`    and ${omitted_changes} more`] : []),
  ];
}

function describeChange(db: Database, { object, key, old, new: fresh }: Change): string {
  const subject = [object, ...Object.entries(key).map(([name, value]) => nameOf(db, object, name, value))].join(' ');
  if (old && fresh) {
    const names = Object.keys(fresh);
    return `${subject}: ${names.map((name) => `${name} ${show(name, old[name])} → ${show(name, fresh[name])}`).join(', ')}`;
  }
  const values = Object.entries(fresh ?? old ?? {}).filter(([, value]) => value !== null);
  const shown = values.map(([name, value]) => `${name} ${show(name, value)}`).join(', ');
  return `${subject} ${fresh ? 'added' : 'removed'}${shown && `: ${shown}`}`;
}

/** The object of a row's key, in words if it has a name. */
function nameOf(db: Database, object: string, name: string, value: unknown): string {
  const kind = name === 'id' ? `${object}_id` : name;
  if (kind === 'user_id') return nameUser(db, Number(value));
  if (kind === 'channel_id') return named(Number(value), findChannel(db, Number(value))?.name);
  if (kind === 'group_id') return named(Number(value), groupName(db, Number(value)));
  return String(value);
}

function nameUser(db: Database, id: number): string {
  return findUser(db, id)?.email ?? `user ${id}`;
}

function named(id: number, name: string | null | undefined): string {
  return name === null || name === undefined ? String(id) : `${id} (${name})`;
}

function show(name: string, value: unknown): string {
  if (name === 'role' || name === 'invited_as') return roleWord(value as Role);
  return JSON.stringify(value);
}
