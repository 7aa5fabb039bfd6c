import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { isSideOpen } from './view-state.ts';

/** The line above a page: its name, and what can be done with the page as a whole. */
export function PageHead({
  title,
  about,
  children,
}: {
  title: ComponentChildren;
  about?: string;
  children?: ComponentChildren;
}) {
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
        <h1>{title}</h1>
        {about && <p class="quiet">{about}</p>}
      </div>
      <div class="page-tools">{children}</div>
    </header>
  );
}

/** What stands below the head, as wide as is good to read. */
export function PageBody({ children, class: name = '' }: { children: ComponentChildren; class?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus, and a page may hold nothing else
    <div class="page-scroll" tabIndex={0}>
      <div class={`column ${name}`}>{children}</div>
    </div>
  );
}
