import type { Channel } from '../api/types.ts';
import { copy } from '../commands/actions.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';

/** The address at which a channel receives mails, for those who may write there; nothing if the server receives none. */
export function MailAddress({ channel: { stream_id } }: { channel: Channel }) {
  const client = useClient();
  const path = `/streams/${stream_id}/email_address`;
  const { value } = useFetched(() => client.call<{ email: string }>('GET', path), undefined, stream_id);
  const email = value.value?.email;
  if (!email) return null;
  return (
    <section class="mail-address">
      <p>{rich('channels.mailHint', { span: (inside) => <span class="quiet">{inside}</span> })}</p>
      <code class="field is-code is-address">{email}</code>
      <button type="button" class="button is-plain" onClick={() => void copy(client, email)}>
        {t('channels.copyTheAddress')}
      </button>
    </section>
  );
}
