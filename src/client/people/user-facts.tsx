import type { ProfileField, User } from '../api/types.ts';
import { openDialog } from '../commands/view-state.ts';
import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { Avatar, Presence } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { StatusLine } from '../parts/status.tsx';
import { profileValueOf } from '../store/profile-values.ts';
import { formatNarrow } from '../store/routes.ts';
import { listFacts } from './facts.ts';
import { ProfileValue } from './profile-value.tsx';

/** The properties of a user, and actions on the user. */
export function UserFacts({ user, onLeave }: { user: User; onLeave?: () => void }) {
  const client = useClient();
  const { user_id, full_name } = user;
  const isMe = user_id === client.store.user_id;
  return (
    <>
      <Avatar user_id={user_id} size={96} />
      <p>
        <Presence user_id={user_id} /> <StatusLine user_id={user_id} />
      </p>
      <p class="buttons">
        <a class="button" href={client.linkTo({ type: 'direct', user_ids: [user_id] })} onClick={onLeave}>
          {isMe ? t('people.writeToYourself') : t('people.writeTo', { name: shownName(full_name) })}
        </a>
        <a class="button is-plain" href={formatNarrow([{ operator: 'sender', operand: user_id }])} onClick={onLeave}>
          {isMe ? t('people.yourMessages') : t('people.messagesSent')}
        </a>
        {isMe ? <StatusButton /> : <MuteButton user_id={user_id} />}
      </p>
      <dl>
        {listFacts(client, user).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
        <ProfileFacts user={user} />
        <Groups user_id={user_id} />
      </dl>
    </>
  );
}

/** A user's values of the organization's profile fields. */
function ProfileFacts({ user }: { user: User }) {
  const { custom_profile_fields } = useClient().store.read('people', 'realm').state;
  return (
    <>
      {custom_profile_fields
        .filter(({ id }) => user.profile_data?.[id])
        .map((field) => (
          <div key={field.id}>
            <dt>{field.name}</dt>
            <dd dir="auto">
              <ProfileValue field={field} value={profileValueOf(user, field)} html={htmlOf(user, field)} />
            </dd>
          </div>
        ))}
    </>
  );
}

function htmlOf({ profile_data }: User, { id }: ProfileField): string | undefined {
  return profile_data?.[id]?.rendered_value;
}

function Groups({ user_id }: { user_id: number }) {
  const { realm_user_groups } = useClient().store.read('people').state;
  const groups = realm_user_groups.filter(
    ({ members, is_system_group, deactivated }) => members.includes(user_id) && !is_system_group && !deactivated,
  );
  if (groups.length === 0) return null;
  return (
    <div>
      <dt>{t('people.groups')}</dt>
      <dd>
        {groups.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={`#organization/groups/${id}`}>{name}</a>
          </span>
        ))}
      </dd>
    </div>
  );
}

function StatusButton() {
  return (
    <button
      type="button"
      class="button is-plain"
      onClick={() => {
        openDialog({ kind: 'status' });
      }}
    >
      {t('common.setYourStatus')}
    </button>
  );
}

function MuteButton({ user_id }: { user_id: number }) {
  const client = useClient();
  const isMuted = client.store.read('personal').state.muted_users.some(({ id }) => id === user_id);
  const toggle = () => client.attempt(client.call(isMuted ? 'DELETE' : 'POST', `/users/me/muted_users/${user_id}`));
  return (
    <button type="button" class="button is-plain" aria-pressed={isMuted} onClick={() => void toggle()}>
      {isMuted ? t('common.unmute') : t('common.mute')}
    </button>
  );
}
