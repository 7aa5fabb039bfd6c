import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { isSideOpen } from './view-state.ts';

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
  useEffect(() => {
    client.pageTitle.value = heading.current?.textContent?.replace('›', ' › ') ?? '';
  });
  return (
    <header class="page-head">
      <button
        type="button"
        class="tool menu-button"
        aria-label="Show conversations"
        onClick={() => {
          isSideOpen.value = true;
        }}
      >
        <Icon name="list" />
      </button>
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus, and a page may hold nothing else
    <div class="page-scroll" tabIndex={0}>
      <div class={`column ${name}`}>{children}</div>
    </div>
  );
}
