import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { WebhookForm } from '../api/types.ts';
import { copy } from '../commands/actions.ts';
import type { Field, Values } from '../forms/control.ts';
import { FieldRow } from '../forms/field-row.tsx';
import { useClient } from '../parts/context.ts';

/** The URL at which a tool posts as a bot, to copy into the tool's settings. */
export function WebhookAddress({ api_key }: { api_key: string }) {
  const client = useClient();
  const id = useId();
  const forms = client.store.read('people').state.realm_incoming_webhook_bots;
  const values = useSignal<Values>({ tool: forms[0]?.name ?? '', channel: -1, topic: '' });
  const address = addressOf(values.value, api_key);
  return (
    <section>
      <h3>Address for a tool</h3>
      {fieldsOf(forms).map((field) => (
        <FieldRow
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          value={values.value[field.name]}
          isLive
          onChange={(value) => {
            values.value = { ...values.value, [field.name]: value };
          }}
        />
      ))}
      <p class="quiet">The address contains the key: keep it as secret.</p>
      <code class="field is-code is-address">{address}</code>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void copy(client, address)}>
          Copy the address
        </button>
      </div>
    </section>
  );
}

function fieldsOf(forms: readonly WebhookForm[]): Field[] {
  const options = forms.map(({ name, display_name }) => ({ value: name, label: display_name }));
  return [
    { name: 'tool', label: 'Tool', control: { kind: 'choice', options } },
    {
      name: 'channel',
      label: 'Channel',
      hint: 'None: the channel of the bot, or else a direct message to its owner.',
      control: { kind: 'channel' },
    },
    { name: 'topic', label: 'Topic', hint: 'Empty: the tool chooses.', control: { kind: 'text', max: 60 } },
  ];
}

function addressOf({ tool, channel, topic }: Values, api_key: string): string {
  const query = new URLSearchParams({ api_key });
  if (Number(channel) >= 0) query.set('stream', String(channel));
  if (topic !== '') query.set('topic', String(topic));
  return `${location.origin}/api/v1/external/${tool}?${query}`;
}
