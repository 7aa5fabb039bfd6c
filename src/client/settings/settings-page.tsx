import { useSignal } from '@preact/signals';
import { Avatar } from '../view/avatar.tsx';
import { useClient } from '../view/context.ts';
import { DeclaredForm } from './controls.tsx';
import type { DeclaredSetting } from './declared.ts';
import { PictureField } from './picture-field.tsx';
import { TabbedPage } from './tabs.tsx';

const sections = [
  ['profile', 'Profile'],
  ['account', 'Account'],
  ['preferences', 'Preferences'],
  ['notifications', 'Notifications'],
  ['privacy', 'Privacy'],
] as const;

const account = new Set(['full_name', 'email', 'old_password', 'new_password', 'timezone']);
const privacy = /^(presence_enabled|send_.*|allow_private_data_export|email_address_visibility)$/;
const notifications = /notif|sounds|emails|desktop_icon/;

/** Of which section a setting is: by its name, so that new ones appear by themselves. */
export function sectionOf({ name }: Pick<DeclaredSetting, 'name'>): string {
  if (account.has(name)) return 'account';
  if (privacy.test(name)) return 'privacy';
  return notifications.test(name) ? 'notifications' : 'preferences';
}

export function SettingsPage({ section }: { section: string }) {
  const { store } = useClient();
  const shown = sections.find(([id]) => id === section)?.[0] ?? 'profile';
  const { user_settings } = store.read('personal').state;
  return (
    <TabbedPage title="Settings" page="settings" sections={sections} section={shown}>
      {shown === 'profile' && <Profile />}
      {shown === 'account' && <Password />}
      {shown === 'notifications' && <Permission />}
      {shown !== 'profile' && shown !== 'account' && (
        <DeclaredForm
          key={shown}
          path="/settings"
          wants={(setting) => sectionOf(setting) === shown}
          read={(name) => user_settings[name]}
        />
      )}
    </TabbedPage>
  );
}

function Profile() {
  const client = useClient();
  const { state } = client.store.read('people', 'personal');
  const status = state.user_status[state.user_id]?.status_text ?? '';
  const saved = () => client.say('Saved.');
  const patch = (fields: object) => void client.attempt(client.call('PATCH', '/settings', { ...fields }).then(saved));
  return (
    <div class="settings">
      <div class="setting picture">
        <Avatar user_id={state.user_id} size={96} />
        <PictureField path="/users/me/avatar" canDelete={state.avatar_source === 'U'} />
      </div>
      <label class="setting">
        <span>Name</span>
        <input
          class="field"
          value={state.full_name}
          onChange={({ currentTarget }) => patch({ full_name: currentTarget.value })}
        />
      </label>
      <label class="setting">
        <span>Status</span>
        <input
          class="field"
          value={status}
          maxLength={60}
          placeholder="What are you doing?"
          onChange={({ currentTarget }) =>
            void client.attempt(
              client.call('POST', '/users/me/status', { status_text: currentTarget.value }).then(saved),
            )
          }
        />
      </label>
      <label class="setting">
        <span>Time zone</span>
        <input
          class="field"
          list="zones"
          value={String(state.user_settings.timezone ?? '')}
          onChange={({ currentTarget }) => patch({ timezone: currentTarget.value })}
        />
        <datalist id="zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </label>
    </div>
  );
}

function Password() {
  const client = useClient();
  const problem = useSignal('');
  const { delivery_email } = client.store.read('people').state;
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const params = Object.fromEntries(new FormData(form));
    try {
      await client.call('PATCH', '/settings', params);
      form.reset();
      problem.value = '';
      client.say('Your password is changed.');
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  const changeEmail = (email: string) =>
    client.attempt(client.call('PATCH', '/settings', { email }).then(() => client.say('Saved.')));
  return (
    <>
      <label class="setting">
        <span>E-mail address</span>
        <input
          class="field"
          type="email"
          value={delivery_email}
          onChange={({ currentTarget }) => void changeEmail(currentTarget.value)}
        />
      </label>
      <form class="form" onSubmit={submitted}>
        <h2>Change your password</h2>
        <label>
          Present password
          <input class="field" name="old_password" type="password" autocomplete="current-password" required />
        </label>
        <label>
          New password
          <input class="field" name="new_password" type="password" autocomplete="new-password" required />
        </label>
        {problem.value !== '' && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="button">
          Change it
        </button>
      </form>
    </>
  );
}

/** Browsers let pages notify only once somebody said so, after a click. */
function Permission() {
  const state = useSignal('Notification' in globalThis ? Notification.permission : 'missing');
  const ask = async () => {
    state.value = await Notification.requestPermission();
  };
  if (state.value === 'granted') return null;
  return (
    <div class="bar">
      {state.value === 'default' && (
        <button type="button" class="button" onClick={() => void ask()}>
          Let this browser notify you
        </button>
      )}
      {state.value === 'denied' && (
        <p>This browser refuses notifications from here. Its own settings can change that.</p>
      )}
      {state.value === 'missing' && <p>This browser shows no notifications here: they need https.</p>}
    </div>
  );
}
