import type { ComponentChildren, FunctionComponent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { PageBody, PageHead } from '../parts/page.tsx';

/** A section of a page with its own URL. */
export interface Section {
  id: string;
  name: string;
  Body: FunctionComponent<{ id?: number | undefined }>;
}

interface Props {
  title: string;
  /** The prefix of the URLs: `#settings`. */
  base: string;
  sections: readonly Section[];
  section: string;
  id?: number | undefined;
  /** Actions for the whole page. */
  tools?: ComponentChildren;
}

/** A page in sections, with links to the others beside it. */
export function SectionedPage({ title, base, sections, section, id, tools }: Props) {
  const shown = sections.find((one) => one.id === section) ?? sections[0];
  if (!shown) return null;
  return (
    <main class="page">
      <PageHead title={title}>{tools}</PageHead>
      <div class="sectioned">
        <SectionLinks title={title} base={base} sections={sections} shown={shown} />
        <PageBody key={shown.id}>
          <h2 class="section-title">{shown.name}</h2>
          <shown.Body id={id} />
        </PageBody>
      </div>
    </main>
  );
}

function SectionLinks({ title, base, sections, shown }: Omit<Props, 'section'> & { shown: Section }) {
  const links = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  return (
    <nav ref={links} class="sections" aria-label={title}>
      {sections.map(({ id, name }) => (
        <a key={id} href={`${base}/${id}`} aria-current={id === shown.id ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
