import { DialogButton } from '../forms/dialog-button.tsx';
import { Form } from '../forms/form.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Loading, useFetched } from '../parts/fetched.tsx';
import { formatDay } from '../text/time.ts';
import type { NewKey } from './bot-key.tsx';
import { type Scope, scopeFields, scopeOf, valuesOfScope } from './bot-scope.ts';

interface Rights {
  scope: Scope;
  /** Times are in UNIX seconds. */
  keys: { id: number; created_at: number; used_at: number }[];
}

export function BotRightsButton({ bot }: { bot: NewKey }) {
  return (
    <DialogButton text={t('bots.rights')} label={t('bots.rightsOf', { name: bot.full_name })}>
      {(close) => <RightsDialog bot={bot} onClose={close} />}
    </DialogButton>
  );
}

/** What a bot may do, and its keys, which can be revoked one by one. */
function RightsDialog({ bot: { user_id, full_name }, onClose }: { bot: NewKey; onClose: () => void }) {
  const { call } = useClient();
  const fetched = useFetched(() => call<Rights>('GET', `/bots/${user_id}/rights`));
  const rights = fetched.value.value;
  return (
    <Dialog title={t('bots.rightsOf', { name: full_name })} onClose={onClose}>
      {rights ? (
        <>
          <Form
            fields={scopeFields()}
            initial={valuesOfScope(rights.scope)}
            verb={t('common.save')}
            submit={(values) => call('PATCH', `/bots/${user_id}`, { scope: scopeOf(values) })}
            isKept
          />
          <Keys user_id={user_id} keys={rights.keys} onRevoked={fetched.reload} />
        </>
      ) : (
        <Loading fetched={fetched} />
      )}
    </Dialog>
  );
}

interface KeysProps {
  user_id: number;
  keys: Rights['keys'];
  onRevoked: () => void;
}

function Keys({ user_id, keys, onRevoked }: KeysProps) {
  const client = useClient();
  const revoke = async (key_id: number) => {
    if (await client.attempt(client.call('DELETE', `/bots/${user_id}/api_keys/${key_id}`))) {
      client.say(t('bots.keyRevoked'));
      onRevoked();
    }
  };
  return (
    <section>
      <h3>{t('bots.keys')}</h3>
      {keys.length === 0 && <p class="quiet">{t('common.noneYet')}</p>}
      {keys.map(({ id, created_at, used_at }) => {
        const text = t('bots.keyTimes', { created: formatDay(created_at), used: formatDay(used_at) });
        return (
          <p key={id} class="buttons">
            <span class="quiet">{text}</span>
            <button
              type="button"
              class="button is-plain"
              aria-label={`${t('bots.revoke')}: ${text}`}
              onClick={() => void revoke(id)}
            >
              {t('bots.revoke')}
            </button>
          </p>
        );
      })}
    </section>
  );
}
