import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { NarrowTerm } from '../api/types.ts';
import { conversationIn } from '../store/conversation.ts';
import { PresenceDot } from './avatar.tsx';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { StatusMark } from './status.tsx';
import { togglePeople } from './view-state.ts';

/** Who is here: those of the conversation first. */
export function People({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const [first] = narrow;
  const stream_id = first?.operator === 'channel' && typeof first.operand === 'number' ? first.operand : undefined;
  const members = useSignal<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const conversation = conversationIn(narrow);
    members.value = new Set(conversation?.type === 'direct' ? conversation.user_ids : []);
    if (stream_id === undefined) return;
    client
      .call<{ subscribers: number[] }>('GET', `/streams/${stream_id}/members`)
      .then(({ subscribers }) => {
        members.value = new Set(subscribers);
      })
      // The list is then one of all people.
      .catch(() => {});
  }, [stream_id, JSON.stringify(narrow)]);
  const groups = useComputed(() => {
    const rank = { active: 0, idle: 1, offline: 2 };
    const people = client.store
      .read('people')
      .state.realm_users.filter(({ is_bot }) => !is_bot)
      .sort(
        (a, b) =>
          rank[client.presence.of(a.user_id)] - rank[client.presence.of(b.user_id)] ||
          a.full_name.localeCompare(b.full_name),
      );
    const here = people.filter(({ user_id }) => members.value.has(user_id));
    const others = people.filter(({ user_id }) => !members.value.has(user_id));
    return [
      ['In this conversation', here],
      [here.length > 0 ? 'Others' : 'People', others],
    ] as const;
  });
  return (
    <aside class="people" aria-label="People">
      <button type="button" class="tool close" aria-label="Hide people" onClick={togglePeople}>
        <Icon name="close" />
      </button>
      {groups.value
        .filter(([, people]) => people.length > 0)
        .map(([title, people]) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul class="links">
              {people.map(({ user_id, full_name }) => (
                <li key={user_id}>
                  <a class="entry" href={`#user/${user_id}`}>
                    <PresenceDot user_id={user_id} />
                    <span class="name">{full_name}</span>
                    <StatusMark user_id={user_id} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </aside>
  );
}
