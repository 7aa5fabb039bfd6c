import { useComputed } from '@preact/signals';
import type { Route } from '../routes.ts';
import { type Conversation, conversationIn, keyOf } from '../store/conversation.ts';
import { PresenceDot } from './avatar.tsx';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { Count, Section } from './side-parts.tsx';
import { StatusMark } from './status.tsx';
import { dialog } from './view-state.ts';

const mostDirect = 12;

/** Direct conversations, those with unread messages first. */
export function DirectConversations({ route }: { route: Route }) {
  const client = useClient();
  const { store, unread } = client;
  const conversations = useComputed(() => {
    const { state } = store.read('messages', 'people');
    const known = new Map(unread.value.conversations);
    const listed = state.recent_private_conversations
      .toSorted((a, b) => b.max_message_id - a.max_message_id)
      .map(
        ({ user_ids }): Conversation => ({
          type: 'direct',
          user_ids: user_ids.length > 0 ? user_ids : [state.user_id],
        }),
      );
    const waiting = [...known.values()].flatMap(({ conversation }) =>
      conversation.type === 'direct' ? conversation : [],
    );
    const all = new Map([...waiting, ...listed].map((one) => [keyOf(one), one]));
    return [...all].slice(0, mostDirect);
  });
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const here = shown && keyOf(shown);
  return (
    <Section
      title="Direct messages"
      action={
        <button
          type="button"
          class="tool"
          aria-label="New direct message"
          onClick={() => {
            dialog.value = { kind: 'direct' };
          }}
        >
          <Icon name="plus" />
        </button>
      }
    >
      <ul class="links">
        {conversations.value.map(([key, conversation]) => (
          <li key={key}>
            <DirectEntry conversation={conversation} isHere={key === here} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DirectEntry({ conversation, isHere }: { conversation: Conversation; isHere: boolean }) {
  const client = useClient();
  if (conversation.type !== 'direct') return null;
  const { user_ids } = conversation;
  const found = client.unread.value.conversations.get(keyOf(conversation));
  const [first = 0] = user_ids;
  return (
    <a class="entry" href={client.linkTo(conversation)} aria-current={isHere ? 'page' : undefined}>
      {user_ids.length === 1 ? <PresenceDot user_id={first} /> : <span class="group-size">{user_ids.length}</span>}
      <span class="name">{client.describePeople(user_ids)}</span>
      {user_ids.length === 1 && <StatusMark user_id={first} />}
      <Count count={found?.ids.length ?? 0} isMention />
    </a>
  );
}
