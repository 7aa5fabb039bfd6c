import { useComputed, useSignal } from '@preact/signals';
import { openDialog } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { PresenceDot } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { StatusMark } from '../parts/status.tsx';
import { Tool } from '../parts/tool.tsx';
import { placeOfCall } from '../store/calls.ts';
import { type Conversation, conversationIn, keyOf } from '../store/conversation.ts';
import type { Route } from '../store/routes.ts';
import type { Store } from '../store/store.ts';
import { CallSign, Count, MoreButton, Section, useInSight } from './side-parts.tsx';

const mostDirect = 12;

/** Direct conversations, those with unread messages first. The short list contains the shown one, too. */
export function DirectConversations({ route }: { route: Route }) {
  const { store, unread } = useClient();
  const isWhole = useSignal(false);
  const conversations = useComputed(() => {
    const latest = [...unread.value.conversations.values()].sort((a, b) => b.newest - a.newest);
    const waiting = latest.map(({ conversation }) => conversation).filter(isDirect);
    return [...new Map([...waiting, ...listRecent(store)].map((one) => [keyOf(one), one]))];
  });
  const all = conversations.value;
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const here = shown && keyOf(shown);
  const waiting = unread.value.conversations;
  const isListed = (key: string, index: number) => isWhole.value || index < mostDirect || key === here;
  return (
    <Section id="direct" title={t('common.directMessages')} action={<NewDirect />}>
      {(isFolded) => (
        <ul class="links">
          {all
            .filter(([key], index) => (isFolded ? key === here || waiting.has(key) : isListed(key, index)))
            .map(([key, conversation]) => (
              <li key={key}>
                <DirectEntry conversation={conversation} isHere={key === here} />
              </li>
            ))}
          {!isFolded && all.length > mostDirect && (
            <MoreButton
              isWhole={isWhole}
              label={
                isWhole.value ? t('sidebar.fewerConversations') : t('sidebar.allConversations', { count: all.length })
              }
            />
          )}
        </ul>
      )}
    </Section>
  );
}

type Direct = Extract<Conversation, { type: 'direct' }>;

function isDirect(conversation: Conversation): conversation is Direct {
  return conversation.type === 'direct';
}

export function listRecent(store: Store): Direct[] {
  const { recent_private_conversations, user_id } = store.read('messages', 'people').state;
  return recent_private_conversations
    .toSorted((a, b) => b.max_message_id - a.max_message_id)
    .map(({ user_ids }) => ({ type: 'direct', user_ids: user_ids.length > 0 ? user_ids : [user_id] }));
}

function NewDirect() {
  return <Tool name={t('common.newDirectMessage')} icon="plus" onClick={() => openDialog({ kind: 'direct' })} />;
}

export function DirectEntry({ conversation, isHere }: { conversation: Direct; isHere: boolean }) {
  const client = useClient();
  const { user_ids } = conversation;
  const found = client.unread.value.conversations.get(keyOf(conversation));
  const [first = 0] = user_ids;
  const entry = useInSight(isHere);
  return (
    <a ref={entry} class="entry" href={client.linkTo(conversation)} aria-current={isHere ? 'page' : undefined}>
      {user_ids.length === 1 ? <PresenceDot user_id={first} /> : <span class="group-size">{user_ids.length}</span>}
      <span class="name">{client.describePeople(user_ids)}</span>
      {user_ids.length === 1 && <StatusMark user_id={first} />}
      <CallSign isLive={(call) => keyOf(placeOfCall(client.store, call)) === keyOf(conversation)} />
      <Count count={found?.ids.length ?? 0} isMention />
    </a>
  );
}
