import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { giveApp } from '../support/authenticator-app.ts';
import { png } from '../support/pictures.ts';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { composer, messages, openRiver, type Page, skip, visit } from './browser.ts';

describe('own settings', { skip }, () => {
  it('are all shown as the server declares them, and saved when they are changed', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: '/#settings/preferences' });

    await alice.getByLabel('The Enter key sends messages').check();
    await alice.getByText('Saved.').waitFor();
    await alice.getByLabel('Where scrolling marks messages as read').selectOption('In conversations');
    await until(async () => {
      const { user_settings } = (await river.server.as('alice').post('/register', {})).body;
      return user_settings.enter_sends === true && user_settings.web_mark_read_on_scroll_policy === 2;
    });
    const shown = new Set<string>();
    for (const name of ['Preferences', 'Notifications', 'Privacy']) {
      await alice.getByRole('link', { name, exact: true }).click();
      await alice.locator('a[aria-current=page]', { hasText: name }).waitFor();
      await alice.locator('.setting').first().waitFor();
      for (const label of await alice.locator('.setting label').allInnerTexts()) shown.add(label);
    }
    assert.ok(shown.size >= 40, `${shown.size} settings`);
    await alice.goto(river.server.url + river.at);
    await alice.getByRole('checkbox', { name: 'Enter sends', checked: true }).waitFor();
    await composer(alice).fill('By Enter');
    await composer(alice).press('Enter');
    await messages(alice).filter({ hasText: 'By Enter' }).waitFor();
  });

  it('change colours, sizes and widths, and what one begins with', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: '/#settings/preferences' });

    await alice.getByLabel('Theme').selectOption('Dark');
    await alice.locator('html[style*="color-scheme: dark"]').waitFor();
    await alice.getByLabel('Density').selectOption('Compact');
    await alice.locator('html[style*="--density: 0.87"]').waitFor();
    await until(async () => (await alice.getByLabel('Text size, in pixels').inputValue()) === '14');
    await alice.getByLabel('Higher contrast').check();
    await alice.getByLabel('Wide windows are used to their full width').check();
    await alice.locator('html.has-contrast.is-fluid').waitFor();
    await alice.getByLabel('Home view', { exact: true }).selectOption('Recent');
    await untilEqual(async () => {
      const { body } = await river.server.as('alice').post('/register', {});
      return body.user_settings.web_home_view;
    }, 'recent');
    await alice.goto('about:blank');
    await alice.goto(river.server.url);

    await alice.getByRole('heading', { level: 1, name: 'Recent' }).waitFor();
    await alice.locator('html[style*="color-scheme: dark"]').waitFor();
  });

  it('turn off single letters as shortcuts, for one device', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at: '/#settings/preferences' });

    await alice.getByLabel('Single letters are shortcuts').uncheck();
    await alice.goto(server.url + at);
    await composer(alice).waitFor();
    await alice.locator('h1').click();
    await alice.keyboard.press('x');
    await alice.keyboard.press('Control+k');

    await alice.getByRole('dialog', { name: 'Jump to' }).waitFor();
    assert.equal(await alice.getByRole('dialog').count(), 1);
  });

  it('hold name, status and picture, which others see at once', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: '/#settings/profile', expected: /status of 400/ });
    const bob = await visit(river.server, 'bob', { at: `/#user/${river.server.users.alice.id}` });

    const refusal = { status: 400, json: { code: 'BAD_REQUEST', msg: 'Not now.' } };
    await alice.route('**/api/v1/settings', (route) => route.fulfill(refusal), { times: 1 });
    await alice.getByLabel('Name').fill('Alice Newname');
    await alice.getByLabel('Name').press('Enter');
    await alice.getByText('Not now.').waitFor();
    assert.equal(await alice.getByLabel('Name').inputValue(), 'Alice Newname');
    await alice.getByRole('button', { name: 'Try again' }).click();
    await bob.getByRole('heading', { level: 1, name: 'Alice Newname' }).waitFor();
    await alice.getByLabel('Status').fill('On the river');
    await alice.getByLabel('Status').press('Enter');
    await bob.getByText('On the river').waitFor();
    const chosen = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png(40)) };
    await alice.locator('input[type=file]').setInputFiles(chosen);

    await alice.getByRole('button', { name: 'Remove it' }).waitFor();
  });
});

describe('the organization', { skip }, () => {
  it('gets its name, icon and permissions from an administrator', async (t) => {
    const river = await openRiver(t);
    const owner = await visit(river.server, 'owner', { at: '/#organization/profile' });
    const alice = await visit(river.server, 'alice', { at: '/#organization/profile' });

    await owner.getByLabel('Name of the organization').fill('River Watch');
    await owner.getByLabel('Name of the organization').press('Enter');
    await alice.getByRole('navigation', { name: 'Conversations' }).getByText('River Watch').waitFor();
    assert.equal(await alice.getByLabel('Name of the organization').isDisabled(), true);
    await owner.getByRole('link', { name: 'Permissions' }).click();
    await owner.getByLabel('Who may invite people by e-mail').selectOption('Moderators and above');
    await until(async () => {
      const { body } = await river.server.as('owner').post('/register', {});
      const moderators = body.realm_user_groups.find(({ name }: { name: string }) => name === 'role:moderators').id;
      return body.realm_can_invite_users_group === moderators;
    });
  });

  it('shows administrators what only owners change, and others that they cannot', async (t) => {
    const { server } = await openRiver(t);
    const admin = await visit(server, 'admin', { at: '/#organization/settings' });
    const alice = await visit(server, 'alice', { at: '/#organization/settings' });

    await admin.getByLabel('People can edit their messages', { exact: true }).waitFor();
    await alice.getByText('Administrators can change this.').waitFor();
    await alice.getByLabel('People can edit their messages', { exact: true }).waitFor();

    const canChange = async (page: Page, label: string) => page.getByLabel(label, { exact: true }).isEnabled();
    assert.deepEqual(
      [
        await canChange(admin, 'People can edit their messages'),
        await canChange(admin, 'People need an invitation to join'),
        await canChange(alice, 'People can edit their messages'),
      ],
      [true, false, false],
    );
  });

  it('lets people in by a link, which can be revoked', async (t) => {
    const river = await openRiver(t);
    const owner = await visit(river.server, 'owner', { at: '/#invite' });

    await owner.getByRole('button', { name: 'Invite' }).click();
    const link = (await owner.getByRole('status').filter({ hasText: '/join/' }).textContent()) ?? '';
    assert.equal((await fetch(link)).status, 200);
    assert.match((await owner.locator('main time').getAttribute('title')) ?? '', /\d:\d\d/);
    await owner.getByRole('button', { name: 'Revoke' }).click();
    await owner.getByText('There are none.').waitFor();

    assert.notEqual((await fetch(link)).status, 200);
  });

  it('has users whose role changes, and who leave and come back', async (t) => {
    const river = await openRiver(t);
    const owner = await visit(river.server, 'owner', { at: '/#organization/users' });

    await owner.getByLabel('Role of Bob Member').selectOption('Moderator');
    await owner.getByRole('button', { name: 'Deactivate Gus Guest' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await owner.getByRole('button', { name: 'Reactivate Gus Guest' }).click();
    await owner.getByRole('button', { name: 'Deactivate Gus Guest' }).waitFor();

    await untilEqual(async () => {
      const { body } = await river.server.as('owner').get(`/users/${river.server.users.bob.id}`);
      return body.user.role;
    }, 300);
  });

  for (const isNarrow of [false, true]) {
    it(`has users whose two-step log-in owners turn off, ${isNarrow ? 'by keyboard in a narrow window' : 'by mouse'}`, async (t) => {
      const { server } = await openRiver(t);
      giveApp(server, 'bob');
      const viewport = isNarrow ? { width: 390, height: 844 } : { width: 1280, height: 800 };
      const colorScheme = isNarrow ? 'dark' : 'light';
      const owner = await visit(server, 'owner', { at: '/#organization/users', viewport, colorScheme });
      const press = async (name: string) => {
        const button = owner.getByRole('button', { name }).last();
        if (!isNarrow) return button.click();
        await button.focus();
        await owner.keyboard.press('Enter');
      };
      const bob = owner.locator('a.person', { hasText: 'Bob Member' });

      await bob.getByText('Two-step login: on').waitFor();
      assert.equal(await owner.getByText('Two-step login: on').count(), 1);
      await press('Change Bob Member');
      await press('Turn off two-step login');
      await owner.getByRole('heading', { name: 'Turn off two-step login for Bob Member?' }).waitFor();
      assert.deepEqual(await findViolations(owner), []);
      await press('Turn off two-step login');

      await bob.getByText('Two-step login: off').waitFor();
      assert.equal(server.db.value('SELECT count(*) FROM second_factors'), 0);
    });
  }

  it('says nothing about two-step log-ins to administrators', async (t) => {
    const { server } = await openRiver(t);
    giveApp(server, 'bob');
    const admin = await visit(server, 'admin', { at: '/#organization/users' });

    await admin.getByRole('button', { name: 'Change Bob Member' }).click();
    await admin.getByRole('button', { name: 'New password' }).waitFor();

    assert.equal(await admin.getByText(/two-step/i).count(), 0);
  });
});
