import { describeRetention, keptEverywhere, retentionForm, retentionParams } from '../channels/channel-controls.ts';
import type { Values } from '../forms/control.ts';
import { EditableList, FormButton } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';

/** The retention time of messages: the organization's, and those of channels with their own. */
export function Retention() {
  const { call, store } = useClient();
  const { state } = store.read('realm', 'people');
  const { is_owner, realm_message_retention_days: present } = state;
  const form = {
    title: 'Change how long messages are kept',
    verb: 'Save',
    fields: [keptEverywhere],
    initial: { message_retention_days: present },
    submit: (values: Values) => call('PATCH', '/realm', retentionParams(values)),
  };
  return (
    <>
      {!is_owner && <ReadOnlyNote text="Owners can change this." />}
      <div class="row">
        <p class="row-body">
          Messages are kept <b>{describeRetention(present)}</b>, unless their channel has its own rule.
        </p>
        {is_owner && <FormButton form={form} label="Change how long messages are kept" />}
      </div>
      <ChannelRetention isOwner={is_owner} />
    </>
  );
}

function ChannelRetention({ isOwner }: { isOwner: boolean }) {
  const client = useClient();
  const channels = [...client.store.channels.value.values()].filter(({ is_archived }) => !is_archived);
  return (
    <EditableList
      title="By channel"
      items={channels.toSorted((a, b) => a.name.localeCompare(b.name))}
      empty="There are no channels."
      keyOf={({ stream_id }) => stream_id}
      nameOf={({ name }) => name}
      change={isOwner ? (channel) => retentionForm(client, channel) : undefined}
    >
      {({ name, message_retention_days }) => (
        <>
          <b dir="auto">#{name}</b>{' '}
          <span class={message_retention_days === null ? 'quiet' : ''}>
            {describeRetention(message_retention_days)}
          </span>
        </>
      )}
    </EditableList>
  );
}
