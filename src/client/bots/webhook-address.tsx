import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { WebhookForm, WebhookOption } from '../api/types.ts';
import { copy } from '../commands/actions.ts';
import type { Control, Field, Values } from '../forms/control.ts';
import { FieldRow } from '../forms/field-row.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { WebhookCheck } from './webhook-check.tsx';

/** The URL at which a tool posts as a bot, to copy into the tool's settings. */
export function WebhookAddress({ user_id, api_key }: { user_id: number; api_key: string }) {
  const client = useClient();
  const id = useId();
  const forms = client.store.read('people').state.realm_incoming_webhook_bots;
  const values = useSignal<Values>({ tool: forms[0]?.name ?? '', channel: -1, topic: '' });
  const form = forms.find(({ name }) => name === values.value.tool);
  const address = addressOf(form, values.value, api_key);
  return (
    <section class="of-a-bot">
      <h3>{t('bots.addressForATool')}</h3>
      {[...fieldsOf(forms), ...ownFieldsOf(form)].map((field) => (
        <FieldRow
          key={field.name}
          id={`${id}-${field.name}`}
          field={field}
          value={values.value[field.name] ?? (field.control.kind === 'picks' ? [] : '')}
          isLive
          onChange={(value) => {
            // Events have other names in each tool.
            const others = field.name === 'tool' ? { only_events: [], exclude_events: [] } : {};
            values.value = { ...values.value, ...others, [field.name]: value };
          }}
        />
      ))}
      {form?.is_tried === false && <p class="quiet">{t('bots.toolUntried')}</p>}
      <p class="quiet">{t('bots.toolAddressHint')}</p>
      <code class="field is-code is-address">{address}</code>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void copy(client, address)}>
          {t('bots.copyTheAddress')}
        </button>
      </div>
      <WebhookCheck user_id={user_id} address={address} />
    </section>
  );
}

function fieldsOf(forms: readonly WebhookForm[]): Field[] {
  const options = forms.map(({ name, display_name }) => ({ value: name, label: display_name }));
  return [
    { name: 'tool', label: t('bots.tool'), control: { kind: 'choice', options } },
    {
      name: 'channel',
      label: t('bots.channel'),
      hint: t('bots.toolChannelHint'),
      control: { kind: 'channel' },
    },
    { name: 'topic', label: t('bots.topic'), hint: t('bots.toolTopicHint'), control: { kind: 'text', max: 60 } },
  ];
}

/** The fields that only some tools have. */
function ownFieldsOf(form: WebhookForm | undefined): Field[] {
  const choices = (form?.all_event_types ?? []).map((name) => ({ key: name, label: name }));
  const picks = (name: string, label: string, add: string): Field => {
    return { name, label, control: { kind: 'picks', label: add, choices } };
  };
  const events = [
    picks('only_events', t('bots.onlyTheseEvents'), t('bots.addEvent')),
    picks('exclude_events', t('bots.notTheseEvents'), t('bots.addExcludedEvent')),
  ];
  return [...(choices.length > 0 ? events : []), ...(form?.url_options ?? []).map(fieldOf)];
}

function fieldOf({ key, label, validator }: WebhookOption): Field {
  const words = key.replaceAll('_', ' ');
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return { name: key, label: name, hint: label, control: validator === 'check_bool' ? yesOrNo() : shortText };
}

const yesOrNo = (): Control => ({
  kind: 'choice',
  options: [
    { value: '', label: t('bots.asUsual') },
    { value: 'true', label: t('bots.yes') },
    { value: 'false', label: t('bots.no') },
  ],
});
const shortText: Control = { kind: 'text', max: 1000 };

function addressOf(form: WebhookForm | undefined, values: Values, api_key: string): string {
  const query = new URLSearchParams({ api_key });
  if (Number(values.channel) >= 0) query.set('stream', String(values.channel));
  for (const { name } of [{ name: 'topic' }, ...ownFieldsOf(form)]) {
    const value = values[name];
    if (Array.isArray(value)) {
      if (value.length > 0) query.set(name, JSON.stringify(value));
    } else if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return `${location.origin}/api/v1/external/${form?.name}?${query}`;
}
