import { type VisibilityPolicy, visibilityPolicies } from '../../reach/topic-policy.ts';
import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { markAllRead, setTopicPolicy } from '../commands/actions.ts';
import { startOrJoin } from '../commands/call-commands.ts';
import { newTopic } from '../commands/channel-commands.ts';
import { type Line, menuOf } from '../commands/command.ts';
import { goToDay } from '../commands/days.ts';
import { togglePeople } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { MenuItem, MenuLink } from '../parts/menu.tsx';
import { type Conversation, conversationIn, keyOf } from '../store/conversation.ts';
import { listActs, type PolicyChoiceProps, policyOf } from './conversation-tools.tsx';

/** The actions of a page that narrow windows have no button for. */
export function PageLines({ narrow, close }: { narrow: readonly NarrowTerm[]; close: () => void }) {
  const client = useClient();
  const conversation = conversationIn(narrow);
  const topic = conversation?.type === 'topic' ? conversation : undefined;
  const [first] = narrow;
  const stream_id = first?.operator === 'channel' ? Number(first.operand) : undefined;
  // Wider windows have room for buttons of what people do most.
  const isPhone = matchMedia('(max-width: 48rem)').matches;
  const lines = [
    ...(isPhone ? listFrequent(client, stream_id, conversation) : []),
    ...(conversation ? listReading(client, conversation) : []),
    ...(topic ? listActs(client, topic) : []),
    ...menuOf(client, [goToDay], undefined),
  ];
  return (
    <>
      <ul class="menu">
        {lines.map(({ label, icon, act }) => (
          <MenuItem key={label} label={label} icon={icon} act={act} close={close} />
        ))}
        {stream_id !== undefined && (
          <MenuLink label={t('pages.aboutChannel')} icon="sliders" href={`#channels/${stream_id}`} close={close} />
        )}
        <MenuItem label={t('common.people')} icon="people" act={togglePeople} close={close} />
      </ul>
      {isPhone && topic && (
        <div class="menu-part">
          <h2>{t('pages.topicNotifications')}</h2>
          <PolicyChoice conversation={topic} close={close} />
        </div>
      )}
    </>
  );
}

type PageLine = Pick<Line, 'label' | 'icon' | 'act'>;

function listFrequent(client: Client, stream_id: number | undefined, conversation: Conversation | undefined) {
  const channel = client.store.subscriptions.value.get(stream_id ?? 0);
  return [
    ...(channel ? menuOf(client, [newTopic], channel) : []),
    ...(conversation ? menuOf(client, [startOrJoin], conversation) : []),
  ];
}

function listReading(client: Client, conversation: Conversation): PageLine[] {
  const ids = client.unread.value.conversations.get(keyOf(conversation))?.ids ?? [];
  if (ids.length === 0) return [];
  return [{ label: t('common.markAllAsRead'), icon: 'read', act: () => markAllRead(client, ids) }];
}

const policies = (): readonly [label: string, policy: VisibilityPolicy][] => [
  [t('pages.asTheChannel'), visibilityPolicies.inherit],
  [t('common.topicMuted'), visibilityPolicies.muted],
  [t('common.topicUnmuted'), visibilityPolicies.unmuted],
  [t('common.topicFollowed'), visibilityPolicies.followed],
];

/** Which messages of a topic notify. */
export function PolicyChoice({ conversation, close }: PolicyChoiceProps) {
  const client = useClient();
  const policy = policyOf(client, conversation);
  return (
    <ul class="menu" aria-label={t('pages.topicNotifications')}>
      {policies().map(([label, one]) => (
        <MenuItem
          key={one}
          label={label}
          isPressed={one === policy}
          act={() => setTopicPolicy(client, conversation, one)}
          close={close}
        />
      ))}
    </ul>
  );
}
