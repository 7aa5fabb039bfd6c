import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { makePlace, type Place } from './place.ts';

describe('chatd list-users', () => {
  it('prints every account as JSON, also a deactivated one, but not the bots of the server', async (t) => {
    const place = makePlace(t);
    const [ada, bot] = await makeAccounts(place);

    const { exitCode, stdout } = await place.run(['list-users', '--json']);

    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(stdout), [
      {
        user_id: ada.user_id,
        email: 'ada@example.com',
        full_name: 'The ada',
        role: 'owner',
        is_bot: false,
        is_active: true,
      },
      {
        user_id: bot.user_id,
        email: 'bot@example.com',
        full_name: 'The bot',
        role: 'member',
        is_bot: true,
        is_active: false,
      },
    ]);
  });

  it('prints a table to people', async (t) => {
    const place = makePlace(t);
    const [ada, bot] = await makeAccounts(place);

    const { stdout } = await place.ask(['list-users']);

    assert.equal(
      stdout,
      'ID  EMAIL            NAME     ROLE\n' +
        `${ada.user_id}   ada@example.com  The ada  owner\n` +
        `${bot.user_id}   bot@example.com  The bot  member  bot, deactivated\n`,
    );
  });

  it('ends with 3 where there is no data', async (t) => {
    const place = makePlace(t);

    const run = await place.ask(['list-users']);

    assert.deepEqual(run, {
      exitCode: 3,
      stdout: '',
      stderr: `chatd: ${place.path('chatd-data')} holds no chatd data; name another directory with --data-dir.\n`,
    });
  });
});

async function makeAccounts(place: Place) {
  const ada = await place.addAccount('ada@example.com', { role: 'owner' });
  const bot = await place.addAccount('bot@example.com', { bot: true });
  const db = new Sqlite(place.path('chatd-data/chatd.db'));
  db.prepare('UPDATE users SET is_active = 0 WHERE id = ?').run(bot.user_id);
  db.close();
  return [ada, bot] as const;
}
