import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { version } from '../assets.ts';
import { commandLine } from './invocation.ts';
import type { Status } from './server-status.ts';

/** What was found out about one thing. */
export interface Finding {
  name: string;
  says: string;
  /** What mends it; undefined if it is good. */
  mend?: string;
}

const day = 86_400;
const gib = 1024 ** 3;
/** Each person in the web client holds one or two. */
const fewestFiles = 4096;

interface Place {
  /** As the user wrote it. */
  dataDir: string | undefined;
  data_dir: string;
}

/** Looks at the state of a server and of its machine. */
export function examineServer(status: Status, place: Place): Finding[] {
  const command = (...words: string[]) =>
    commandLine(words, place.dataDir === undefined ? {} : { dataDir: place.dataDir });
  return [
    examineProcess(status, command),
    examineData(status, command),
    examineDisk(status),
    ...examineFiles(status),
    ...examineClock(),
    examineBackup(status, command),
    ...examineProxy(status),
    examinePush(status),
  ];
}

type Commands = (...words: string[]) => string;

function examineProcess({ running, healthy, problem, server, pid }: Status, command: Commands): Finding {
  const name = 'server';
  if (!running) return { name, says: 'it does not run', mend: `systemctl start chatd, or ${command('serve')}` };
  if (!healthy) return { name, says: problem ?? 'it cannot read or write', mend: 'systemctl restart chatd' };
  if (server && server.version !== version) {
    return { name, says: `version ${server.version} runs, this is ${version}`, mend: 'systemctl restart chatd' };
  }
  return { name, says: `version ${version} runs as process ${pid}` };
}

function examineData({ data, check }: Status, command: Commands): Finding {
  const name = 'database';
  if (!data) return { name, says: 'this version cannot read it', mend: command('verify') };
  const [problem] = check.problems;
  if (problem !== undefined && !check.is_accepted)
    return { name, says: `damaged: ${problem}`, mend: command('verify') };
  if (check.due_at === 0)
    return { name, says: 'the last server crashed, so it is not checked', mend: command('verify') };
  const checked = check.checked_at === null ? 'not checked yet' : `no damage ${daysAgo(check.checked_at)}`;
  return { name, says: `${data.messages} messages, ${checked}` };
}

function examineDisk({ sizes }: Status): Finding {
  const { disk_free_bytes, database_bytes } = sizes;
  const says = `${(disk_free_bytes / gib).toFixed(1)} GiB free`;
  // A backup and an upgrade each make a copy of the database.
  const needed = Math.max(gib, 2 * database_bytes);
  if (disk_free_bytes >= needed) return { name: 'disk', says };
  return { name: 'disk', says, mend: `free ${(needed / gib).toFixed(1)} GiB, or chatd retention --dry-run` };
}

/** Nothing where the system does not tell. */
function examineFiles({ pid }: Status): Finding[] {
  const limits = readIfThere(`/proc/${pid ?? 'self'}/limits`);
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  if (!(files >= 0)) return [];
  const name = 'open files';
  if (files >= fewestFiles) return [{ name, says: `${files} at once` }];
  return [{ name, says: `${files} at once, which limits connections`, mend: 'LimitNOFILE=65536 in the service' }];
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Nothing where the system does not tell. */
function examineClock(): Finding[] {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const synchronized = execFileSync('timedatectl', args, { encoding: 'utf8', timeout: 5000, stdio: 'pipe' }).trim();
    if (synchronized === 'yes') return [{ name: 'clock', says: 'set by the network' }];
    if (synchronized !== 'no') return [];
    return [{ name: 'clock', says: 'nothing sets it', mend: 'timedatectl set-ntp true' }];
  } catch {
    return [];
  }
}

function examineBackup({ backup }: Status, command: Commands): Finding {
  const name = 'backup';
  const now = Date.now() / 1000;
  if (!backup)
    return {
      name,
      says: 'the server makes none',
      mend: `${command('backup', 'chat.tar')}, or serve with --backup-dir`,
    };
  const { newest_at, folder } = backup;
  if (!existsSync(folder)) return { name, says: `${folder} does not exist`, mend: 'create it, or mount its disk' };
  if (newest_at === null) return { name, says: `none yet in ${folder}`, mend: command('backup', `${folder}/chat.tar`) };
  const says = `the newest is from ${daysAgo(newest_at)}, in ${folder}`;
  // One is made a day, and repeated an hour after it failed.
  return now - newest_at < 2 * day
    ? { name, says }
    : { name, says, mend: 'journalctl -u chatd | grep "a backup failed"' };
}

/** Whether the server knows the proxy on this machine. Nothing while it does not run. */
function examineProxy({ server }: Status): Finding[] {
  if (!server) return [];
  const name = 'proxy';
  if (!server.misses_proxy) return [{ name, says: 'headers of no unknown proxy' }];
  return [{ name, says: 'one on this machine is not trusted', mend: 'serve with --trusted-proxy 127.0.0.1' }];
}

function examinePush({ server }: Status): Finding {
  const says = server?.sends_push ? 'a service is set for phones' : 'no service for phones; browsers need none';
  return { name: 'push', says };
}

function daysAgo(seconds: number): string {
  const days = Math.floor((Date.now() / 1000 - seconds) / day);
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}
