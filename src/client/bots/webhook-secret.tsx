import type { Field, Values } from '../forms/control.ts';
import { Form } from '../forms/form.tsx';
import { useClient } from '../parts/context.ts';

const secret: Field = {
  name: 'webhook_secret',
  label: 'Secret for signatures',
  hint: 'Enter the same one in the tool. The bot then accepts only what is signed with it. It cannot be looked up.',
  control: { kind: 'text', max: 200 },
  isRequired: true,
  autocomplete: 'off',
};

/** Sets or removes the secret with which tools sign their requests to a bot. */
export function WebhookSecret({ user_id }: { user_id: number }) {
  const client = useClient();
  const save = ({ webhook_secret }: Values) =>
    client.call('PATCH', `/bots/${user_id}`, { config_data: { webhook_secret } });
  const remove = async () => {
    if (await client.attempt(save({ webhook_secret: '' }))) client.say('The bot accepts unsigned requests.');
  };
  return (
    <Form fields={[secret]} verb="Save the secret" submit={save} done="The bot accepts only signed requests.">
      <h3>Signatures</h3>
      <p class="quiet">
        GitHub, GitLab, Grafana and others sign their requests.{' '}
        <button type="button" class="link" onClick={() => void remove()}>
          Remove the secret
        </button>
      </p>
    </Form>
  );
}
