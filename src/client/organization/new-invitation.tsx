import { useSignal } from '@preact/signals';
import type { Client } from '../client.ts';
import { copy } from '../commands/actions.ts';
import { choiceOf, type Field, type Values } from '../forms/control.ts';
import { Form } from '../forms/form.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { roleNames } from '../text/roles.ts';

/** A link to pass on. */
interface Link {
  email: string;
  url: string;
}

const ownerRole = 100;
const usualLifetime = 14_400;
const always = 'always';

const lifetimes = () => ({
  1440: t('organization.dayCount', { count: 1 }),
  [usualLifetime]: t('organization.dayCount', { count: 10 }),
  43200: t('organization.dayCount', { count: 30 }),
  [always]: t('organization.untilItIsRevoked'),
});

/** The kinds of invitations that the user may create. */
function waysOf({ store }: Client): Record<string, string> {
  return {
    ...(store.isPermitted('create_multiuse_invite_group') ? { link: t('organization.aLinkForMany') } : {}),
    ...(store.isPermitted('can_invite_users_group') ? { mail: t('people.email') } : {}),
  };
}

function fieldsOf(client: Client, { way }: Values): Field[] {
  const { is_owner, is_admin } = client.store.read('people').state;
  const roles = Object.entries(roleNames()).filter(
    ([role]) => is_owner || (is_admin ? Number(role) > ownerRole : Number(role) >= 400),
  );
  return [
    { name: 'way', label: t('organization.inviteBy'), control: choiceOf(waysOf(client), false) },
    ...(way === 'mail'
      ? [
          {
            name: 'invitee_emails',
            label: t('organization.eMailAddresses'),
            hint: t('organization.separatedByCommasOr'),
            control: { kind: 'long' },
            isRequired: true,
          } as const,
        ]
      : []),
    { name: 'invite_as', label: t('organization.theyBecome'), control: choiceOf(Object.fromEntries(roles)) },
    { name: 'lifetime', label: t('organization.itLasts'), control: choiceOf(lifetimes(), false) },
    {
      name: 'stream_ids',
      label: t('organization.channelsTheyJoin'),
      hint: t('organization.inviteChannelsHint'),
      control: { kind: 'channels' },
    },
  ];
}

async function invite({ call }: Client, values: Values): Promise<Link[]> {
  const { way, invitee_emails, lifetime, invite_as, stream_ids } = values;
  const terms = {
    invite_as,
    stream_ids,
    invite_expires_in_minutes: lifetime === always ? null : Number(lifetime),
    include_realm_default_subscriptions: true,
  };
  if (way === 'link') {
    const { invite_link } = await call<{ invite_link: string }>('POST', '/invites/multiuse', terms);
    return [{ email: t('organization.everybody'), url: invite_link }];
  }
  type Answer = { invites?: { email: string; link_url: string }[] };
  const { invites = [] } = await call<Answer>('POST', '/invites', { ...terms, invitee_emails });
  return invites.map(({ email, link_url }) => ({ email, url: link_url }));
}

const initial = { invite_as: 400, lifetime: String(usualLifetime), stream_ids: [], invitee_emails: '' };

/** Creates invitations. If the server cannot send mail, it shows the links to pass on. */
export function NewInvitation({ onMade }: { onMade: () => void }) {
  const client = useClient();
  const links = useSignal<readonly Link[]>([]);
  const [first] = Object.keys(waysOf(client));
  if (first === undefined) return <p class="note">{t('organization.inviteLocked')}</p>;
  const make = async (values: Values) => {
    links.value = await invite(client, values);
    onMade();
  };
  return (
    <>
      <Form
        fields={(values) => fieldsOf(client, values)}
        initial={{ ...initial, way: first }}
        verb={t('organization.invite')}
        done={t('organization.theInvitationIsMade')}
        submit={make}
      />
      <ul class="rows">
        {links.value.map((link) => (
          <MadeLink key={link.url} link={link} />
        ))}
      </ul>
    </>
  );
}

function MadeLink({ link }: { link: Link }) {
  const client = useClient();
  const { email, url } = link;
  return (
    <li class="row">
      <div class="row-body">
        <p>{t('organization.passInvitationOn', { email })}</p>
        <output class="field is-code">{url}</output>
      </div>
      <button type="button" class="button" onClick={() => void copy(client, url)}>
        {t('common.copy')}
      </button>
    </li>
  );
}
