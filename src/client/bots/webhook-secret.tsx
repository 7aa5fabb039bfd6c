import type { Field, Values } from '../forms/control.ts';
import { Form } from '../forms/form.tsx';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

interface Props {
  user_id: number;
  /** Whether tools sign with it, and not the server. */
  isIncoming: boolean;
}

const secret = (isIncoming: boolean): Field => ({
  name: 'webhook_secret',
  label: t('bots.secretForSignatures'),
  hint: isIncoming ? t('bots.secretHint') : t('bots.callSecretHint'),
  control: { kind: 'text', max: 1000 },
  isRequired: true,
  autocomplete: 'off',
});

/** Sets or removes the secret with which tools sign their requests to a bot, or the server its calls to the bot's URL. */
export function WebhookSecret({ user_id, isIncoming }: Props) {
  const client = useClient();
  const save = ({ webhook_secret }: Values) =>
    client.call('PATCH', `/bots/${user_id}`, { config_data: { webhook_secret } });
  const remove = async () => {
    if (await client.attempt(save({ webhook_secret: '' })))
      client.say(isIncoming ? t('bots.unsigned') : t('bots.callTokenSigned'));
  };
  return (
    <Form
      fields={[secret(isIncoming)]}
      verb={t('bots.saveTheSecret')}
      submit={save}
      done={isIncoming ? t('bots.signed') : t('bots.callSigned')}
    >
      <h3>{t('bots.signatures')}</h3>
      <p class="quiet">
        {rich(isIncoming ? 'bots.signaturesHint' : 'bots.callSignaturesHint', {
          button: (inside) => (
            <button type="button" class="link" onClick={() => void remove()}>
              {inside}
            </button>
          ),
        })}
      </p>
    </Form>
  );
}
