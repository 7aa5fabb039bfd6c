import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallMember, ServerEvent } from '../api/types.ts';
import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { reactions as emoji } from './buttons.tsx';
import type { CurrentCall } from './current.ts';

/** How long a reaction is shown, in milliseconds. */
const moment = 4000;

interface Reaction {
  call_id: number;
  /** The id of the user. */
  from: number;
  emoji: string;
}

/** What members sent just now, by user id. */
export function useReactions({ session }: CurrentCall): ReadonlyMap<number, string> {
  const { store } = useClient();
  const shown = useSignal<ReadonlyMap<number, string>>(new Map());
  useLayoutEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const hide = (from: number) => {
      shown.value = new Map([...shown.value].filter(([id]) => id !== from));
    };
    return store.follow((event) => {
      const { type, call_id, ...reaction } = event as ServerEvent & Reaction;
      if (type !== 'call_reaction' || call_id !== session.call_id) return;
      const { from, emoji: name } = reaction;
      shown.value = new Map([...shown.value, [from, emoji[name] ?? `:${name}:`]]);
      clearTimeout(timers.get(from));
      timers.set(from, setTimeout(hide, moment, from));
    });
  }, [session]);
  return shown.value;
}

/** Tells screen readers what happens in the call. */
export function News({ call, reactions }: { call: CurrentCall; reactions: ReadonlyMap<number, string> }) {
  const client = useClient();
  const before = useRef<readonly CallMember[] | undefined>(undefined);
  const text = useSignal('');
  const { value: members } = call.session.members;
  useLayoutEffect(() => {
    const news = before.current ? listNews(client, before.current, members) : [];
    before.current = members;
    if (news.length > 0) text.value = news.join(' ');
  }, [members]);
  useLayoutEffect(() => {
    const [last] = [...reactions].reverse();
    if (last) text.value = t('calls.hasReacted', { name: client.userName(last[0]), emoji: last[1] });
  }, [reactions]);
  return (
    <p class="unseen" role="status">
      {text.value}
    </p>
  );
}

function listNews(client: Client, before: readonly CallMember[], after: readonly CallMember[]): string[] {
  const { user_id: own } = client.store;
  const find = (members: readonly CallMember[], user_id: number) => members.find((one) => one.user_id === user_id);
  const left = before.filter(({ user_id }) => user_id !== own && !find(after, user_id));
  const gone = left.map(({ user_id }) => t('calls.hasLeft', { name: client.userName(user_id) }));
  const others = after.flatMap((member) => {
    const name = client.userName(member.user_id);
    const was = find(before, member.user_id);
    if (member.user_id === own) return was ? listOwn(was, member) : [];
    if (!was) return [t('calls.hasJoined', { name })];
    return [
      ...(member.hand && !was.hand ? [t('calls.hasRaised', { name })] : []),
      ...(member.screen && !was.screen ? [t('calls.hasShared', { name })] : []),
    ];
  });
  return [...gone, ...others];
}

function listOwn(before: CallMember, after: CallMember): string[] {
  if (before.audio === after.audio) return [];
  return [after.audio ? t('calls.nowHeard') : t('calls.nowMuted')];
}
