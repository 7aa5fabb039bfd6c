import type { ComponentChildren } from 'preact';
import { PageBody, PageHead } from '../view/page.tsx';

interface Props {
  title: string;
  page: 'settings' | 'organization';
  sections: readonly (readonly [section: string, name: string])[];
  section: string;
  children: ComponentChildren;
}

/** A page in sections, with the way to the others at its head. */
export function TabbedPage({ title, page, sections, section, children }: Props) {
  return (
    <main class="page">
      <PageHead title={title} />
      <nav class="tabs" aria-label={title}>
        {sections.map(([id, name]) => (
          <a key={id} href={`#${page}/${id}`} aria-current={id === section ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <PageBody>{children}</PageBody>
    </main>
  );
}
