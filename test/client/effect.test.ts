import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasEffect } from '../../src/client/forms/effect.ts';

const names = [
  'enable_offline_email_notifications',
  'enable_digest_emails',
  'realm_name_in_email_notifications_policy',
  'email_address_visibility',
  'enable_offline_push_notifications',
  'enable_login_emails',
  'enable_marketing_emails',
];

describe('settings that are shown', () => {
  it('are those of mails too where the server sends mails', () => {
    const shown = names.filter((name) => hasEffect(name, { settings_send_digest_emails: true }));

    assert.deepEqual(shown, names.slice(0, 5));
  });

  it('are none of mails where it sends none', () => {
    const shown = names.filter((name) => hasEffect(name, { settings_send_digest_emails: false }));

    assert.deepEqual(shown, ['email_address_visibility', 'enable_offline_push_notifications']);
  });
});
