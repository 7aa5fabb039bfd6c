import type { Client } from '../client.ts';
import { findNewest, markAllRead, setTopicPolicy } from '../commands/actions.ts';
import { menuOf } from '../commands/command.ts';
import { awaitField, takeEarlyText } from '../commands/early-text.ts';
import { resolveTopic } from '../commands/topic-commands.ts';
import { dialog, togglePeople } from '../commands/view-state.ts';
import { useClient } from '../parts/context.ts';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { canMove, canMoveTopics } from '../store/rights.ts';
import { topicPolicies, visibility } from '../store/unread.ts';
import type { IconName } from '../text/icons.ts';

/** Actions on the shown conversation. */
export function ConversationTools({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const unread = client.unread.value.conversations.get(keyOf(conversation));
  return (
    <>
      {conversation.type === 'topic' && <TopicTools conversation={conversation} />}
      {unread && unread.ids.length > 0 && (
        <Tool name="Mark all as read" icon="eye" onClick={() => markAllRead(client, unread.ids)} />
      )}
    </>
  );
}

type Topic = Extract<Conversation, { type: 'topic' }>;

/** Wide windows show a button for each action; narrow ones leave the space to the name of the topic. */
function TopicTools({ conversation }: { conversation: Topic }) {
  const client = useClient();
  const acts = listActs(client, conversation);
  return (
    <>
      {acts.map(({ label, icon, act }) => (
        <Tool key={icon} name={label} icon={icon} class="is-wide-only" onClick={act} />
      ))}
      <PolicyMenu conversation={conversation} />
      <Menu label="More about this topic" icon="more" class="is-narrow-only">
        {(close) => (
          <ul class="menu">
            {acts.map(({ label, act }) => (
              <MenuItem key={label} label={label} act={act} close={close} />
            ))}
            <li>
              <a href={`#channels/${conversation.stream_id}`}>About this channel</a>
            </li>
            <MenuItem label="People" act={togglePeople} close={close} />
          </ul>
        )}
      </Menu>
    </>
  );
}

interface Act {
  label: string;
  icon: IconName;
  act: () => void;
}

function listActs(client: Client, conversation: Topic): Act[] {
  const { store } = client;
  const channel = store.channels.value.get(conversation.stream_id);
  if (!channel) return [];
  const resolve = menuOf(client, [resolveTopic], conversation).map((line): Act => ({ ...line, icon: 'check' }));
  const move: Act = {
    label: 'Move or rename the topic',
    icon: 'pencil',
    act: () => void openMove(client, conversation),
  };
  return [...resolve, ...(canMoveTopics(store, channel) ? [move] : [])];
}

async function openMove(client: Client, conversation: Conversation): Promise<void> {
  const isHere = client.router.hold();
  let isWanted = true;
  awaitField('dialog', () => {
    isWanted = false;
  });
  const found = findNewest(client, conversation).then((message) => {
    if (!isHere() || !isWanted || dialog.value) return;
    if (!message) client.say('There is nothing to move yet.');
    else if (canMove(client.store, message)) dialog.value = { kind: 'move', message, isOne: false };
    else client.say('These messages are too old to be moved.');
  });
  await client.attempt(found);
  if (isWanted && !dialog.value) takeEarlyText('dialog');
}

const policies: readonly [label: string, policy: (typeof visibility)[keyof typeof visibility]][] = [
  ['As the channel', visibility.inherit],
  ['Muted', visibility.muted],
  ['Unmuted', visibility.unmuted],
  ['Followed', visibility.followed],
];

function PolicyMenu({ conversation }: { conversation: Topic }) {
  const client = useClient();
  const policy = topicPolicies(client.store.read('channels').state).get(keyOf(conversation)) ?? visibility.inherit;
  const icon = policy === visibility.muted ? 'mute' : policy === visibility.followed ? 'star' : 'bell';
  return (
    <Menu label="Notifications of this topic" icon={icon}>
      {(close) => (
        <ul class="menu" aria-label="Notifications of this topic">
          {policies.map(([label, one]) => (
            <MenuItem
              key={one}
              label={label}
              isPressed={one === policy}
              act={() => setTopicPolicy(client, conversation, one)}
              close={close}
            />
          ))}
        </ul>
      )}
    </Menu>
  );
}
