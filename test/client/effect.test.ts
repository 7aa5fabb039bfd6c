import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hasEffect } from '../../src/client/forms/effect.ts';
import { settingLabels } from '../../src/client/forms/setting-labels.ts';
import { realmPermissionNames, realmSettingNames } from '../../src/realm/setting-table.ts';
import { settingNames } from '../../src/users/setting-table.ts';

const names = [
  'enable_offline_email_notifications',
  'enable_digest_emails',
  'realm_name_in_email_notifications_policy',
  'email_address_visibility',
  'enable_offline_push_notifications',
];

/** Settings that clients of phones read, and this program does not. */
const readElsewhere = ['enable_guest_user_indicator'];

const folder = join(import.meta.dirname, '../../src');

/** The program without what lists, copies or groups all settings. */
function readProgram(): string {
  const listing =
    /setting-table\.ts$|^(import|export|demo)\/|setting-groups\.ts$|declared-sections\.tsx$|setting-labels\.ts$/;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !listing.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}

describe('settings that are shown', () => {
  it('are read by something', () => {
    const program = readProgram();
    const all = [...realmSettingNames, ...realmPermissionNames, ...settingNames];

    const shown = { ...settingLabels['/settings'], ...settingLabels['/realm'] };
    const unread = all
      .filter((name) => shown[name] !== undefined)
      .filter((name) => !new RegExp(`\\b(realm_)?${name}\\b`).test(program));

    assert.deepEqual(unread.sort(), readElsewhere);
  });

  it('of the organization that are about addresses are shown without mails too', () => {
    const shown = realmSettingNames.filter(
      (name) =>
        /email/.test(name) &&
        settingLabels['/realm'][name] !== undefined &&
        hasEffect(name, { settings_send_digest_emails: false }),
    );

    assert.deepEqual(shown, [
      'disallow_disposable_email_addresses',
      'email_changes_disabled',
      'emails_restricted_to_domains',
    ]);
  });

  it('are those of mails too where the server sends mails', () => {
    const shown = names.filter((name) => hasEffect(name, { settings_send_digest_emails: true }));

    assert.deepEqual(shown, names);
  });

  it('are none of mails where it sends none', () => {
    const shown = names.filter((name) => hasEffect(name, { settings_send_digest_emails: false }));

    assert.deepEqual(shown, ['email_address_visibility', 'enable_offline_push_notifications']);
  });
});
