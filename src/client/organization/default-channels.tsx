import type { Channel } from '../api/types.ts';
import { idsOf, listChannels } from '../forms/choices.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { Finder } from '../forms/picker.tsx';
import { useIsAdmin } from '../forms/read-only.tsx';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** The channels to which new users are subscribed. */
export function DefaultChannels() {
  const { store } = useClient();
  const isAdmin = useIsAdmin();
  const { realm_default_streams } = store.read('channels').state;
  const channels = realm_default_streams.flatMap((id) => store.channels.value.get(id) ?? []);
  return (
    <EditableList
      title={t('organization.defaultChannels')}
      about={t('organization.defaultChannelsHint')}
      items={channels.toSorted((a, b) => compareNames(a.name, b.name))}
      empty={t('organization.noDefaultChannels')}
      keyOf={({ stream_id }) => stream_id}
      nameOf={({ name }) => name}
      tools={(channel) => isAdmin && <RemoveButton channel={channel} />}
      footer={isAdmin && <AddChannel />}
    >
      {({ name, description }) => (
        <>
          <b dir="auto">#{name}</b>
          <p class="quiet" dir="auto">
            {description}
          </p>
        </>
      )}
    </EditableList>
  );
}

function RemoveButton({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id, name } = channel;
  const remove = () => client.attempt(client.call('DELETE', '/default_streams', { stream_id }));
  return (
    <button
      type="button"
      class="button is-plain"
      aria-label={t('organization.removeOne', { name })}
      onClick={() => void remove()}
    >
      {t('common.remove')}
    </button>
  );
}

/** Adds one of the public channels. */
function AddChannel() {
  const client = useClient();
  const { store } = client;
  const { realm_default_streams } = store.read('channels').state;
  const isOpen = (key: string) => {
    const [id = 0] = idsOf([key], 'channel');
    return !realm_default_streams.includes(id) && !store.channels.value.get(id)?.invite_only;
  };
  const add = (key: string) => {
    const [stream_id] = idsOf([key], 'channel');
    void client.attempt(client.call('POST', '/default_streams', { stream_id }));
  };
  return (
    <Finder
      id="default-channel"
      label={t('organization.addAChannel')}
      choices={listChannels(client).filter(({ key }) => isOpen(key))}
      onChoose={add}
    />
  );
}
