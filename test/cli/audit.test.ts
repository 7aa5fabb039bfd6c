import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listEntries } from '../../src/audit/entries.ts';
import { openApp } from '../../src/cli/open-app.ts';
import { createProgram, listCommands, pathOf } from '../../src/cli/program.ts';
import { changeCheck } from '../../src/db/check-record.ts';
import { silentLog } from '../../src/ground/log.ts';
import { testConfig } from '../support/server.ts';
import { makePlace, type Place } from './place.ts';

/** The commands that change something, with arguments, in an order in which each changes something. */
const changing: [command: string, ...args: string[]][] = [
  ['create-user', 'bob@example.com', '--name', 'Bob', '--random-password'],
  ['change-role', 'bob@example.com', 'moderator'],
  ['deactivate-user', 'bob@example.com'],
  ['reactivate-user', 'bob@example.com'],
  ['revoke', 'bob@example.com', 'can_create_users'],
  ['grant', 'bob@example.com', 'can_create_users'],
  ['reset-password', 'bob@example.com', '--random-password'],
  ['unlink', 'bob@example.com'],
  ['api-key', 'bob@example.com'],
  ['invite', 'eve@example.com'],
  ['settings set', 'name', 'Tea House'],
  ['render', '--all'],
  ['restore', 'chat.tar', '--replace'],
  ['verify', '--accept-damage'],
];

/**
 * Commands that change nothing in the organization as its operator. `serve` runs it; its users change it, as with `send`
 * and `mcp`, and the demo is no one's.
 */
const changeless = [
  'audit',
  'backup',
  'completion',
  'doctor',
  'export',
  'healthcheck',
  'licenses',
  'list-channels',
  'list-users',
  'manual',
  'mcp',
  'openapi',
  'retention',
  'send',
  'serve',
  'service',
  'service install',
  'service logs',
  'service status',
  'service uninstall',
  'settings',
  'settings get',
  'settings list',
  'status',
  'tail',
  'upgrade',
  'version',
];

describe('commands', () => {
  it('are known as changing something or nothing', async () => {
    // `import` needs an archive and an empty organization.
    const known = [...changing.map(([command]) => command), ...changeless, 'import'].sort();

    const all = listCommands(await createProgram()).map((command) => pathOf(command).slice('chatd '.length));

    assert.deepEqual(all.sort(), known);
  });

  it('that change something each leave an entry of the operator in the audit log', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });

    for (const [command, ...args] of changing) {
      if (command === 'restore') await place.run(['backup', 'chat.tar']);
      if (command === 'verify') changeCheck(place.path('chatd-data'), { problems: ['row 3 missing from index'] });
      const { exitCode, stderr } = await place.run([...command.split(' '), ...args]);
      assert.equal(exitCode, 0, `${command}: ${stderr}`);
    }

    const entries = recorded(place);
    const expected = changing.map(([command, ...args]) =>
      command === 'verify' ? [command, ...args].join(' ') : command,
    );
    assert.deepEqual(
      entries.map(({ action, acting_user_id }) => [action, acting_user_id]),
      ['create-user', ...expected].map((action) => [action, null]),
    );
    const { backup_of, moved_to, ...restored } = entries.find(({ action }) => action === 'restore')?.about ?? {};
    assert.deepEqual(restored, { file: 'chat.tar' });
    assert.match(String(backup_of), /^\d{4}-\d\d-\d\dT/);
    assert.match(String(moved_to), /before-restore-/);
    assert.deepEqual(entries.at(-1)?.about, { damage: 'row 3 missing from index' });
  });

  it('write nothing to a database whose damage nobody accepted', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { role: 'owner' });
    changeCheck(place.path('chatd-data'), { problems: ['row 3 missing from index'] });

    const refused = await place.ask(['settings', 'set', 'name', 'Tea House']);
    const read = await place.ask(['settings', 'get', 'name']);

    assert.deepEqual([refused.exitCode, read.exitCode, read.stdout.includes('Tea House')], [6, 0, false]);
    assert.match(refused.stderr, /^chatd: The database is damaged and is not written\./);
  });
});

/** What is in the audit log of a place, oldest first. */
function recorded(place: Place) {
  const { db } = openApp({ ...testConfig(), data_dir: place.path('chatd-data') }, silentLog);
  const entries = listEntries(db, {}, 100).reverse();
  db.close();
  return entries;
}
