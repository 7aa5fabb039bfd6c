import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { doMark, listUnfinishedExports } from '../../src/organization/data-export.ts';
import { png } from '../support/pictures.ts';
import { until, untilEqual } from '../support/until.ts';
import { openRiver, type Page, skip, visit } from './browser.ts';

/** The window above the page. */
function dialog(page: Page) {
  return page.getByRole('dialog');
}

/** Fills the fields of the open form, and sends it by Enter. */
async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values)) await dialog(page).getByLabel(label, { exact: true }).fill(text);
  await dialog(page)
    .getByLabel(Object.keys(values).at(-1) ?? '', { exact: true })
    .press('Enter');
}

async function confirm(page: Page, verb: string): Promise<void> {
  await dialog(page).getByRole('button', { name: verb, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

describe('groups', { skip }, () => {
  it('may have any name', async (t) => {
    const { server } = await openRiver(t);
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    for (const name of names)
      await server.as('owner').post('/user_groups/create', { name, description: '', members: [] });

    const page = await visit(server, 'owner', { at: '/#organization/groups', expected: /status of 400/ });

    for (const name of names) await page.getByRole('main').getByRole('link', { name }).waitFor();
    await page.goto(`${server.url}/#narrow/is/__proto__`);
    await page.getByRole('heading', { name: 'Search: is:__proto__' }).waitFor();
    assert.deepEqual(await page.evaluate('Object.keys(Object.prototype)'), []);
  });

  it('are made, filled and given permissions, and everybody sees it at once', async (t) => {
    const { server } = await openRiver(t);
    const owner = await visit(server, 'owner', { at: '/#organization/groups' });
    const alice = await visit(server, 'alice', { at: '/#organization/groups' });

    await owner.getByRole('button', { name: 'New group' }).click();
    await fillIn(owner, { Name: 'boatmen' });
    await alice.getByRole('link', { name: 'boatmen' }).click();
    await owner.getByRole('link', { name: 'boatmen' }).click();
    await owner.getByLabel('Add people or groups').fill('bob');
    await owner.getByLabel('Add people or groups').press('Enter');
    await owner.getByLabel('Add people or groups').fill('moderators');
    await owner.getByLabel('Add people or groups').press('Enter');
    await alice.getByRole('main').getByRole('link', { name: 'Bob Member' }).waitFor();
    await alice.getByRole('main').getByRole('link', { name: 'Moderators and above' }).waitFor();
    assert.equal(await alice.getByLabel('Who may join by themselves').isDisabled(), true);
    await owner.getByLabel('Who may join by themselves').selectOption('Specific people and groups…');
    await dialog(owner).getByLabel('Add people or groups').fill('alice');
    await dialog(owner).getByLabel('Add people or groups').press('Enter');
    await dialog(owner).getByRole('button', { name: 'Save' }).click();
    await alice.getByRole('button', { name: 'Join the group' }).click();
    await alice.getByRole('button', { name: 'Leave the group' }).waitFor();
    await owner.getByRole('button', { name: 'Remove Bob Member' }).click();
    await alice.getByRole('main').getByRole('link', { name: 'Bob Member' }).waitFor({ state: 'detached' });
    await owner.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await confirm(owner, 'Deactivate');
    await alice.getByText('This group is deactivated.').waitFor();

    const { body } = await server.as('owner').get('/user_groups', { include_deactivated_groups: true });
    const { name, members, deactivated } = body.user_groups.at(-1);
    assert.deepEqual(
      { name, members, deactivated },
      { name: 'boatmen', members: [server.users.owner.id, server.users.alice.id], deactivated: true },
    );
    await owner.getByRole('button', { name: 'Reactivate' }).click();
    await alice.getByText('This group is deactivated.').waitFor({ state: 'detached' });
  });
});

describe('bots', { skip }, () => {
  it('are made with a key, which a file brings to programs and an address to tools, changed and stopped', async (t) => {
    const { server, channel } = await openRiver(t);
    const alice = await visit(server, 'alice', { at: '/#settings/bots' });

    await alice.getByRole('button', { name: 'New bot' }).click();
    await dialog(alice).getByLabel('Kind').selectOption('Only sends');
    await dialog(alice).getByLabel('Channel it writes to').selectOption('#river');
    await fillIn(alice, { Name: 'Tide Bot', 'Short name': 'tide' });
    const key = (await dialog(alice).locator('output').textContent()) ?? '';
    await alice.getByText('tide-bot@').waitFor();
    const [download] = await Promise.all([
      alice.waitForEvent('download'),
      dialog(alice).getByRole('button', { name: 'Download zuliprc' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    assert.equal(download.suggestedFilename(), 'zuliprc');
    assert.equal(text, `[api]\nemail=tide-bot@chat.example.com\nkey=${key}\nsite=${server.url}\n`);
    await dialog(alice).getByLabel('Tool').selectOption('GitHub');
    await dialog(alice).getByLabel('Channel', { exact: true }).selectOption('#river');
    await dialog(alice).getByLabel('Topic').fill('low tide');
    const address = `${server.url}/api/v1/external/github?api_key=${key}&stream=${channel}&topic=low+tide`;
    await dialog(alice).getByText(address, { exact: true }).waitFor();
    await dialog(alice).getByLabel('Secret for signatures').fill('ebb and flow');
    await dialog(alice).getByRole('button', { name: 'Save the secret' }).click();
    await alice.getByText('The bot accepts only signed requests.').waitFor();
    assert.equal((await fetch(address, { method: 'POST', body: '{}' })).status, 401);
    await dialog(alice).getByRole('button', { name: 'Remove the secret' }).click();
    await alice.getByText('The bot accepts unsigned requests.').waitFor();
    assert.equal((await fetch(address, { method: 'POST', body: '{}' })).status, 400);
    const { body } = await server.as('alice').get('/bots');
    assert.deepEqual(
      body.bots.map((bot: Record<string, unknown>) => [bot.full_name, bot.default_sending_stream]),
      [
        ['Build Bot', null],
        ['Tide Bot', 'river'],
      ],
    );
    await dialog(alice).getByRole('button', { name: 'Replace all keys' }).click();
    await until(async () => (await dialog(alice).locator('output').textContent()) !== key);
    await alice.keyboard.press('Escape');
    await alice.getByRole('button', { name: 'Change Tide Bot' }).click();
    await dialog(alice).getByLabel('Channel it writes to').selectOption('None');
    await fillIn(alice, { Name: 'Ebb Bot' });
    await alice.getByRole('button', { name: 'Deactivate Ebb Bot' }).click();
    await confirm(alice, 'Deactivate');
    const owner = await visit(server, 'owner', { at: '/#organization/bots' });
    await owner.getByRole('button', { name: 'Reactivate Ebb Bot' }).click();
    await alice.getByRole('button', { name: 'Deactivate Ebb Bot' }).waitFor();

    await server.as('bob').post('/bots', { full_name: 'Other Bot', short_name: 'other' });
    await alice.goto(`${server.url}/#organization/bots`);
    await alice.getByText('Other Bot').waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Change Other Bot' }).count(), 0);
  });
});

describe('the words of an organization', { skip }, () => {
  it('are its emoji, links and playgrounds', async (t) => {
    const { server } = await openRiver(t);
    const owner = await visit(server, 'owner', { at: '/#organization/emoji', expected: /status of 400/ });
    const alice = await visit(server, 'alice', { at: '/#organization/emoji' });

    await owner.getByRole('button', { name: 'Add an emoji' }).click();
    const chosen = { name: 'rat.png', mimeType: 'image/png', buffer: Buffer.from(png(40)) };
    await dialog(owner).locator('input[type=file]').setInputFiles(chosen);
    await dialog(owner).locator('img[src^="blob:"]').waitFor();
    await fillIn(owner, { Name: 'wet rat!' });
    await dialog(owner).getByRole('alert').waitFor();
    await fillIn(owner, { Name: 'wet rat' });
    await alice.getByText(':wet_rat:').waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Delete wet_rat' }).count(), 0);
    await owner.getByRole('button', { name: 'Delete wet_rat' }).click();
    await confirm(owner, 'Delete');
    await alice.getByText('There are none yet.').waitFor();

    await owner.goto(`${server.url}/#organization/linkifiers`);
    for (const [pattern, address] of [
      ['#(?P<id>[0-9]+)', 'https://example.com/a/{id}'],
      ['#(?P<id>[0-9]{2,})', 'https://example.com/b/{id}'],
    ] as const) {
      await owner.getByRole('button', { name: 'Add a linkifier' }).click();
      await fillIn(owner, { Pattern: pattern, Address: address });
      await owner.getByText(address).waitFor();
      await dialog(owner).waitFor({ state: 'detached' });
    }
    await owner.getByLabel('Sample text').fill('See #12');
    await owner.locator('.trial a[href="https://example.com/a/12"]').waitFor();
    await owner.getByRole('button', { name: 'Move #(?P<id>[0-9]{2,}) up' }).click();
    await owner.locator('.trial a[href="https://example.com/b/12"]').waitFor();

    await owner.goto(`${server.url}/#organization/playgrounds`);
    await owner.getByRole('button', { name: 'Add a playground' }).click();
    await fillIn(owner, { Name: 'Try it', Language: 'python', Address: 'https://example.com/?c={code}' });
    await owner.getByRole('button', { name: 'Delete Try it' }).click();
    await confirm(owner, 'Delete');
    await owner.getByText('There are none yet.').waitFor();
  });
});

describe('profile fields', { skip }, () => {
  it('are declared, filled in, and seen by others as fits their kind', async (t) => {
    const { server } = await openRiver(t);
    const { alice: aliceUser } = server.users;
    const owner = await visit(server, 'owner', { at: '/#organization/profile-fields' });
    const alice = await visit(server, 'alice', { at: '/#settings/profile' });
    const other = await visit(server, 'bob', { at: `/#user/${aliceUser.id}` });

    await owner.getByRole('button', { name: 'Add a field' }).click();
    await dialog(owner).getByLabel('Kind').selectOption('List of options');
    await dialog(owner).getByLabel('Options').fill('Bow\nStern');
    await fillIn(owner, { Name: 'Seat' });
    await owner.getByText('Seat').waitFor();
    for (const [kind, name] of [
      ['Date', 'Birthday'],
      ['People', 'Mentor'],
      ['External account', ''],
    ] as const) {
      await owner.getByRole('button', { name: 'Add a field' }).click();
      await dialog(owner).getByLabel('Kind').selectOption(kind);
      await fillIn(owner, { Name: name });
      await dialog(owner).waitFor({ state: 'detached' });
    }
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await owner.route('**/realm/profile_fields', (route) => held.then(() => route.continue()));
    for (let times = 0; times < 2; times++) await owner.getByRole('button', { name: 'Move Mentor up' }).click();
    await owner.getByRole('button', { name: 'Move Birthday up' }).click();
    letGo();
    await alice.getByLabel('GitHub username').fill('alice-on-water');
    await alice.getByLabel('Seat').selectOption('Stern');
    await alice.getByLabel('Birthday').fill('1990-02-03');
    await alice.getByLabel('Add people').fill('bob');
    await alice.getByLabel('Add people').press('Enter');
    await alice.getByRole('button', { name: 'Save' }).click();

    await other.getByText('Stern').waitFor();
    await other.getByText('February 3, 1990').waitFor();
    await other.getByRole('main').getByRole('link', { name: 'Bob Member' }).waitFor();
    assert.equal(
      await other.getByRole('link', { name: 'alice-on-water' }).getAttribute('href'),
      'https://github.com/alice-on-water',
    );
    await untilEqual(
      () => other.locator('dt').allInnerTexts(),
      ['Role', 'E-mail', 'Joined', 'Mentor', 'Birthday', 'Seat', 'GitHub username'],
    );
  });
});

describe('channels of an organization', { skip }, () => {
  it('stand in folders, come to new people by themselves, and keep messages for a while', async (t) => {
    const { server, channel } = await openRiver(t);
    const owner = await visit(server, 'owner', { at: '/#organization/channels' });
    const alice = await visit(server, 'alice');
    const side = alice.getByRole('navigation', { name: 'Conversations' });

    await owner.getByRole('button', { name: 'Add a folder' }).click();
    await dialog(owner).getByLabel('Add channels').fill('river');
    await dialog(owner).getByLabel('Add channels').press('Enter');
    await fillIn(owner, { Name: 'Water' });
    await dialog(owner).waitFor({ state: 'detached' });
    await side.getByRole('heading', { name: 'Water' }).waitFor();
    await owner.getByLabel('Add a channel').fill('river');
    await owner.getByLabel('Add a channel').press('Enter');
    await owner.getByRole('button', { name: 'Remove river' }).waitFor();
    await owner.getByRole('button', { name: 'Remove general' }).click();
    await owner.getByRole('button', { name: 'Remove general' }).waitFor({ state: 'detached' });
    await owner.getByRole('button', { name: 'Delete Water' }).click();
    await confirm(owner, 'Delete');
    await side.getByRole('heading', { name: 'Water' }).waitFor({ state: 'detached' });

    await owner.goto(`${server.url}/#organization/retention`);
    await owner.getByRole('button', { name: 'Change river' }).click();
    await dialog(owner).getByLabel('Messages are kept', { exact: true }).selectOption('days');
    await dialog(owner).getByRole('spinbutton').fill('30');
    await dialog(owner).getByRole('button', { name: 'Save' }).click();
    await owner.getByText('for 30 days').waitFor();

    const { body } = await server.as('owner').post('/register', {});
    const { folder_id, message_retention_days } = body.streams.find(
      ({ stream_id }: { stream_id: number }) => stream_id === channel,
    );
    assert.deepEqual(
      { folder_id, message_retention_days, defaults: body.realm_default_streams },
      { folder_id: null, message_retention_days: 30, defaults: [channel] },
    );
  });

  it('are changed by those who administer them, and archived', async (t) => {
    const { server, channel } = await openRiver(t);
    const owner = await visit(server, 'owner', { at: `/#channels/${channel}/permissions` });
    const alice = await visit(server, 'alice', { at: `/#channels/${channel}/general` });
    // Her page has asked for the address of the channel while she may still write there.
    await alice.getByLabel('Name', { exact: true }).waitFor();
    await server.as('owner').post('/user_groups/create', {
      name: 'boatmen',
      description: '',
      members: [server.users.guest.id],
    });

    await owner.getByLabel('Who may write').selectOption('Moderators and above');
    await owner.getByText('Saved.').waitFor();
    assert.equal(await alice.getByLabel('Name', { exact: true }).isDisabled(), true);
    await server.as('owner').delete('/users/me/subscriptions', {
      subscriptions: ['river'],
      principals: [server.users.guest.id],
    });
    await owner.getByRole('link', { name: 'People', exact: true }).click();
    await owner.getByLabel('Add people, groups, or everyone in a channel').fill('boatmen');
    await owner.getByRole('button', { name: 'Add boatmen' }).waitFor();
    await owner.getByLabel('Add people, groups, or everyone in a channel').press('Enter');
    await owner.getByRole('button', { name: 'Remove Gus Guest' }).waitFor();
    await alice.getByRole('link', { name: 'For you' }).click();
    await alice.getByLabel('On the desktop').check();
    await alice.getByText('Saved.').waitFor();
    await owner.getByRole('link', { name: 'About', exact: true }).click();
    await owner.getByRole('button', { name: 'Archive river' }).click();
    await confirm(owner, 'Archive');
    await alice.getByRole('link', { name: 'About', exact: true }).click();
    await alice.getByText('This channel is archived').waitFor();
    await owner.getByRole('button', { name: 'Unarchive' }).click();
    await alice.getByText('This channel is archived').waitFor({ state: 'detached' });

    const { subscriptions } = (await server.as('alice').get('/users/me/subscriptions')).body;
    const [river] = subscriptions.filter(({ stream_id }: { stream_id: number }) => stream_id === channel);
    assert.deepEqual([river.desktop_notifications, river.push_notifications], [true, null]);
  });

  it('are made with everything that can be said of one', async (t) => {
    const { server } = await openRiver(t);
    const { alice, owner: ownerUser } = server.users;
    const owner = await visit(server, 'owner', { at: '/#channels/new' });

    await owner.getByLabel('Name', { exact: true }).fill('harbour');
    await owner.getByLabel('Add people, groups or channels').fill('alice');
    await owner.getByLabel('Add people, groups or channels').press('Enter');
    await owner.getByLabel('New people are added automatically').check();
    await owner.getByLabel('More settings and permissions').check();
    await owner.getByLabel('Topics', { exact: true }).selectOption('Named topics only');
    await owner.getByLabel('Who may write').selectOption('Moderators and above');
    await owner.getByRole('button', { name: 'Create the channel' }).click();
    await owner.getByRole('heading', { level: 1, name: 'harbour' }).waitFor();

    const { body } = await server.as('owner').post('/register', {});
    const made = body.streams.find(({ name }: { name: string }) => name === 'harbour');
    const { subscribers } = (await server.as('owner').get(`/streams/${made.stream_id}/members`)).body;
    const moderators = body.realm_user_groups.find(({ name }: { name: string }) => name === 'role:moderators').id;
    assert.deepEqual(
      {
        topics: made.topics_policy,
        write: made.can_send_message_group,
        administer: made.can_administer_channel_group,
        isDefault: body.realm_default_streams.includes(made.stream_id),
        subscribers,
      },
      {
        topics: 'disable_empty_topic',
        write: moderators,
        administer: { direct_members: [ownerUser.id], direct_subgroups: [] },
        isDefault: true,
        subscribers: [ownerUser.id, alice.id],
      },
    );
  });
});

describe('exports of the public data', { skip }, () => {
  it('are requested, downloaded and deleted by administrators', async (t) => {
    const { server } = await openRiver(t);
    const { app } = server;
    const owner = await visit(server, 'owner', { at: '/#organization/data-export' });
    const alice = await visit(server, 'alice', { at: '/#organization/data-export' });
    const finish = () => {
      const [one] = listUnfinishedExports(app.db);
      assert.ok(one);
      app.db.transaction(() => doMark(app, one, 'finished'));
    };

    await owner.getByText('There are none yet.').waitFor();
    await owner.getByRole('button', { name: 'Export the public data' }).click();
    await owner.getByText(`In progress, requested by ${server.users.owner.full_name}`).waitFor();
    finish();
    const address = await owner.getByRole('link', { name: 'Download' }).getAttribute('href');
    await owner.getByRole('button', { name: /^Delete the export of / }).click();
    await confirm(owner, 'Delete');
    await owner.getByText(/^Deleted, requested by /).waitFor();

    await alice.getByText('Administrators can export the public data.').waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Export the public data' }).count(), 0);
    assert.match(address ?? '', /^\/exports\/1-\d+\.\d+\.[\w-]{43}\.tar$/);
    assert.equal(await owner.getByRole('link', { name: 'Download' }).count(), 0);
  });
});
