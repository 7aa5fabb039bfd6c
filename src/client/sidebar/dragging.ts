import type { Client } from '../client.ts';
import { setSubscription } from '../commands/actions.ts';
import { groupChannels, pinnedKey } from '../commands/channel-groups.ts';
import { moveChannel } from '../commands/own-sections.ts';

/** What is dragged, so that links from elsewhere are none. */
const kind = 'application/x-channel';

/** Lets channels of the side bar be dragged to another place, into sections and out of them, and be pinned so. */
export function watchDragging(client: Client): void {
  document.addEventListener('dragstart', ({ target, dataTransfer }) => {
    const entry = channelEntry(target);
    if (entry) dataTransfer?.setData(kind, entry.dataset.streamId ?? '');
  });
  document.addEventListener('dragover', (event) => {
    const section = event.dataTransfer?.types.includes(kind) ? sectionAt(event) : undefined;
    mark(section);
    if (section) event.preventDefault();
  });
  document.addEventListener('dragend', () => mark(undefined));
  document.addEventListener('drop', (event) => {
    const stream_id = Number(event.dataTransfer?.getData(kind));
    const section = sectionAt(event);
    if (!stream_id || !section) return;
    event.preventDefault();
    mark(undefined);
    const before = Number(channelEntry(event.target)?.dataset.streamId) || undefined;
    if (before !== stream_id) drop(client, stream_id, section.dataset.section ?? '', before);
  });
}

/** Puts a channel into the group with a key, before another channel if it was dropped on one. */
function drop(client: Client, stream_id: number, key: string, before: number | undefined): void {
  const group = groupChannels(client).find((one) => one.key === key);
  const channel = client.store.subscriptions.value.get(stream_id);
  if (!group || !channel) return;
  const isPinned = key === pinnedKey;
  if (channel.pin_to_top !== isPinned) setSubscription(client, stream_id, 'pin_to_top', isPinned);
  if (!isPinned || before !== undefined) void moveChannel(client, stream_id, group, before);
}

function channelEntry(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.side [data-stream-id]:not([data-topic])') : null;
}

function sectionAt({ target }: DragEvent): HTMLElement | undefined {
  const found = target instanceof Element ? target.closest<HTMLElement>('.side [data-section]') : null;
  return found ?? undefined;
}

/** Shows the group into which the channel would come. */
function mark(section: HTMLElement | undefined): void {
  for (const other of document.querySelectorAll('.side .is-drop'))
    if (other !== section) other.classList.remove('is-drop');
  section?.classList.add('is-drop');
}
