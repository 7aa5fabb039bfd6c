import type { Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';

/** Channels that stand together in the side bar. */
export interface ChannelGroup {
  key: string;
  title: string;
  /** In the order of the side bar. */
  channels: Subscription[];
  /** Whether it is a section of the user's own. */
  isOwn?: boolean;
}

/** The groups of the pinned channels, and of those without a section or folder. */
export const pinnedKey = 'pinned';
export const restKey = 'rest';

/** The name of the list that orders all channels outside the user's sections. It is no section itself. */
export const nameless = '';

/** The subscribed channels: pinned ones, those in sections of the user's own, by folder, and all others. */
export function groupChannels({ store }: Client): ChannelGroup[] {
  const { channel_folders, own_sections = [], user_settings } = store.read('channels', 'personal').state;
  const open = [...store.subscriptions.value.values()].filter(({ is_archived }) => !is_archived);
  const policy = user_settings.demote_inactive_streams;
  const isDemoting = policy === demotes.always || (policy === demotes.ifMany && open.length >= manyChannels);
  const sections = own_sections.filter(({ name }) => name !== nameless);
  const order = own_sections.find(({ name }) => name === nameless)?.channel_ids ?? [];
  const all = open.sort(byPlace(order, isDemoting));
  const isShown = user_settings.web_left_sidebar_show_channel_folders !== false;
  const folders = channel_folders.filter(({ is_archived }) => isShown && !is_archived);
  const inFolder = new Set(folders.map(({ id }) => id));
  const placed = new Set(sections.flatMap(({ channel_ids }) => channel_ids));
  const free = new Map(all.filter(({ pin_to_top }) => !pin_to_top).map((one) => [one.stream_id, one]));
  const unpinned = [...free.values()].filter(({ stream_id }) => !placed.has(stream_id));
  return [
    { key: pinnedKey, title: t('sidebar.pinned'), channels: all.filter(({ pin_to_top }) => pin_to_top) },
    ...sections.map(({ name, channel_ids }) => ({
      key: `own ${name}`,
      title: name,
      channels: channel_ids.flatMap((id) => free.get(id) ?? []),
      isOwn: true,
    })),
    ...folders
      .toSorted((a, b) => a.order - b.order)
      .map(({ id, name }) => ({
        key: `folder ${id}`,
        title: name,
        channels: unpinned.filter(({ folder_id }) => folder_id === id),
      })),
    {
      key: restKey,
      title: t('common.channels'),
      channels: unpinned.filter((one) => !inFolder.has(one.folder_id ?? 0)),
    },
  ];
}

// From this number of channels on, inactive ones come last by default.
const manyChannels = 30;
const demotes = { ifMany: 1, always: 2 };

/** Channels that the user placed, in that order, and then all others by name, muted and inactive ones last. */
function byPlace(order: readonly number[], isDemoting: boolean): (a: Subscription, b: Subscription) => number {
  const places = new Map(order.map((id, index) => [id, index]));
  const place = ({ stream_id }: Subscription) => places.get(stream_id) ?? order.length;
  const rank = ({ is_muted, is_recently_active }: Subscription) =>
    Number(is_muted) * 2 + Number(isDemoting && is_recently_active === false);
  return (a, b) => place(a) - place(b) || rank(a) - rank(b) || compareNames(a.name, b.name);
}
