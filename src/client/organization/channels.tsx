import type { Channel, Folder } from '../api/types.ts';
import type { Client } from '../client.ts';
import { idsOf, listChannels } from '../forms/choices.ts';
import type { Field, Values } from '../forms/control.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { Finder } from '../forms/picker.tsx';
import { ReadOnlyNote, useIsAdmin } from '../forms/read-only.tsx';
import { useClient } from '../view/context.ts';

/** The folders that channels are in, and the channels that new people get. */
export function ChannelsSection() {
  return (
    <>
      {!useIsAdmin() && <ReadOnlyNote />}
      <Folders />
      <DefaultChannels />
    </>
  );
}

const fields: readonly Field[] = [
  { name: 'name', label: 'Name', control: { kind: 'text', max: 60 }, isRequired: true },
  { name: 'description', label: 'What it holds', control: { kind: 'text', max: 1024 } },
  { name: 'channels', label: 'Channels in it', control: { kind: 'channels' } },
];

/** The channels in a folder that the user knows of. */
function listIn({ store }: Client, folder_id: number): Channel[] {
  const channels = [...store.channels.value.values()];
  return channels.filter((one) => one.folder_id === folder_id && !one.is_archived);
}

/** Puts the wanted channels into a folder, and takes the others out of it. */
async function fillFolder(client: Client, folder_id: number, wanted: readonly number[]): Promise<void> {
  const present = listIn(client, folder_id).map(({ stream_id }) => stream_id);
  const place = (ids: readonly number[], folder: number | null) =>
    ids.map((id) => client.call('PATCH', `/streams/${id}`, { folder_id: folder }));
  const added = wanted.filter((id) => !present.includes(id));
  const removed = present.filter((id) => !wanted.includes(id));
  await Promise.all([...place(added, folder_id), ...place(removed, null)]);
}

async function createFolder(client: Client, { name, description, channels }: Values): Promise<void> {
  const params = { name, description: description ?? '' };
  const { channel_folder_id } = await client.call<{ channel_folder_id: number }>(
    'POST',
    '/channel_folders/create',
    params,
  );
  await fillFolder(client, channel_folder_id, (channels ?? []) as number[]);
}

async function changeFolder(client: Client, id: number, { name, description, channels }: Values): Promise<void> {
  await client.call('PATCH', `/channel_folders/${id}`, { name, description });
  await fillFolder(client, id, channels as number[]);
}

/** Deletes a folder. Channels cannot be in one that is gone. */
async function deleteFolder(client: Client, id: number): Promise<void> {
  await fillFolder(client, id, []);
  await client.call('PATCH', `/channel_folders/${id}`, { is_archived: true });
}

function Folders() {
  const client = useClient();
  const isAdmin = useIsAdmin();
  const all = client.store.read('channels').state.channel_folders.toSorted((a, b) => a.order - b.order);
  const gone = all.filter(({ is_archived }) => is_archived).map(({ id }) => id);
  const formOf = ({ id, name, description }: Folder) => ({
    title: `Change ${name}`,
    verb: 'Save',
    fields,
    initial: { name, description, channels: listIn(client, id).map(({ stream_id }) => stream_id) },
    submit: (values: Values) => changeFolder(client, id, values),
  });
  const removal = ({ id, name }: Folder) => ({
    title: `Delete the folder ${name}?`,
    text: 'Its channels stay, without a folder.',
    verb: 'Delete',
    act: () => deleteFolder(client, id),
  });
  const add = { title: 'Add a folder', verb: 'Add', fields, submit: (values: Values) => createFolder(client, values) };
  return (
    <EditableList
      title="Folders"
      about="Side bars show channels by folder, in this order."
      items={all.filter(({ is_archived }) => !is_archived)}
      empty="There are none yet."
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      add={isAdmin ? add : undefined}
      change={isAdmin ? formOf : undefined}
      remove={isAdmin ? removal : undefined}
      reorder={
        isAdmin ? (order) => client.call('PATCH', '/channel_folders', { order: [...order, ...gone] }) : undefined
      }
    >
      {({ id, name, description }) => (
        <>
          <b dir="auto">{name}</b>
          {description && <p class="quiet">{description}</p>}
          <p class="quiet">
            {listIn(client, id)
              .map((one) => `#${one.name}`)
              .join(', ') || 'No channels'}
          </p>
        </>
      )}
    </EditableList>
  );
}

/** The channels that new people follow from the start. */
function DefaultChannels() {
  const client = useClient();
  const isAdmin = useIsAdmin();
  const { realm_default_streams } = client.store.read('channels').state;
  const channels = realm_default_streams.flatMap((id) => client.store.channels.value.get(id) ?? []);
  const isOpen = (key: string) => {
    const [id = 0] = idsOf([key], 'channel');
    return !realm_default_streams.includes(id) && !client.store.channels.value.get(id)?.invite_only;
  };
  const set = (method: 'POST' | 'DELETE', stream_id: number | undefined) =>
    void client.attempt(client.call(method, '/default_streams', { stream_id }));
  return (
    <EditableList
      title="Default channels"
      about="New people follow these channels from the start."
      items={channels.toSorted((a, b) => a.name.localeCompare(b.name))}
      empty="There are none: new people follow no channel."
      keyOf={({ stream_id }) => stream_id}
      nameOf={({ name }) => name}
      tools={({ stream_id, name }) =>
        isAdmin && (
          <button
            type="button"
            class="button is-plain"
            aria-label={`Remove ${name}`}
            onClick={() => set('DELETE', stream_id)}
          >
            Remove
          </button>
        )
      }
      footer={
        isAdmin && (
          <Finder
            id="default-channel"
            label="Add a channel"
            choices={listChannels(client).filter(({ key }) => isOpen(key))}
            onChoose={(key) => set('POST', idsOf([key], 'channel')[0])}
          />
        )
      }
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
