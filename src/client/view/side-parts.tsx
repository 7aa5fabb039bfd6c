import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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

/** A titled section of the side bar, with an action beside the title. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section>
      <header class="section-head">
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
