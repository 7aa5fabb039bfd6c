import type { Channel } from '../api/types.ts';
import type { Client } from '../client.ts';
import { ConfirmButton } from '../forms/confirm.tsx';
import type { Control, Field } from '../forms/control.ts';
import { FormButton } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { SavedField } from '../forms/saved-field.tsx';
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
      {channel.is_archived && <p class="note">This channel is archived: it can be read, but not written to.</p>}
      {!isAdministrator && <ReadOnlyNote text="Administrators of the channel can change this." />}
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
    'New people follow it',
    { kind: 'switch' },
    realm_default_streams.includes(stream_id),
  );
  return [
    fact('new_name', 'Name', { kind: 'text', max: 60 }, name),
    fact('description', 'What it is for', { kind: 'long', max: 1024 }, description),
    {
      ...fact('privacy', 'Who may read it', privacyControl(client, privacy), privacy),
      params: (next) => privacyParams(next as Privacy),
    },
    fact('folder_id', 'Folder', folderControl(client), folder_id),
    fact('topics_policy', 'Topics', topicsControl, topics_policy),
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
        Messages are kept <b>{describeRetention(channel.message_retention_days)}</b>.
      </p>
      {is_owner && <FormButton form={retentionForm(client, channel)} label="Change how long messages are kept" />}
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
        Bring it back
      </button>
    );
  return (
    <ConfirmButton
      label={`Archive ${name}`}
      question={{
        title: `Archive ${name}?`,
        text: 'Nobody can write there any more, and side bars no longer show it. Its messages stay. You can bring it back.',
        verb: 'Archive',
        act: () => client.call('DELETE', path),
      }}
    />
  );
}
