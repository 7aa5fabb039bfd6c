import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Client } from '../client.ts';
import { formatNarrow } from '../routes.ts';
import { CompletionList } from './completion-list.tsx';
import { useClient } from './context.ts';
import { Dialog } from './dialog.tsx';
import { isComposing } from './keyboard.ts';
import { type Completion, rank } from './ranking.ts';

const most = 12;

const pages: readonly [name: string, hash: string][] = [
  ['Inbox', '#inbox'],
  ['Recent', '#recent'],
  ['Combined feed', '#feed'],
  ['Mentions', '#narrow/is/mentioned'],
  ['Starred messages', '#narrow/is/starred'],
  ['Drafts', '#drafts'],
  ['Scheduled', '#scheduled'],
  ['Reminders', '#reminders'],
  ['All channels', '#channels'],
  ['Settings', '#settings/preferences'],
];

/** Opens a channel, topic, user or page by a part of its name. */
export function Switcher({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const written = useSignal('');
  useEffect(() => void client.recent.open(), []);
  const options = useComputed(() => rank(listTargets(client), written.value).slice(0, most));
  const go = (index: number) => {
    const option = options.value[index];
    if (!option) return;
    onClose();
    client.router.go(option.text);
  };
  const active = useActive(options, go);
  return (
    <Dialog title="Jump to" onClose={onClose} class="switcher">
      <input
        class="field"
        type="text"
        role="combobox"
        aria-label="Channel, topic, person or page"
        aria-expanded="true"
        aria-controls="completions"
        aria-activedescendant={`completion-${active.index.value}`}
        autocomplete="off"
        placeholder="Channel, topic, person…"
        onInput={({ currentTarget }) => {
          written.value = currentTarget.value;
          active.index.value = 0;
        }}
        onKeyDown={active.pressed}
      />
      {options.value.length === 0 ? (
        <p class="quiet">Nothing has this name.</p>
      ) : (
        <CompletionList options={options.value} active={active.index.value} onChoose={go} />
      )}
    </Dialog>
  );
}

/** The option selected by keys. */
function useActive(options: ReadonlySignal<readonly Completion[]>, choose: (index: number) => void) {
  const index = useSignal(0);
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const count = Math.max(1, options.value.length);
    if (event.key === 'ArrowDown') index.value = (index.value + 1) % count;
    else if (event.key === 'ArrowUp') index.value = (index.value + count - 1) % count;
    else if (event.key === 'Enter') choose(index.value);
    else return;
    event.preventDefault();
  };
  return { index, pressed };
}

/** The targets, as completions whose text is the address. Recently visited ones come first. */
function listTargets(client: Client): Completion[] {
  const plain = pages.map(([label, text]) => ({ key: text, label, text }));
  return [...listRecent(client), ...listChannels(client), ...listPeople(client), ...plain];
}

function listRecent(client: Client): Completion[] {
  return client.recent.all.value.flatMap(({ conversation }) => {
    // People are listed separately by name.
    if (conversation.type === 'direct' && conversation.user_ids.length < 2) return [];
    const text = client.linkTo(conversation);
    return conversation.type === 'direct'
      ? { key: text, label: client.describePeople(conversation.user_ids), detail: 'Direct messages', text }
      : {
          key: text,
          label: client.topicName(conversation.topic),
          detail: `#${client.channelName(conversation.stream_id)}`,
          text,
        };
  });
}

/** Channels, the user's own first. */
function listChannels({ store }: Client): Completion[] {
  const own = store.subscriptions.value;
  return [...store.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => Number(own.has(b.stream_id)) - Number(own.has(a.stream_id)))
    .map(({ stream_id, name }) => ({
      key: `channel ${stream_id}`,
      label: name,
      detail: 'Channel',
      text: formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name }),
    }));
}

function listPeople(client: Client): Completion[] {
  return client.store.read('people').state.realm_users.map(({ user_id, full_name }) => ({
    key: `user ${user_id}`,
    label: full_name,
    detail: 'Direct messages',
    user_id,
    text: client.linkTo({ type: 'direct', user_ids: [user_id] }),
  }));
}
