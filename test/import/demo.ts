import type { TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { fillDemo } from '../../src/cli/demo.ts';
import { listUsers } from '../../src/users/user.ts';
import { png, upload } from '../support/pictures.ts';
import { until } from '../support/until.ts';
import { clientsOf, openEmpty } from './scene.ts';

/** An organization with something of everything, in a data directory. */
export async function makeDemo(t: TestContext): Promise<App> {
  const app = openEmpty(t);
  await fillDemo(app);
  const as = await clientsOf(t, app);
  const [person] = listUsers(app.db).filter(({ is_system_bot, bot_type }) => !is_system_bot && bot_type === null);
  const client = as(person?.id ?? 0);
  const { body } = await upload(client, '/user_uploads', [png()]);
  await client.post('/messages', { type: 'direct', to: [person?.id], content: `[a picture](${body.url})` });
  await upload(client, '/realm/emoji/round_trip', [png(9)]);
  await client.post('/drafts', {
    drafts: [{ type: '', to: [], topic: '', content: 'begun', timestamp: 1_767_571_200 }],
  });
  await client.post('/saved_snippets', { title: 'x', content: 'y' });
  const poll = await client.post('/messages', {
    type: 'direct',
    to: [person?.id],
    content: '/poll Lunch?\nNoon\nLater',
  });
  const vote = { type: 'vote', key: 'canned,1', vote: 1 };
  await client.post('/submessage', { message_id: poll.body.id, msg_type: 'widget', content: JSON.stringify(vote) });
  // The server makes pictures smaller by itself.
  await until(() => app.db.value("SELECT 1 FROM pictures WHERE thumbnail = 'waiting'") === undefined);
  await until(() => app.db.value('SELECT 1 FROM images WHERE is_fitted = 0') === undefined);
  return app;
}
