import { type VisibilityPolicy, visibilityPolicies } from '../../reach/topic-policy.ts';
import { markAllRead, setTopicPolicy } from '../commands/actions.ts';
import { togglePeople } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { MenuItem, MenuLink } from '../parts/menu.tsx';
import { keyOf } from '../store/conversation.ts';
import { type Act, policyOf, type TopicMenuProps } from './conversation-tools.tsx';

/** What narrow windows show no buttons for. */
export function TopicMenu({ conversation, acts, close }: TopicMenuProps & { acts: readonly Act[] }) {
  return (
    <ul class="menu">
      <MarkRead conversation={conversation} close={close} />
      {acts.map((act) => (
        <MenuItem key={act.label} {...act} close={close} />
      ))}
      <MenuLink
        label={t('pages.aboutChannel')}
        icon="sliders"
        href={`#channels/${conversation.stream_id}`}
        close={close}
      />
      <MenuItem label={t('common.people')} icon="people" act={togglePeople} close={close} />
    </ul>
  );
}

function MarkRead({ conversation, close }: TopicMenuProps) {
  const client = useClient();
  const ids = client.unread.value.conversations.get(keyOf(conversation))?.ids ?? [];
  if (ids.length === 0) return null;
  return <MenuItem label={t('common.markAllAsRead')} icon="read" act={() => markAllRead(client, ids)} close={close} />;
}

const policies = (): readonly [label: string, policy: VisibilityPolicy][] => [
  [t('pages.asTheChannel'), visibilityPolicies.inherit],
  [t('common.topicMuted'), visibilityPolicies.muted],
  [t('common.topicUnmuted'), visibilityPolicies.unmuted],
  [t('common.topicFollowed'), visibilityPolicies.followed],
];

/** Which messages of a topic notify. */
export function PolicyChoice({ conversation, close }: TopicMenuProps) {
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
