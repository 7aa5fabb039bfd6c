import { findNewest, isResolved, markAllRead, setTopicPolicy, toggleResolved } from '../actions.ts';
import type { Client } from '../client.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { topicPolicies, visibility } from '../store/unread.ts';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { dialog } from './view-state.ts';

/** What can be done with the conversation on screen. */
export function ConversationTools({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const unread = client.unread.value.conversations.get(keyOf(conversation));
  const label = conversation.type === 'topic' && isResolved(conversation.topic) ? 'Reopen' : 'Resolve';
  return (
    <>
      {conversation.type === 'topic' && conversation.topic !== '' && (
        <button
          type="button"
          class="tool"
          aria-label={label}
          title={label}
          onClick={() => void toggleResolved(client, conversation)}
        >
          <Icon name="check" />
        </button>
      )}
      {conversation.type === 'topic' && (
        <button
          type="button"
          class="tool"
          aria-label="Move or rename the topic"
          title="Move or rename the topic"
          onClick={() => void openMove(client, conversation)}
        >
          <Icon name="pencil" />
        </button>
      )}
      {conversation.type === 'topic' && <PolicyMenu conversation={conversation} />}
      {unread && unread.ids.length > 0 && (
        <button
          type="button"
          class="tool"
          aria-label="Mark all as read"
          title="Mark all as read"
          onClick={() => markAllRead(client, unread.ids)}
        >
          <Icon name="eye" />
        </button>
      )}
    </>
  );
}

async function openMove(client: Client, conversation: Conversation): Promise<void> {
  const found = findNewest(client, conversation).then((message) => {
    if (message) dialog.value = { kind: 'move', message, isOne: false };
    else client.say('There is nothing to move yet.');
  });
  await client.attempt(found);
}

const policies: readonly [label: string, policy: (typeof visibility)[keyof typeof visibility]][] = [
  ['As the channel', visibility.inherit],
  ['Muted', visibility.muted],
  ['Unmuted', visibility.unmuted],
  ['Followed', visibility.followed],
];

function PolicyMenu({ conversation }: { conversation: Extract<Conversation, { type: 'topic' }> }) {
  const client = useClient();
  const policy = topicPolicies(client.store.read('channels').state).get(keyOf(conversation)) ?? visibility.inherit;
  const icon = policy === visibility.muted ? 'mute' : policy === visibility.followed ? 'star' : 'bell';
  return (
    <Menu label="Notifications of this topic" icon={icon}>
      {(close) => (
        <ul class="menu" aria-label="Notifications of this topic">
          {policies.map(([label, one]) => (
            <li key={one}>
              <button
                type="button"
                aria-pressed={one === policy}
                onClick={() => {
                  close();
                  setTopicPolicy(client, conversation, one);
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
