import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { NarrowTerm, User } from '../api/types.ts';
import { togglePeople } from '../commands/view-state.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Avatar, PresenceDot } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { StatusMark } from '../parts/status.tsx';
import { Tool } from '../parts/tool.tsx';
import { conversationIn } from '../store/conversation.ts';
import { enterDrawer } from './drawers.ts';

/** The list of users with their presence: those of the conversation first. */
export function People({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const groups = useGroups(useMembers(narrow));
  // This view is loaded when it is first opened, so that it may come later than the next frame.
  useLayoutEffect(() => void enterDrawer('.people'), []);
  return (
    <aside class="people" aria-label={t('common.people')}>
      <Tool name={t('sidebar.hidePeople')} icon="close" class="close" onClick={togglePeople} />
      {groups
        .filter(([, people]) => people.length > 0)
        .map(([title, people]) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul class="links">
              {people.map((user) => (
                <PersonEntry key={user.user_id} user={user} />
              ))}
            </ul>
          </section>
        ))}
    </aside>
  );
}

// Values of the setting for the list of users.
const byName = 1;
const withPicture = 3;

function PersonEntry({ user: { user_id, full_name } }: { user: User }) {
  const { user_list_style } = useClient().store.read('personal').state.user_settings;
  return (
    <li>
      <a class="entry" href={`#user/${user_id}`}>
        {user_list_style === withPicture && <Avatar user_id={user_id} size={24} />}
        <PresenceDot user_id={user_id} />
        <span class="name" dir="auto">
          {full_name}
        </span>
        {user_list_style !== byName && <StatusMark user_id={user_id} />}
      </a>
    </li>
  );
}

/** The members of a conversation or channel; empty for other narrows. */
function useMembers(narrow: readonly NarrowTerm[]): ReadonlySet<number> {
  const { call } = useClient();
  const [first] = narrow;
  const stream_id = first?.operator === 'channel' && typeof first.operand === 'number' ? first.operand : undefined;
  const members = useSignal<ReadonlySet<number>>(new Set());
  useLayoutEffect(() => {
    const conversation = conversationIn(narrow);
    members.value = new Set(conversation?.type === 'direct' ? conversation.user_ids : []);
    if (stream_id === undefined) return;
    let isShown = true;
    call<{ subscribers: number[] }>('GET', `/streams/${stream_id}/members`)
      .then(({ subscribers }) => {
        if (isShown) members.value = new Set(subscribers);
      })
      // The list then shows all users together.
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [stream_id, JSON.stringify(narrow)]);
  return members.value;
}

/** Members and others, online users before offline ones. */
function useGroups(members: ReadonlySet<number>): readonly [title: string, people: readonly User[]][] {
  const { store, presence } = useClient();
  const rank = { active: 0, idle: 1, offline: 2 };
  const rankOf = ({ user_id }: User) => rank[presence.of(user_id)];
  const people = store
    .read('people')
    .state.realm_users.filter(({ is_bot }) => !is_bot)
    .sort((a, b) => rankOf(a) - rankOf(b) || compareNames(a.full_name, b.full_name));
  const { here = [], others = [] } = Object.groupBy(people, (user) => (members.has(user.user_id) ? 'here' : 'others'));
  return [
    [t('sidebar.inThisConversation'), here],
    [here.length > 0 ? t('sidebar.others') : t('common.people'), others],
  ];
}
