import { launchdList } from './launchd.ts';
import type { Step } from './plan.ts';
import { hiddenFolders, type ServiceSettings, systemdUnit } from './systemd.ts';
import { taskDefinition } from './task-scheduler.ts';

/** What keeps services running on a system. */
export interface Manager {
  /** Where the executable and the data belong. */
  program: string;
  data_dir: string;
  /** Folders that its services do not see. */
  hidden: readonly string[];
  /** The steps to set a service up and start it; and to stop and remove it, where the data stays. */
  install(settings: ServiceSettings): Step[];
  uninstall(): Step[];
  /** The command that shows its state, and its log. */
  status: readonly string[];
  logs(follows: boolean): readonly string[];
}

const unit = '/etc/systemd/system/chatd.service';

const systemd: Manager = {
  program: '/usr/local/bin/chatd',
  data_dir: '/var/lib/chatd',
  hidden: hiddenFolders,
  install: (settings) => [
    {
      run: 'useradd --system --user-group --home-dir /var/lib/chatd --no-create-home --shell /usr/sbin/nologin chatd'.split(
        ' ',
      ),
      unless: ['id', 'chatd'],
    },
    ...(settings.backup_dir === undefined
      ? []
      : [{ run: ['install', '-d', '-o', 'chatd', '-g', 'chatd', '-m', '700', settings.backup_dir] }]),
    { write: unit, content: systemdUnit(settings) },
    { run: ['systemctl', 'daemon-reload'] },
    { run: ['systemctl', 'enable', 'chatd'] },
    { run: ['systemctl', 'restart', 'chatd'] },
  ],
  uninstall: () => [
    { run: ['systemctl', 'disable', '--now', 'chatd'], mayFail: true },
    { remove: unit },
    { run: ['systemctl', 'daemon-reload'] },
  ],
  status: ['systemctl', 'status', '--no-pager', '--full', 'chatd'],
  logs: (follows) => ['journalctl', '--unit=chatd', ...(follows ? ['--follow'] : ['--no-pager', '--lines=200'])],
};

const list = '/Library/LaunchDaemons/chatd.plist';
const macData = '/usr/local/var/chatd';
const macLog = '/usr/local/var/log/chatd.log';

const launchd: Manager = {
  program: '/usr/local/bin/chatd',
  data_dir: macData,
  hidden: [],
  install: (settings) => [
    { run: ['sysadminctl', '-addUser', '_chatd', '-roleAccount', '-home', macData], unless: ['id', '_chatd'] },
    ...[macData, ...(settings.backup_dir === undefined ? [] : [settings.backup_dir])].map((folder) => ({
      run: ['install', '-d', '-o', '_chatd', '-m', '700', folder],
    })),
    { run: ['install', '-o', '_chatd', '-m', '600', '/dev/null', macLog] },
    { run: ['launchctl', 'bootout', 'system/chatd'], mayFail: true },
    { write: list, content: launchdList(settings, macLog) },
    { run: ['launchctl', 'bootstrap', 'system', list] },
  ],
  uninstall: () => [{ run: ['launchctl', 'bootout', 'system/chatd'], mayFail: true }, { remove: list }],
  status: ['launchctl', 'print', 'system/chatd'],
  logs: (follows) => ['tail', '-n', '200', ...(follows ? ['-f'] : []), macLog],
};

const windowsHome = 'C:\\ProgramData\\chatd';
const windowsTask = `${windowsHome}\\task.xml`;
const windowsLog = `${windowsHome}\\chatd.log`;
/** The account of Windows for services without rights, and administrators; by their ids, which have no language. */
const windowsAccounts = ['*S-1-5-19:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F'];

const taskScheduler: Manager = {
  program: `${windowsHome}\\chatd.exe`,
  data_dir: `${windowsHome}\\data`,
  hidden: [],
  install: (settings) => [
    { write: windowsTask, content: taskDefinition(settings, windowsLog) },
    ...[windowsHome, ...(settings.backup_dir === undefined ? [] : [settings.backup_dir])].map((folder) => ({
      run: ['icacls', folder, '/inheritance:r', '/grant:r', ...windowsAccounts],
    })),
    { run: ['schtasks', '/Create', '/TN', 'chatd', '/XML', windowsTask, '/F'] },
    { run: ['schtasks', '/Run', '/TN', 'chatd'] },
  ],
  uninstall: () => [
    { run: ['schtasks', '/End', '/TN', 'chatd'], mayFail: true },
    { run: ['schtasks', '/Delete', '/TN', 'chatd', '/F'], mayFail: true },
    { remove: windowsTask },
  ],
  status: ['schtasks', '/Query', '/TN', 'chatd', '/V', '/FO', 'LIST'],
  logs: (follows) => [
    ...['powershell', '-NoProfile', '-Command'],
    `Get-Content -Tail 200 ${follows ? '-Wait ' : ''}'${windowsLog}'`,
  ],
};

/** The managers by Node's names of systems. */
export const managers: Readonly<Record<string, Manager>> = {
  linux: systemd,
  darwin: launchd,
  win32: taskScheduler,
};
