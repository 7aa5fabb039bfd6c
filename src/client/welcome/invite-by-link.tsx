import { useSignal } from '@preact/signals';
import { copy } from '../commands/actions.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';

const days = 10;

/** Makes a link with which everybody can join, and copies it. */
export function InviteByLink() {
  const client = useClient();
  const link = useSignal('');
  const { problem, runOnce } = useAction();
  const make = async () => {
    const terms = { invite_expires_in_minutes: days * 24 * 60, include_realm_default_subscriptions: true };
    const { invite_link } = await client.call<{ invite_link: string }>('POST', '/invites/multiuse', terms);
    link.value = invite_link;
  };
  const copyLink = async () => {
    if (link.value !== '' || (await runOnce(make))) await copy(client, link.value);
  };
  return (
    <>
      <button type="button" class="button is-plain" onClick={() => void copyLink()}>
        {t('welcome.copyLink')}
      </button>
      {link.value !== '' && <output class="field is-code">{link.value}</output>}
      <Problem text={problem.value} />
      <p>
        <a href="#invite">{t('welcome.inviteByMail')}</a>
      </p>
    </>
  );
}
