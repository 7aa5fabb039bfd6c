import type { ComponentChildren } from 'preact';

/** How many messages are unread. */
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

/** A part of the side bar with a name, and something to do beside it. */
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
