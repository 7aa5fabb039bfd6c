import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { screen } from '../commands/screen.ts';
import { isSideOpen } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from './context.ts';
import { Tool } from './tool.tsx';

/** The head of a page: its title, and actions for the whole page. */
export function PageHead({
  title,
  about,
  children,
}: {
  title: ComponentChildren;
  about?: string;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useClient();
  useLayoutEffect(() => {
    client.pageTitle.value = heading.current?.textContent?.replace('›', ' › ') ?? '';
  });
  return (
    <header class="page-head">
      <Tool
        name={t('parts.showConversations')}
        icon="list"
        class="menu-button"
        onClick={() => {
          isSideOpen.value = true;
        }}
      />
      <div class="page-title">
        <h1 ref={heading}>{title}</h1>
        {about && <p class="quiet">{about}</p>}
      </div>
      <div class="page-tools">{children}</div>
    </header>
  );
}

/** The content below the head, in a readable width. */
export function PageBody({ children, class: name = '' }: { children: ComponentChildren; class?: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      screen.rows.fill({
        step: (by) => stepIn(frame.current, by),
        scroll: (to) => frame.current && scrollFrame(frame.current, to),
      }),
    [],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus, and a page may hold nothing else
    <div ref={frame} class="page-scroll" tabIndex={0}>
      <div class={`column ${name}`}>{children}</div>
    </div>
  );
}

/** Moves the focus to the next row of a page, or to the first one. */
function stepIn(frame: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row.matches(':focus'));
  rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus();
}

/** Scrolls to an end, or by a number of screens. */
export function scrollFrame(frame: HTMLElement, to: 'start' | 'end' | number): void {
  if (typeof to === 'number') frame.scrollBy({ top: innerHeight * to });
  else frame.scrollTo({ top: to === 'start' ? 0 : frame.scrollHeight });
}
