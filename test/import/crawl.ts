import type { Client } from '../support/client.ts';

/** Requests whose answers depend on what is stored. */
const paths = [
  '/users',
  '/users/me',
  '/users/me/subscriptions',
  '/user_groups',
  '/streams',
  '/channel_folders',
  '/realm/emoji',
  '/realm/linkifiers',
  '/realm/profile_fields',
  '/drafts',
  '/scheduled_messages',
  '/saved_snippets',
  '/attachments',
  '/users/me/alert_words',
  '/settings',
];

/** What is another one each time. */
const passing = ['queue_id', 'server_timestamp', 'event_queue_longpoll_timeout_seconds', 'last_event_id'];

/** All that a user can read. */
export async function crawl(client: Client): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = (await client.get(path)).body;
  const { body } = await client.post('/register', { include_subscribers: true, client_capabilities: {} });
  answers.register = Object.fromEntries(Object.entries(body).filter(([name]) => !passing.includes(name)));
  for (let anchor = 0; ; ) {
    const { body: page } = await client.get('/messages', { anchor, num_before: 0, num_after: 1000 });
    answers[`messages from ${anchor}`] = page;
    if (page.found_newest) break;
    anchor = page.messages.at(-1).id + 1;
  }
  return answers;
}
