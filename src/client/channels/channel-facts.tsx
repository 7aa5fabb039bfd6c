import type { Channel } from '../api/types.ts';
import type { Client } from '../client.ts';
import { ConfirmButton } from '../forms/confirm.tsx';
import type { Control, Field } from '../forms/control.ts';
import { FormButton } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { SavedField } from '../forms/saved-field.tsx';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { canAdminister, canSend } from '../store/rights.ts';
import { describeRetention, folderControl, retentionForm, topicsControl } from './channel-controls.ts';
import { MailAddress } from './mail-address.tsx';
import { factsOf, type Privacy, privacyControl, privacyOf } from './privacy.ts';

interface Props {
  channel: Channel;
}

/** The properties of a channel: name, description, privacy. */
export function ChannelFacts({ channel }: Props) {
  const { store } = useClient();
  const isAdministrator = canAdminister(store, channel);
  return (
    <>
      {channel.is_archived && <p class="note">{t('channels.archived')}</p>}
      {!isAdministrator && <ReadOnlyNote text={t('channels.locked')} />}
      <Facts channel={channel} isDisabled={!isAdministrator || channel.is_archived} />
      <Kept channel={channel} />
      {canSend(store, channel) && <MailAddress channel={channel} />}
      {isAdministrator && <Archive channel={channel} />}
    </>
  );
}

/** A field, its present value, and the parameters for changing it. */
interface Fact {
  field: Field;
  value: unknown;
  params: (value: unknown) => object;
}

function listFacts(client: Client, channel: Channel, isDisabled: boolean): Fact[] {
  const { stream_id, name, description, folder_id, topics_policy } = channel;
  const { is_admin, realm_default_streams } = client.store.read('people', 'channels').state;
  const privacy = privacyOf(channel);
  const fact = (id: string, label: string, control: Control, value: unknown): Fact => ({
    field: { name: id, label, control, isDisabled },
    value,
    params: (next) => ({ [id]: next }),
  });
  const isDefault = fact(
    'is_default_stream',
    t('channels.newPeopleAreAdded'),
    { kind: 'switch' },
    realm_default_streams.includes(stream_id),
  );
  return [
    fact('new_name', t('common.name'), { kind: 'text', max: 60 }, name),
    fact('description', t('channels.whatItIsFor'), { kind: 'long', max: 1024 }, description),
    {
      ...fact('privacy', t('channels.whoMayReadIt'), privacyControl(client, privacy), privacy),
      params: (next) => privacyParams(next as Privacy),
    },
    fact('folder_id', t('channels.folder'), folderControl(client), folder_id),
    fact('topics_policy', t('channels.topics'), topicsControl(), topics_policy),
    { ...isDefault, field: { ...isDefault.field, isDisabled: isDisabled || !is_admin } },
  ];
}

function Facts({ channel, isDisabled }: Props & { isDisabled: boolean }) {
  const client = useClient();
  const path = `/streams/${channel.stream_id}`;
  return (
    <div class="settings">
      {listFacts(client, channel, isDisabled).map(({ field, value, params }) => (
        <SavedField
          key={field.name}
          field={field}
          value={value}
          save={(next) => client.call('PATCH', path, { ...params(next) })}
        />
      ))}
    </div>
  );
}

function privacyParams(privacy: Privacy): object {
  const { invite_only, ...facts } = factsOf(privacy);
  return { is_private: invite_only, ...facts };
}

/** The retention time of a channel, which owners can change. */
function Kept({ channel }: Props) {
  const client = useClient();
  const { is_owner } = client.store.read('people').state;
  return (
    <div class="row">
      <p class="row-body">
        {rich('channels.retentionRule', { time: <b>{describeRetention(channel.message_retention_days)}</b> })}
      </p>
      {is_owner && <FormButton form={retentionForm(client, channel)} label={t('channels.changeHowLongMessages')} />}
    </div>
  );
}

function Archive({ channel }: Props) {
  const client = useClient();
  const { stream_id, name, is_archived } = channel;
  const path = `/streams/${stream_id}`;
  if (is_archived)
    return (
      <button
        type="button"
        class="button is-plain"
        onClick={() => void client.attempt(client.call('PATCH', path, { is_archived: false }))}
      >
        {t('channels.bringItBack')}
      </button>
    );
  return (
    <ConfirmButton
      label={t('channels.archiveOne', { name })}
      question={{
        title: t('channels.archiveQuestion', { name }),
        text: t('channels.archiveHint'),
        verb: t('channels.archive'),
        act: () => client.call('DELETE', path),
      }}
    />
  );
}
