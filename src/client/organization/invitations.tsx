import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copy } from '../actions.ts';
import { useClient } from '../view/context.ts';

interface Invitation {
  id: number;
  invited_by_user_id: number;
  invited: number;
  expiry_date: number | null;
  invited_as: number;
  email?: string;
  is_multiuse: boolean;
  link_url?: string;
}

const roles: Readonly<Record<number, string>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};

const lifetimes: readonly [minutes: string, name: string][] = [
  ['14400', '10 days'],
  ['1440', '1 day'],
  ['43200', '30 days'],
  ['null', 'until it is revoked'],
];

/** Lets people in: makes links, and shows those that there are. */
export function Invitations() {
  const client = useClient();
  const invitations = useSignal<readonly Invitation[] | undefined>(undefined);
  const load = () =>
    client.attempt(
      client.call<{ invites: Invitation[] }>('GET', '/invites').then(({ invites }) => {
        invitations.value = invites;
      }),
    );
  useEffect(() => {
    void load();
    return client.store.follow(({ type }) => {
      if (type === 'invites_changed') void load();
    });
  }, []);
  return (
    <>
      <NewLink onMade={() => void load()} />
      <section class="inbox-group">
        <h2>Open invitations</h2>
        {invitations.value === undefined && <p class="quiet">Loading…</p>}
        {invitations.value?.length === 0 && <p class="quiet">There are none.</p>}
        <ul>
          {invitations.value?.map((one) => (
            <Row key={`${one.is_multiuse} ${one.id}`} invitation={one} onChange={() => void load()} />
          ))}
        </ul>
      </section>
    </>
  );
}

function NewLink({ onMade }: { onMade: () => void }) {
  const client = useClient();
  const link = useSignal('');
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const params = {
      invite_as: Number(form.get('role')),
      invite_expires_in_minutes: JSON.parse(String(form.get('lifetime'))) as number | null,
      include_realm_default_subscriptions: true,
    };
    const made = client.call<{ invite_link: string }>('POST', '/invites/multiuse', params);
    await client.attempt(
      made.then(({ invite_link }) => {
        link.value = invite_link;
        onMade();
      }),
    );
  };
  return (
    <form class="form" onSubmit={submitted}>
      <div class="buttons">
        <label>
          They become
          <select name="role" class="field">
            {[400, 600, 300, 200].map((role) => (
              <option key={role} value={role}>
                {roles[role]}
              </option>
            ))}
          </select>
        </label>
        <label>
          The link lasts
          <select name="lifetime" class="field">
            {lifetimes.map(([minutes, name]) => (
              <option key={minutes} value={minutes}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <button type="submit" class="button">
        Make a link
      </button>
      {link.value !== '' && (
        <div class="buttons">
          <output class="field">{link.value}</output>
          <button type="button" class="button is-plain" onClick={() => void copy(client, link.value)}>
            Copy
          </button>
        </div>
      )}
    </form>
  );
}

function Row({ invitation, onChange }: { invitation: Invitation; onChange: () => void }) {
  const client = useClient();
  const { id, email, is_multiuse, link_url, expiry_date, invited_as, invited_by_user_id } = invitation;
  const until = expiry_date === null ? 'does not end' : `until ${new Date(expiry_date * 1000).toLocaleDateString()}`;
  const revoke = () =>
    client.attempt(client.call('DELETE', is_multiuse ? `/invites/multiuse/${id}` : `/invites/${id}`)).then(onChange);
  return (
    <li class="channel-row">
      <div>
        <b>{is_multiuse ? 'Link for many' : email}</b>
        <p class="quiet">
          As {roles[invited_as]}, {until}, by {client.userName(invited_by_user_id)}
        </p>
      </div>
      <div class="buttons">
        {link_url && (
          <button type="button" class="button is-plain" onClick={() => void copy(client, link_url)}>
            Copy
          </button>
        )}
        <button type="button" class="button is-plain" onClick={() => void revoke()}>
          Revoke
        </button>
      </div>
    </li>
  );
}
