import { useSignal } from '@preact/signals';
import type { User } from '../api/types.ts';
import { copy } from '../commands/actions.ts';
import { ConfirmButton } from '../forms/confirm.tsx';
import { t } from '../language/texts.ts';
import { useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { roleNames } from '../text/roles.ts';

const ownerRole = 100;

/** The role of a user, which is saved immediately. Only owners can appoint owners. */
export function RoleSelect({ user, isDisabled }: { user: User; isDisabled: boolean }) {
  const client = useClient();
  const { is_owner } = client.store.read('people').state;
  const { isBusy, run } = useAction();
  const setRole = (role: number) =>
    void run(() => client.attempt(client.call('PATCH', `/users/${user.user_id}`, { role })));
  return (
    <select
      class="field is-short"
      aria-label={t('organization.roleOf', { name: user.full_name })}
      disabled={isDisabled}
      aria-busy={isBusy.value}
      value={String(user.role)}
      onChange={({ currentTarget }) => setRole(Number(currentTarget.value))}
    >
      {Object.entries(roleNames()).map(([role, name]) => (
        <option key={role} value={role} disabled={Number(role) === ownerRole && !is_owner}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Takes off the second step of a user's log-ins. */
export function SecondStepRemoval({ user, onRemoved }: { user: User; onRemoved: () => void }) {
  const { call } = useClient();
  const question = {
    title: t('organization.takeOffSecondStepQuestion', { name: user.full_name }),
    text: t('organization.takeOffSecondStepHint'),
    verb: t('organization.takeOffSecondStep'),
    done: t('organization.secondStepTakenOff', { name: user.full_name }),
    act: () => call('DELETE', `/users/${user.user_id}/second_factor`).then(onRemoved),
  };
  return <ConfirmButton question={question} />;
}

/** Allows a user to choose a new password: by a mail, or by a link to pass on. */
export function PasswordLink({ user }: { user: User }) {
  const client = useClient();
  const link = useSignal<string | undefined>(undefined);
  const ask = async () => {
    const path = `/users/${user.user_id}/password_reset`;
    const { reset_url } = await client.call<{ reset_url?: string }>('POST', path);
    if (reset_url === undefined) client.say(t('organization.passwordMailed', { name: user.full_name }));
    link.value = reset_url;
  };
  const close = () => {
    link.value = undefined;
  };
  return (
    <>
      <button
        type="button"
        class="button is-plain"
        aria-label={t('organization.newPasswordFor', { name: user.full_name })}
        onClick={() => void client.attempt(ask())}
      >
        {t('organization.newPassword')}
      </button>
      {link.value !== undefined && (
        <Dialog title={t('organization.newPasswordTitle', { name: user.full_name })} onClose={close}>
          <p>{t('organization.newPasswordHint')}</p>
          <output class="field is-code">{link.value}</output>
          <div class="buttons">
            <button type="button" class="button" onClick={() => void copy(client, link.value ?? '')}>
              {t('common.copy')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
