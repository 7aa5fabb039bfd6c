import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { quote } from '../commands/actions.ts';
import { insertLate } from '../commands/replies.ts';
import { focusComposer } from '../commands/screen.ts';
import { t } from '../language/texts.ts';
import { CompletionList, completedBy } from '../parts/completion-list.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Rendered } from '../parts/rendered.tsx';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { canSend } from '../store/rights.ts';
import { isComposing } from '../text/keyboard.ts';
import { type Completion, rank } from '../text/ranking.ts';
import { recentOf } from './targets.ts';

interface Place extends Completion {
  conversation: Conversation;
}

const most = 8;

/** Chooses the conversation that a message is quoted in. The composer opens there, so that words can be added. */
export function ForwardDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const client = useClient();
  const choose = (conversation: Conversation) => forward(client, message, conversation);
  return (
    <PlaceDialog title={t('dialogs.forward')} onChoose={choose} onClose={onClose}>
      <Rendered html={message.content} />
    </PlaceDialog>
  );
}

interface PlaceProps {
  title: string;
  /** What goes there. */
  children: ComponentChildren;
  onChoose: (conversation: Conversation) => void;
  onClose: () => void;
}

/** Chooses a conversation that the user may write to. */
export function PlaceDialog({ title, children, onChoose, onClose }: PlaceProps) {
  const client = useClient();
  const written = useSignal('');
  useLayoutEffect(() => void loadPlaces(client), []);
  const places = useComputed(() => listPlaces(client));
  const options = useComputed(() => rank(places.value, written.value).slice(0, most));
  const choose = (index: number) => {
    const place = options.value[index];
    if (!place) return;
    onClose();
    onChoose(place.conversation);
  };
  return (
    <Dialog title={title} onClose={onClose} class="switcher">
      <div class="excerpt">{children}</div>
      <FindPlace {...{ written, options, choose }} />
      {options.value.length === 0 && <p class="quiet">{t('dialogs.noConversationFound')}</p>}
    </Dialog>
  );
}

interface FindProps {
  written: Signal<string>;
  options: ReadonlySignal<readonly Place[]>;
  choose: (index: number) => void;
}

function FindPlace({ written, options, choose }: FindProps) {
  const active = useSignal(0);
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const count = Math.max(1, options.value.length);
    const by = { ArrowDown: 1, ArrowUp: count - 1 }[event.key];
    if (by !== undefined) active.value = (active.value + by) % count;
    else if (event.key === 'Enter') choose(active.value);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        class="field"
        type="text"
        role="combobox"
        aria-label={t('dialogs.forwardTo')}
        aria-expanded="true"
        {...completedBy(options.value, active.value)}
        autocomplete="off"
        placeholder={t('dialogs.forwardPlaceholder')}
        onInput={({ currentTarget }) => {
          written.value = currentTarget.value;
          active.value = 0;
        }}
        onKeyDown={pressed}
      />
      <CompletionList options={options.value} active={active.value} onChoose={choose} />
    </>
  );
}

function forward(client: Client, message: Message, conversation: Conversation): void {
  client.router.go(client.linkTo(conversation));
  void insertLate(client, { conversation, text: quote(client, message), open: focusComposer });
}

/** Topics that were not read lately are fetched. */
async function loadPlaces(client: Client): Promise<void> {
  await recentOf(client).open();
  const open = [...client.store.channels.peek().values()].filter((channel) => canSend(client.store, channel));
  await client.topics.loadAll(open.map(({ stream_id }) => stream_id)).catch(() => {});
}

/** The conversations that the user may write to, the latest first, and then all channels and people. */
function listPlaces(client: Client): Place[] {
  const { store } = client;
  const channels = [...store.channels.value.values()].filter((channel) => canSend(store, channel));
  const open = new Set(channels.map(({ stream_id }) => stream_id));
  const recent = recentOf(client).all.value.map(({ conversation }) => conversation);
  const all: Conversation[] = [
    ...recent.filter((one) => one.type === 'direct' || open.has(one.stream_id)),
    ...channels.map(({ stream_id }): Conversation => ({ type: 'topic', stream_id, topic: '' })),
    ...store
      .read('people')
      .state.realm_users.map(({ user_id }): Conversation => ({ type: 'direct', user_ids: [user_id] })),
  ];
  return [...new Map(all.map((one) => [keyOf(one), one]))].map(([key, conversation]) =>
    describe(client, key, conversation),
  );
}

function describe(client: Client, key: string, conversation: Conversation): Place {
  if (conversation.type === 'direct') {
    const label = client.describePeople(conversation.user_ids);
    return { key, conversation, label, detail: t('common.directMessages'), text: label };
  }
  const channel = `#${client.channelName(conversation.stream_id)}`;
  const { topic } = conversation;
  if (topic === '') return { key, conversation, label: channel, detail: client.topicName(''), text: channel };
  return { key, conversation, label: topic, detail: channel, text: topic };
}
