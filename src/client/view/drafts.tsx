import { useClient } from './context.ts';
import { Icon } from './icon.tsx';
import { PageBody, PageHead } from './page.tsx';
import { formatShort } from './time.ts';

/** What was begun to be written, in this browser. */
export function Drafts() {
  const client = useClient();
  const drafts = [...client.drafts.all.value].sort(([, a], [, b]) => b.changed - a.changed);
  return (
    <main class="page">
      <PageHead title="Drafts" />
      <PageBody>
        {drafts.length === 0 && (
          <div class="empty">
            <h2>No drafts</h2>
            <p>What you begin to write stays here until you send it.</p>
          </div>
        )}
        <ul class="drafts">
          {drafts.map(([key, { conversation, content, changed }]) => (
            <li key={key} class="inbox-row">
              <a href={client.linkTo(conversation)} data-row>
                <b>{client.describe(conversation)}</b> <span class="quiet">{formatShort(changed / 1000)}</span>
                <span class="draft-text">{content.slice(0, 200)}</span>
              </a>
              <button
                type="button"
                class="tool"
                aria-label={`Delete the draft for ${client.describe(conversation)}`}
                onClick={() => client.drafts.keep(conversation, '')}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      </PageBody>
    </main>
  );
}
