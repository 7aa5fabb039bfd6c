import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { ShownKey } from '../bots/bot-key.tsx';
import { ConfirmButton } from '../forms/confirm.tsx';
import type { Field, Values } from '../forms/control.ts';
import { FieldRow } from '../forms/field-row.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** Address, password, API key, and deactivation of the account. */
export function Account() {
  const { store } = useClient();
  const { state } = store.read('people', 'realm');
  // Non-owners may be limited to logins at other systems.
  const has = (setting: string) => state.is_owner || state[setting] !== false;
  return (
    <>
      <Email hasPasswords={has('realm_email_auth_enabled')} />
      {has('realm_email_auth_enabled') && <Password />}
      {has('realm_password_auth_enabled') ? <ApiKey /> : <ReplacedApiKey />}
      <Deactivation />
    </>
  );
}

/** Asks for the password, so that nobody takes over an account in front of somebody else's browser. */
function Email({ hasPasswords }: { hasPasswords: boolean }) {
  const { call, store } = useClient();
  const { state } = store.read('people', 'realm');
  const id = useId();
  const isDisabled = state.realm_email_changes_disabled === true && !state.is_admin;
  const field: Field = {
    name: 'email',
    label: t('settings.email'),
    hint: isDisabled ? t('settings.emailLocked') : t('settings.emailHint'),
    control: { kind: 'text', type: 'email' },
    autocomplete: 'email',
    isDisabled,
  };
  if (isDisabled) {
    return (
      <div class="settings">
        <FieldRow id={id} field={field} value={state.delivery_email} isLive={false} onChange={() => undefined} />
      </div>
    );
  }
  return (
    <Form
      fields={hasPasswords ? [field, own()] : [field]}
      initial={{ email: state.delivery_email }}
      verb={t('settings.changeEmail')}
      done={t('settings.emailSent')}
      submit={(values) => call('PATCH', '/settings', values)}
    />
  );
}

const own = (): Field => ({
  name: 'old_password',
  label: t('settings.yourPassword'),
  hint: t('settings.yourPasswordHint'),
  control: { kind: 'text', type: 'password' },
  autocomplete: 'current-password',
});

const present = (): Field => ({
  name: 'old_password',
  label: t('settings.presentPassword'),
  control: { kind: 'text', type: 'password' },
  autocomplete: 'current-password',
  isRequired: true,
});

const next = (): Field => ({
  name: 'new_password',
  label: t('settings.newPassword'),
  control: { kind: 'text', type: 'password' },
  autocomplete: 'new-password',
  isRequired: true,
});

function Password() {
  const { call } = useClient();
  return (
    <Form
      fields={[present(), next()]}
      verb={t('settings.changePassword')}
      done={t('settings.passwordChanged')}
      submit={(values) => call('PATCH', '/settings', values)}
    >
      <h3>{t('settings.password')}</h3>
      <p>
        <a href="/second-step">{t('settings.secondStep')}</a>
      </p>
    </Form>
  );
}

const password = (): Field => ({ ...present(), name: 'password', label: t('settings.password') });

const replace = (): Field => ({
  name: 'isReplaced',
  label: t('settings.replaceOtherKeys'),
  hint: t('settings.replaceOtherKeysHint'),
  control: { kind: 'switch' },
});

/** Creates a key for programs of the user. It asks for the password, because the key gives the same access. */
function ApiKey() {
  const { call, store } = useClient();
  const key = useSignal('');
  const { delivery_email, user_id } = store.read('people').state;
  const make = async ({ password, isReplaced }: Values) => {
    const params = { username: delivery_email, password };
    const { api_key } = await call<{ api_key: string }>('POST', '/fetch_api_key', params);
    const again = () => call<{ api_key: string }>('POST', '/users/me/api_key/regenerate', { password });
    key.value = isReplaced === true ? (await again()).api_key : api_key;
  };
  return (
    <>
      <Form fields={[password(), replace()]} verb={t('settings.showNewKey')} done="" submit={make}>
        <h3>{t('settings.apiKey')}</h3>
        <p class="quiet">{t('settings.apiKeyHint')}</p>
      </Form>
      {key.value !== '' && <ShownKey user_id={user_id} api_key={key.value} />}
    </>
  );
}

/**
 * The same for people without a password: they are only identified by their browser, so the key is never created
 * unnoticed.
 */
function ReplacedApiKey() {
  const { call, store } = useClient();
  const key = useSignal('');
  const { user_id } = store.read('people').state;
  const replaceAll = async () => {
    const { api_key } = await call<{ api_key: string }>('POST', '/users/me/api_key/regenerate');
    key.value = api_key;
  };
  return (
    <>
      <Form fields={[]} verb={t('settings.replaceKeys')} done="" submit={replaceAll}>
        <h3>{t('settings.apiKey')}</h3>
        <p class="quiet">{t('settings.apiKeyReplacedHint')}</p>
      </Form>
      {key.value !== '' && <ShownKey user_id={user_id} api_key={key.value} />}
    </>
  );
}

function Deactivation() {
  const { call } = useClient();
  const leave = async () => {
    await call('DELETE', '/users/me');
    location.assign('/');
  };
  return (
    <section class="list-section">
      <h3>{t('settings.leave')}</h3>
      <p class="quiet">{t('settings.leaveHint')}</p>
      <div class="buttons">
        <ConfirmButton
          label={t('settings.deactivateYourAccount')}
          question={{
            title: t('settings.deactivateQuestion'),
            text: t('settings.deactivateQuestionHint'),
            verb: t('settings.deactivate'),
            act: leave,
          }}
        />
      </div>
    </section>
  );
}
