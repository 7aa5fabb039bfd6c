import type { FunctionComponent } from 'preact';
import { visibilityPolicies } from '../../reach/topic-policy.ts';
import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { findNewest, markAllRead } from '../commands/actions.ts';
import { menuOf } from '../commands/command.ts';
import { awaitField, takeEarlyText } from '../commands/early-text.ts';
import { resolveTopic, type Topic } from '../commands/resolve-topic.ts';
import { dialog } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { useClient } from '../parts/context.ts';
import { lazy } from '../parts/lazy.tsx';
import { Menu } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { canMove, canMoveTopics } from '../store/rights.ts';
import { topicPolicies } from '../store/unread.ts';
import type { IconName } from '../text/icons.ts';

/** Actions on the shown conversation. Those of a wide window alone are in its menu elsewhere. */
export function ConversationTools({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const ids = client.unread.value.conversations.get(keyOf(conversation))?.ids ?? [];
  const isTopic = conversation.type === 'topic';
  return (
    <>
      <CallTool conversation={conversation} />
      {isTopic && <TopicTools conversation={conversation} />}
      {/* It keeps its place when everything is read: the head does not change while one reads. */}
      <Tool
        name={t('common.markAllAsRead')}
        icon="read"
        class="is-wide-only"
        aria-disabled={ids.length === 0}
        onClick={() => markAllRead(client, ids)}
      />
    </>
  );
}

interface PageLinesProps {
  narrow: readonly NarrowTerm[];
  close: () => void;
}

export interface PolicyChoiceProps {
  conversation: Topic;
  close: () => void;
}

/** What the menus of a page contain: loaded after the first messages. */
export const pageMenus = new Late<{
  PageLines: FunctionComponent<PageLinesProps>;
  PolicyChoice: FunctionComponent<PolicyChoiceProps>;
}>();

export const callTool = new Late<FunctionComponent<{ conversation: Conversation }>>();

// Its place is kept: the tools beside it do not move once it is there.
const CallTool = lazy(callTool.get, { Before: () => <span class="tool" /> });
const PageLines = lazy(async () => (await pageMenus.get()).PageLines);
const PolicyChoice = lazy(async () => (await pageMenus.get()).PolicyChoice);

/** Narrow windows leave the space to the name of the conversation: they have the actions in one menu. */
export function PageMenu({ narrow }: { narrow: readonly NarrowTerm[] }) {
  return (
    <Menu label={t('common.more')} icon="more" class="is-narrow-only">
      {(close) => <PageLines narrow={narrow} close={close} />}
    </Menu>
  );
}

function TopicTools({ conversation }: { conversation: Topic }) {
  const client = useClient();
  return (
    <>
      {listActs(client, conversation).map(({ label, icon, act }) => (
        <Tool key={icon} name={label} icon={icon} class="is-wide-only" onClick={act} />
      ))}
      <PolicyMenu conversation={conversation} />
    </>
  );
}

interface Act {
  label: string;
  icon: IconName;
  act: () => void;
}

export function listActs(client: Client, conversation: Topic): Act[] {
  const { store } = client;
  const channel = store.channels.value.get(conversation.stream_id);
  if (!channel) return [];
  const resolve = menuOf(client, [resolveTopic], conversation).map(
    ({ label, act }): Act => ({ label, act, icon: 'check' }),
  );
  const move: Act = {
    label: t('common.moveTopic'),
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
    if (!message) client.say(t('pages.nothingToMove'));
    else if (canMove(client.store, message)) dialog.value = { kind: 'move', message, isOne: false };
    else client.say(t('pages.tooOldToMove'));
  });
  await client.attempt(found);
  if (isWanted && !dialog.value) takeEarlyText('dialog');
}

function PolicyMenu({ conversation }: { conversation: Topic }) {
  const client = useClient();
  const policy = policyOf(client, conversation);
  const icon =
    policy === visibilityPolicies.muted ? 'mute' : policy === visibilityPolicies.followed ? 'ringing' : 'bell';
  return (
    <Menu label={t('pages.topicNotifications')} icon={icon}>
      {(close) => <PolicyChoice conversation={conversation} close={close} />}
    </Menu>
  );
}

export function policyOf(client: Client, topic: Topic): number {
  return topicPolicies(client.store.read('channels').state).get(keyOf(topic)) ?? visibilityPolicies.inherit;
}
