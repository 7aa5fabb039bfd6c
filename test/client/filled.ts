import { png, upload } from '../support/pictures.ts';
import type { TestServer } from '../support/server.ts';
import type { Page, River } from './browser.ts';

const settings = [
  ...['profile', 'account', 'preferences', 'notifications', 'alert-words', 'muted', 'privacy', 'sessions', 'bots'],
  'files',
];
const organization = [
  ...['profile', 'settings', 'permissions', 'users', 'invitations', 'groups', 'channels', 'retention', 'newcomers'],
  ...['profile-fields', 'emoji', 'linkifiers', 'playgrounds', 'bots', 'data-export'],
  'audit',
];

/** Everything that a page can show, with names in letters of no page. */
export async function fill({ server, channel }: River): Promise<{ pages: string[]; topic: string }> {
  const { db, users } = server;
  const [owner, bob] = [server.as('owner'), server.as('bob')];
  const { alice } = users;
  const post = async (content: string, more: object = {}) => {
    const { body } = await bob.post('/messages', { type: 'channel', to: channel, topic: 'вода', content, ...more });
    return body.id as number;
  };
  db.run("UPDATE users SET full_name = 'Имя ' || id WHERE is_system_bot = 0");
  db.run("UPDATE channels SET name = 'общий', description = '' WHERE name = 'general'");
  await owner.patch(`/streams/${channel}`, { new_name: 'река', description: 'про воду' });
  await owner.patch('/realm', { name: 'Лодка', description: 'Мы', enable_spectator_access: true });
  const id = await post('Привет @**all** :tada:');
  await post('/poll Чай?\nДа\nНет');
  await post('/todo Лодка\nКрасить: да');
  await owner.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await owner.post('/messages', { type: 'channel', to: channel, topic: 'вода', content: 'Моё' });
  await owner.post('/messages', { type: 'channel', to: channel, topic: '✔ готово', content: 'Готово' });
  await owner.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  await bob.post('/messages', { type: 'direct', to: [users.owner.id], content: 'Тайна' });
  await bob.post('/users/me/status', { status_text: 'Рыба' });
  const later = { scheduled_delivery_timestamp: 2_000_000_000 };
  await owner.post('/scheduled_messages', { type: 'channel', to: channel, topic: 'вода', content: 'Потом', ...later });
  await owner.post('/reminders', { message_id: id, ...later });
  await owner.post('/drafts', {
    drafts: [{ type: 'stream', to: [channel], topic: 'вода', content: 'Не ещё', timestamp: 1_900_000_000 }],
  });
  await owner.post('/bots', { full_name: 'Бот', short_name: 'tide', bot_type: 2 });
  await owner.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  await owner.post('/realm/playgrounds', {
    name: 'Пример',
    pygments_language: 'python',
    url_template: 'https://example.com/{code}',
  });
  for (const field_type of [1, 2, 4, 5, 6, 8])
    await owner.post('/realm/profile_fields', { field_type, name: `Поле ${field_type}`, hint: 'Так' });
  await owner.post('/channel_folders/create', { name: 'Вода', description: 'Мокро' });
  await owner.post('/users/me/alert_words', { alert_words: ['потоп'] });
  await owner.post(`/users/me/muted_users/${users.guest.id}`);
  await owner.post('/user_topics', { stream_id: channel, topic: 'вода', visibility_policy: 3 });
  await upload(owner, '/realm/emoji/rat', [png()]);
  await upload(owner, '/user_uploads', [png(9)]);
  await owner.post('/invites/multiuse', { stream_ids: [] });
  const { body } = await owner.post('/user_groups/create', { name: 'лодочники', description: '', members: [alice.id] });
  await owner.patch('/settings', { default_language: 'en-xa', web_suggest_update_timezone: false });
  const topic = `#narrow/channel/${channel}/topic/вода`;
  const ofChannel = ['', '/topics', '/personal', '/subscribers', '/permissions', '/files'];
  return {
    topic,
    pages: [
      ...[
        '#inbox',
        '#recent',
        '#feed',
        '#drafts',
        '#scheduled',
        '#reminders',
        '#channels',
        '#channels/new',
        '#nowhere',
      ],
      ...['#keyboard-shortcuts', '#message-formatting', '#search-operators', '#about-zulip'],
      ...['#narrow/is/mentioned', '#narrow/is/starred', '#narrow/search/вода', '#narrow/search/ничто'],
      ...[topic, `#narrow/channel/${channel}`, `#narrow/dm/${users.bob.id}`, `#narrow/dm/${alice.id}`],
      ...[`#user/${users.bob.id}`, '#user/99999', `#organization/groups/${body.group_id}`],
      ...ofChannel.map((tab) => `#channels/${channel}${tab}`),
      ...settings.map((section) => `#settings/${section}`),
      ...organization.map((section) => `#organization/${section}`),
    ],
  };
}

/** Waits until a page shows what belongs to its address, and nothing that is still fetched. */
export async function go(page: Page, server: TestServer, hash: string): Promise<void> {
  await page.goto(`${server.url}/${hash}`);
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((followed) => requestAnimationFrame(() => requestAnimationFrame(followed)))');
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true], .loading').first().waitFor({ state: 'detached' });
}

/** Goes to an address within the page, as a link does, and waits like `go`. */
export async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await settle(page);
}
