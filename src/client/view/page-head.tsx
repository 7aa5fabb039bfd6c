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
