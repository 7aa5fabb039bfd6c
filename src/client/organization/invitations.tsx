import { copy } from '../commands/actions.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { formatDate } from '../language/locale.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';
import { Time } from '../parts/time.tsx';
import { roleNames } from '../text/roles.ts';
import { NewInvitation } from './new-invitation.tsx';

interface Invitation {
  id: number;
  invited_by_user_id: number;
  expiry_date: number | null;
  invited_as: number;
  email?: string;
  is_multiuse: boolean;
  link_url?: string;
}

/** Invites people by mail or link, and lists the open invitations. */
export function Invitations() {
  const { call } = useClient();
  const fetched = useFetched(
    () => call<{ invites: Invitation[] }>('GET', '/invites'),
    ({ type }) => type === 'invites_changed',
  );
  const pathOf = ({ id, is_multiuse }: Invitation) => (is_multiuse ? `/invites/multiuse/${id}` : `/invites/${id}`);
  const nameOf = ({ email, is_multiuse }: Invitation) =>
    is_multiuse ? t('organization.invitationLink') : (email ?? '');
  const revoke = async (invitation: Invitation) => {
    await call('DELETE', pathOf(invitation));
    fetched.reload();
  };
  return (
    <>
      <NewInvitation onMade={fetched.reload} />
      <EditableList
        title={t('organization.openInvitations')}
        items={fetched.value.value?.invites}
        source={fetched}
        empty={t('common.none')}
        keyOf={pathOf}
        nameOf={nameOf}
        tools={(invitation) => <Tools invitation={invitation} onRevoke={() => revoke(invitation)} />}
      >
        {(invitation) => (
          <>
            <b>{nameOf(invitation)}</b>
            <p class="quiet">
              <Terms invitation={invitation} />
            </p>
          </>
        )}
      </EditableList>
    </>
  );
}

function Terms({ invitation }: { invitation: Invitation }) {
  const client = useClient();
  const { expiry_date, invited_as, invited_by_user_id } = invitation;
  const role = roleNames()[invited_as] ?? '';
  const name = client.userName(invited_by_user_id);
  if (!expiry_date) return <>{t('organization.invitedUntilRevoked', { role, name })}</>;
  return (
    <>{rich('organization.invitedUntil', { role, day: <Time timestamp={expiry_date} format={formatDate} />, name })}</>
  );
}

function Tools({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => Promise<void> }) {
  const client = useClient();
  const { id, email, link_url, is_multiuse } = invitation;
  const resend = async () => {
    const { invites = [] } = await client.call<{ invites?: { link_url: string }[] }>('POST', `/invites/${id}/resend`);
    const [first] = invites;
    if (first) await copy(client, first.link_url);
    else client.say(t('organization.aMailIsOn', { email: email ?? '' }));
  };
  return (
    <>
      {link_url && (
        <button type="button" class="button is-plain" onClick={() => void copy(client, link_url)}>
          {t('common.copy')}
        </button>
      )}
      {!is_multiuse && (
        <button type="button" class="button is-plain" onClick={() => void client.attempt(resend())}>
          {t('organization.sendAgain')}
        </button>
      )}
      <button type="button" class="button is-plain" onClick={() => void client.attempt(onRevoke())}>
        {t('organization.revoke')}
      </button>
    </>
  );
}
