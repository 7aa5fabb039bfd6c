import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
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
    <span class={classes.filter(Boolean).join(' ')} aria-label={`${count} unread`} role="img">
      {count}
    </span>
  );
}

/** Scrolls an entry of the side bar into view when it becomes the shown one. */
export function useInSight(isHere: boolean): RefObject<HTMLAnchorElement | null> {
  const entry = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return entry;
}

interface MoreProps {
  isWhole: Signal<boolean>;
  name: string;
  count: number;
  /** The conversations with unread messages that the short list lacks. */
  unread?: readonly UnreadConversation[];
}

/** Switches between a short list and the whole one. */
export function MoreButton({ isWhole, name, count, unread = [] }: MoreProps) {
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
        <span class="name">{isWhole.value ? `Show fewer ${name}` : `Show all ${count} ${name}`}</span>
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
  /** The entries: all, or in a folded section those with unread messages and the shown one. */
  children: (isFolded: boolean) => ComponentChildren;
}

const stored = new StoredList<string>(localStorage, 'folded');
const folded = signal<readonly string[]>(stored.load());

/** A section of the side bar that can be folded, with an action beside its title. */
export function Section({ id, title, action, children }: SectionProps) {
  const isFolded = folded.value.includes(id);
  const toggle = () => {
    folded.value = isFolded ? folded.value.filter((one) => one !== id) : [...folded.value, id];
    stored.save(folded.value);
  };
  return (
    <section>
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
