import { describeRetention, keptEverywhere, retentionForm, retentionParams } from '../channels/channel-controls.ts';
import type { Values } from '../forms/control.ts';
import { EditableList, FormButton } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { compareNames } from '../language/locale.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** The retention time of messages: the organization's, and those of channels with their own. */
export function Retention() {
  const { call, store } = useClient();
  const { state } = store.read('realm', 'people');
  const { is_owner, realm_message_retention_days: present } = state;
  const form = {
    title: t('organization.changeHowLongMessages'),
    verb: t('common.save'),
    fields: [keptEverywhere()],
    initial: { message_retention_days: present },
    submit: (values: Values) => call('PATCH', '/realm', retentionParams(values)),
  };
  return (
    <>
      {!is_owner && <ReadOnlyNote text={t('organization.ownersCanChangeThis')} />}
      <div class="row">
        <p class="row-body">{rich('organization.retentionRule', { time: <b>{describeRetention(present)}</b> })}</p>
        {is_owner && <FormButton form={form} label={t('organization.changeHowLongMessages')} />}
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
      title={t('organization.byChannel')}
      items={channels.toSorted((a, b) => compareNames(a.name, b.name))}
      empty={t('organization.thereAreNoChannels')}
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
