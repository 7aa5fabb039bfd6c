import { Child } from './child.ts';
import { Connection, postRequest } from './connection.ts';
import { makeData, type Person } from './data.ts';
import type { Figure } from './report.ts';
import { slowest } from './slowest.ts';

const unread = 40_000;

/** Registering for somebody who has read nothing. There is no floor; the bar is milliseconds. */
export async function unreadMessages(): Promise<Figure[]> {
  const { folder, people } = makeData({ people: 10, channels: 20, messages: unread });
  const chatd = await Child.start('chatd', [folder]);
  const connection = await Connection.open(chatd.port);
  const fetch_event_types = '["message","update_message_flags"]';
  const request = () => postRequest('/api/v1/register', people[1] as Person, { fetch_event_types });
  const figure = await slowest('register, with 40,000 unread messages', 15, { connection, request, count: 50 });
  connection.close();
  await chatd.stop();
  return [figure];
}
