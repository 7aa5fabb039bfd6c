import type { ComponentChildren } from 'preact';
import { PageBody, PageHead } from '../parts/page.tsx';

interface Props<Item> {
  title: string;
  items: readonly Item[];
  /** The text for an empty list, and how to add items. */
  empty: { title: string; text: string };
  children: (item: Item) => ComponentChildren;
}

/** A page of items that are due later, the next one first. */
export function LaterPage<Item extends { scheduled_delivery_timestamp: number }>(props: Props<Item>) {
  const { title, items, empty, children } = props;
  const inOrder = items.toSorted((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  return (
    <main class="page">
      <PageHead title={title} />
      <PageBody>
        {inOrder.length === 0 && (
          <div class="empty">
            <h2>{empty.title}</h2>
            <p>{empty.text}</p>
          </div>
        )}
        <ul class="later">{inOrder.map(children)}</ul>
      </PageBody>
    </main>
  );
}

/** A text button of a row, such as Delete. */
export function RowButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" class="button is-plain" onClick={onClick}>
      {text}
    </button>
  );
}
