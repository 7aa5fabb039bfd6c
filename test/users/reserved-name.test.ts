import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReservedName } from '../../src/accounts/reserved-name.ts';
import { badRequest } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const reserved = [
  'Notification Bot',
  'NOTIFICATION  bot',
  'Notification\u00a0Bot',
  'NotificationBot',
  'Notification_Bot.',
  '✅ Notification Bot',
  'Notificati\u200don B\u200cot',
  'Nоtifісаtіоn Воt',
  'Ｎｏｔｉｆｉｃａｔｉｏｎ Ｂｏｔ',
  '𝐍𝐨𝐭𝐢𝐟𝐢𝐜𝐚𝐭𝐢𝐨𝐧 𝐁𝐨𝐭',
  'Nötificatión Bot\u0301',
  'N0tification B0t',
  'Notlfication Bot',
  'NotifIcation Bot',
  'Notification Bot 2',
  'Notification Bot (1)',
  'Welcome Bot',
  'VVelcorne Bot',
  'ᎳᎬᏞᏟᎾᎷᎬ Bot',
  'Email Gateway',
  'Mail-Gateway',
];

const free = [
  'Bot',
  'Build Bot',
  'Notifier Bot',
  'Notification Bot Team',
  'Welcome',
  'Уведомления',
  'Gateway 7',
  '通知',
];

describe('a name like that of a bot of the server', () => {
  for (const name of reserved) {
    it(`is recognized: ${name}`, () => {
      assert.equal(isReservedName(name), true);
    });
  }

  it('is none of the others', () => {
    assert.deepEqual(free.filter(isReservedName), []);
  });

  it('is nobody else’s, however it is given', async (t) => {
    const { as, users } = await startServer(t);
    const full_name = 'Notification Bot';
    const person = { email: 'new@example.com', full_name, password: 'a good one, this' };

    const answers = await Promise.all([
      as('owner').post('/users', person),
      as('owner').patch(`/users/${users.bob.id}`, { full_name }),
      as('alice').patch('/settings', { full_name }),
      as('alice').post('/bots', { full_name, short_name: 'mine' }),
      as('alice').patch(`/bots/${users.bot.id}`, { full_name }),
    ]);

    const refused = badRequest('This name is reserved for the bots of the server.');
    for (const { status, body } of answers) assert.deepEqual([status, body], [400, refused]);
  });
});
