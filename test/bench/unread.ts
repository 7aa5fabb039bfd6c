import { Bystander } from './bystander.ts';
import { Child } from './child.ts';
import { Connection, postRequest } from './connection.ts';
import { makeData, openData, type Person } from './data.ts';
import type { Figure } from './report.ts';
import { slowest } from './slowest.ts';

const unread = 40_000;

/** Registering for somebody who has read nothing. There is no floor; the bars are milliseconds. */
export async function unreadMessages(): Promise<Figure[]> {
  const { folder, people } = makeData({ people: 10, channels: 20, messages: unread });
  const [other, person] = people as [Person, Person];
  const chatd = await Child.start('chatd', [folder]);
  const connection = await Connection.open(chatd.port);
  const fetch_event_types = '["message","update_message_flags"]';
  const request = () => postRequest('/api/v1/register', person, { fetch_event_types });
  for (let n = 0; n < 10; n++) await connection.request(request());
  const others = await Bystander.start(chatd, other);
  const name = 'register, with 40,000 unread messages';
  const figure = await others.during(() => slowest(name, 15, { connection, request, count: 100 }));
  connection.close();
  await Promise.all([chatd, others].map((child) => child.stop()));
  return [figure, others.figure(10), await smallOrganization()];
}

/** All of the state, of an organization of ten people who have read everything. */
async function smallOrganization(): Promise<Figure> {
  const { folder, people } = makeData({ people: 10, channels: 5, messages: 1000 });
  markRead(folder);
  const chatd = await Child.start('chatd', [folder]);
  const connection = await Connection.open(chatd.port);
  const request = () => postRequest('/api/v1/register', people[1] as Person, {});
  for (let n = 0; n < 100; n++) await connection.request(request());
  const figure = await slowest('register, in an organization of 10', 1, { connection, request, count: 300 });
  connection.close();
  await chatd.stop();
  return figure;
}

function markRead(folder: string): void {
  const { db } = openData(folder);
  db.run('UPDATE read_floors SET message_id = (SELECT max(id) FROM messages)');
  db.close();
}
