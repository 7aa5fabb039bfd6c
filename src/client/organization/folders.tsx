import type { Channel, Folder } from '../api/types.ts';
import type { Client } from '../client.ts';
import type { Field, Values } from '../forms/control.ts';
import { EditableList, type ListForms } from '../forms/editable-list.tsx';
import { isolate, t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

const fields = (): readonly Field[] => [
  { name: 'name', label: t('common.name'), control: { kind: 'text', max: 60 }, isRequired: true },
  { name: 'description', label: t('common.description'), control: { kind: 'text', max: 1024 } },
  { name: 'channels', label: t('organization.channelsInIt'), control: { kind: 'channels' } },
];

/** The channels of a folder that are visible to the user. */
function listIn({ store }: Client, folder_id: number): Channel[] {
  const channels = [...store.channels.value.values()];
  return channels.filter((one) => one.folder_id === folder_id && !one.is_archived);
}

/** Moves the wanted channels into a folder, and all others out of it. */
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

/** Deletes a folder, after moving its channels out. */
async function deleteFolder(client: Client, id: number): Promise<void> {
  await fillFolder(client, id, []);
  await client.call('PATCH', `/channel_folders/${id}`, { is_archived: true });
}

/** The forms of administrators for folders. An order contains all folders, including archived ones. */
function useForms(gone: readonly number[]): ListForms<Folder> {
  const client = useClient();
  if (!client.store.read('people').state.is_admin) return {};
  return {
    add: {
      title: t('organization.addAFolder'),
      verb: t('common.add'),
      fields: fields(),
      submit: (values) => createFolder(client, values),
    },
    change: ({ id, name, description }) => ({
      title: t('organization.changeOne', { name }),
      verb: t('common.save'),
      fields: fields(),
      initial: { name, description, channels: listIn(client, id).map(({ stream_id }) => stream_id) },
      submit: (values) => changeFolder(client, id, values),
    }),
    remove: ({ id, name }) => ({
      title: t('organization.deleteTheFolder', { name }),
      text: t('organization.deleteFolderHint'),
      verb: t('common.delete'),
      act: () => deleteFolder(client, id),
    }),
    reorder: (order) => client.call('PATCH', '/channel_folders', { order: [...order, ...gone] }),
  };
}

/** The folders of channels. */
export function Folders() {
  const client = useClient();
  const all = client.store.read('channels').state.channel_folders.toSorted((a, b) => a.order - b.order);
  const gone = all.filter(({ is_archived }) => is_archived).map(({ id }) => id);
  const namesIn = (id: number) => listIn(client, id).map(({ name }) => isolate(`#${name}`));
  return (
    <EditableList
      title={t('organization.folders')}
      about={t('organization.foldersHint')}
      items={all.filter(({ is_archived }) => !is_archived)}
      empty={t('common.noneYet')}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      {...useForms(gone)}
    >
      {({ id, name, description }) => (
        <>
          <b dir="auto">{name}</b>
          {description && <p class="quiet">{description}</p>}
          <p class="quiet">{namesIn(id).join(', ') || t('organization.noChannels')}</p>
        </>
      )}
    </EditableList>
  );
}
