import type { ComponentChildren } from 'preact';

interface Choice {
  text: string;
  act: () => void;
}

interface Props {
  label: string;
  children: ComponentChildren;
  /** Undefined if there is nothing to do here. */
  main?: Choice | undefined;
  other: Choice;
}

/** A question above a page, which can be left alone. */
export function Ask({ label, children, main, other }: Props) {
  return (
    <aside class="ask" aria-label={label}>
      <p>{children}</p>
      <div class="ask-buttons">
        {main && (
          <button type="button" class="button" onClick={main.act}>
            {main.text}
          </button>
        )}
        <button type="button" class="link" onClick={other.act}>
          {other.text}
        </button>
      </div>
    </aside>
  );
}
