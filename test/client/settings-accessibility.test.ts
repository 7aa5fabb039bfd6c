import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { png, upload } from '../support/pictures.ts';
import { findViolations } from './axe.ts';
import { openRiver, type Page, type River, skip, visit } from './browser.ts';

const settings = [
  ...['Profile', 'Account', 'Preferences', 'Notifications', 'Alert words', 'Muted and followed', 'Privacy'],
  ...['Sessions', 'Your bots', 'Your files'],
];

const organization = [
  ...['Profile', 'Settings', 'Permissions', 'Users', 'Invitations', 'Groups', 'Channels', 'Message retention'],
  ...['New people', 'Profile fields', 'Custom emoji', 'Linkifiers', 'Code playgrounds', 'Bots', 'Data export'],
  'Audit log',
];

const ofChannel = ['About', 'Topics', 'For you', 'People', 'Permissions'];

/** An organization that has one of everything. */
async function fill({ server, channel }: River): Promise<number> {
  const owner = server.as('owner');
  const { alice, bob } = server.users;
  await owner.post('/bots', { full_name: 'Tide Bot', short_name: 'tide', bot_type: 2 });
  await owner.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' });
  await owner.post('/realm/filters', { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/t/{id}' });
  const playground = { name: 'Python', pygments_language: 'python', url_template: 'https://example.com/{code}' };
  await owner.post('/realm/playgrounds', playground);
  for (const field_type of [1, 2, 4, 5, 6, 8])
    await owner.post('/realm/profile_fields', { field_type, name: `Field ${field_type}`, hint: 'Some hint' });
  const choice = { field_type: 3, name: 'Team', field_data: { a: { text: 'Bow', order: '1' } } };
  await owner.post('/realm/profile_fields', choice);
  await owner.post('/channel_folders/create', { name: 'Water', description: 'Wet things' });
  await owner.post('/channel_folders/create', { name: 'Land', description: '' });
  await owner.post('/users/me/alert_words', { alert_words: ['flood'] });
  await owner.post(`/users/me/muted_users/${bob.id}`);
  await owner.post('/user_topics', { stream_id: channel, topic: 'levels', visibility_policy: 3 });
  await upload(owner, '/realm/emoji/rat', [png()]);
  await upload(owner, '/user_uploads', [png(9)]);
  const { body } = await owner.post('/user_groups/create', { name: 'boatmen', description: '', members: [alice.id] });
  const few = { new: { direct_members: [alice.id], direct_subgroups: [body.group_id] } };
  await owner.patch('/realm', { can_create_groups: few });
  return body.group_id as number;
}

/** Opens the sections of a page one after the other. */
async function* eachSection(page: Page, address: string, names: readonly string[]): AsyncGenerator<string> {
  await go(page, address);
  for (const name of names) {
    await page.locator('.sections').getByRole('link', { name, exact: true }).click();
    await page.getByRole('main').getByRole('heading', { level: 2, name, exact: true }).waitFor();
    await page.getByText('Loading…').waitFor({ state: 'detached' });
    yield `${address}: ${name}`;
  }
}

async function go(page: Page, hash: string): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/${hash}`);
}

describe('every section of settings', { skip }, () => {
  it('has no fault that axe finds, nor too little contrast in the dark', async (t) => {
    const river = await openRiver(t);
    const group = await fill(river);
    const owner = await visit(river.server, 'owner', { bypassCSP: true });
    const found: string[] = [];
    const check = async (at: string) => {
      const within = at.endsWith('dialog') ? 'dialog' : 'main';
      found.push(...(await findViolations(owner, { within })).map((line) => `${at} ${line}`));
      await owner.emulateMedia({ colorScheme: 'dark' });
      found.push(
        ...(await findViolations(owner, { within, rules: ['color-contrast'] })).map((line) => `${at}, dark: ${line}`),
      );
      await owner.emulateMedia({ colorScheme: 'light' });
    };

    for await (const at of eachSection(owner, '#settings', settings)) await check(at);
    for await (const at of eachSection(owner, '#organization', organization)) await check(at);
    for await (const at of eachSection(owner, `#channels/${river.channel}`, ofChannel)) await check(at);
    await go(owner, `#organization/groups/${group}`);
    await owner.getByText('Who may join by themselves').waitFor();
    await check('a group');
    await go(owner, '#channels/new');
    await owner.getByLabel('More settings and permissions').check();
    await check('a new channel');
    await go(owner, '#organization/profile-fields');
    await owner.getByRole('button', { name: 'Add a field' }).click();
    await owner.getByRole('dialog').waitFor();
    await check('a dialog');

    assert.deepEqual(found, []);
  });
});
