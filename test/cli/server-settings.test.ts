import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { readTable, settingsTable } from '../../bin/settings-table.ts';
import { optionsOf, readSettings } from '../../src/cli/options.ts';
import { addServe } from '../../src/cli/serve.ts';
import { readConfig } from '../../src/cli/server-config.ts';
import { type Setting, serverSettings } from '../../src/ground/server-settings.ts';
import { wholeNumber } from '../../src/ground/setting-forms.ts';
import { makePlace } from './place.ts';

describe('a setting of a server', () => {
  const extended = {
    ...serverSettings,
    most_guests: { value: '<number>', form: wholeNumber(1), says: 'how many guests there may be', fallback: '5' },
  } satisfies Record<string, Setting>;

  it('is one entry of a table, from which flag, variable, default, error, help and documentation follow', () => {
    const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    for (const option of optionsOf(extended)) command.addOption(option);
    const added = command.options.at(-1);
    const row = '| `--most-guests <number>` | `CHATD_MOST_GUESTS` | `5` | how many guests there may be |\n';

    assert.deepEqual([added?.long, added?.envVar, added?.defaultValue], ['--most-guests', 'CHATD_MOST_GUESTS', 5]);
    assert.match(command.helpInformation(), /--most-guests <number> +how many guests there may be/);
    assert.throws(
      () => command.parse(['--most-guests', '0'], { from: 'user' }),
      /It must be a whole number, 1 or more/,
    );
    assert.equal(settingsTable(extended), settingsTable() + row);
  });

  it('is an option of the server, and a word of its completion', async (t) => {
    const program = new Command();
    addServe(program);
    const { stdout } = await makePlace(t).run(['completion', 'bash']);
    const known = (program.commands[0]?.options ?? []).map(({ long }) => long);

    for (const name of Object.keys(serverSettings)) {
      const flag = `--${name.replaceAll('_', '-')}`;
      assert.ok(known.includes(flag) && new RegExp(`[ ']${flag}[ ']`).test(stdout), flag);
    }
  });

  it('is a row of the documentation, which bin/settings-table.ts writes', () => {
    assert.equal(readTable(), settingsTable());
  });

  it('reaches the configuration under its name, unless others are made of it', () => {
    const command = new Command();
    for (const option of optionsOf(serverSettings)) command.addOption(option);
    command.parse(['--keep-free-mib', '7', '--mail-domain', 'Chat.Example.com'], { from: 'user' });

    const config = readConfig(readSettings(command.opts()), { data_dir: '/tmp/none', isDemo: false });

    assert.deepEqual([config.keep_free_mib, config.mail_domain, config.log_format], [7, 'chat.example.com', 'text']);
    assert.ok(!('backup_keep' in config) && !('smtp_url' in config));
    assert.equal(config.listen.port, 9991);
  });
});
