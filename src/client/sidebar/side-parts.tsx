import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Call } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { listCalls } from '../store/calls.ts';
import { StoredList } from '../store/stored-list.ts';
import type { UnreadConversation } from '../store/unread.ts';

/** A number of unread messages. */
export function Count({
  count,
  isMention = false,
  isMuted = false,
}: {
  count: number;
  isMention?: boolean;
  isMuted?: boolean;
}) {
  if (count === 0) return null;
  const classes = ['unread-count', isMention && 'is-mention', isMuted && 'is-muted'];
  return (
    <span class={classes.filter(Boolean).join(' ')} aria-label={t('sidebar.unread', { count })} role="img">
      {count}
    </span>
  );
}

/** Marks an entry in which a call is live. */
export function CallSign({ isLive }: { isLive: (call: Call) => boolean }) {
  if (!listCalls(useClient().store)?.some(isLive)) return null;
  return <span class="call-sign" role="img" aria-label={t('calls.live')} title={t('calls.live')} />;
}

/** Scrolls an entry of the side bar into view when it becomes the shown one. */
export function useInSight(isHere: boolean): RefObject<HTMLAnchorElement | null> {
  const entry = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (isHere) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return entry;
}

interface MoreProps {
  isWhole: Signal<boolean>;
  label: string;
  /** The conversations with unread messages that the short list lacks. */
  unread?: readonly UnreadConversation[];
}

/** Switches between a short list and the whole one. */
export function MoreButton({ isWhole, label, unread = [] }: MoreProps) {
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
  return (
    <li>
      <button
        type="button"
        class="entry is-more"
        aria-expanded={isWhole.value}
        onClick={() => {
          isWhole.value = !isWhole.value;
        }}
      >
        <span class="name">{label}</span>
        <Count
          count={sum(unread.map(({ ids }) => ids.length))}
          isMention={unread.some(({ mentions }) => mentions > 0)}
        />
      </button>
    </li>
  );
}

interface SectionProps {
  /** By which this device remembers whether it is folded. */
  id: string;
  title: string;
  action?: ComponentChildren;
  /** The key of a group of channels, which takes those that are dropped there. */
  group?: string;
  /** The entries: all, or in a folded section those with unread messages and the shown one. */
  children: (isFolded: boolean) => ComponentChildren;
}

const stored = new StoredList<string>(localStorage, 'folded');
const folded = signal<readonly string[]>(stored.load());

/** Whether this device shows a group folded, and how that is changed. */
export function useFold(id: string): { isFolded: boolean; toggle: () => void } {
  const isFolded = folded.value.includes(id);
  const toggle = () => {
    folded.value = isFolded ? folded.value.filter((one) => one !== id) : [...folded.value, id];
    stored.save(folded.value);
  };
  return { isFolded, toggle };
}

/** A section of the side bar that can be folded, with an action beside its title. */
export function Section({ id, title, action, group, children }: SectionProps) {
  const { isFolded, toggle } = useFold(id);
  return (
    <section data-section={group}>
      <header class="section-head">
        <h2>
          <button type="button" class="fold" aria-expanded={!isFolded} onClick={toggle}>
            {title} <Icon name="down" />
          </button>
        </h2>
        {action}
      </header>
      {children(isFolded)}
    </section>
  );
}
