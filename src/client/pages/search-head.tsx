import type { NarrowTerm } from '../api/types.ts';
import { addressOfSearch, savedSearch } from '../commands/saved-searches.ts';
import { openDialog } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { FileList } from '../messages/file-list.tsx';
import { useClient } from '../parts/context.ts';
import { PageBody } from '../parts/page.tsx';
import { Tool } from '../parts/tool.tsx';
import { formatSearch } from '../text/search-text.ts';
import { asksForFiles, type SearchView } from './messages-page.tsx';

interface Props {
  narrow: readonly NarrowTerm[];
  view: SearchView;
}

/** What a search looks for, in terms that can be taken away, what kind of thing it shows, and whether it is kept. */
export function SearchHead({ narrow, view }: Props) {
  return (
    <div class="search-head">
      <Terms narrow={narrow} />
      <Kinds view={view} />
      <Save narrow={narrow} />
    </div>
  );
}

function Terms({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const without = (term: NarrowTerm) => narrow.filter((one) => one !== term);
  return (
    <ul class="chips" aria-label={t('pages.searchTerms')}>
      {narrow.map((term) => {
        const label = formatSearch([term], client.names);
        return (
          <li key={label} class="pick">
            <bdi>{label}</bdi>
            <Tool
              name={t('forms.removeChoice', { label })}
              icon="close"
              onClick={() => client.router.go(addressOfSearch(client, without(term)))}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Kinds({ view }: { view: SearchView }) {
  const kinds = [
    ['messages', t('pages.resultMessages')],
    ['files', t('pages.resultFiles')],
  ] as const;
  return (
    <fieldset class="chips">
      <legend class="unseen">{t('pages.resultKind')}</legend>
      {kinds.map(([kind, label]) => (
        <button
          key={kind}
          type="button"
          class="chip"
          aria-pressed={view.value === kind}
          onClick={() => {
            view.value = kind;
          }}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function Save({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const isSaved = savedSearch(useClient(), narrow) !== undefined;
  return (
    <button type="button" class="button is-plain" onClick={() => openDialog({ kind: 'save-search', narrow })}>
      {isSaved ? t('dialogs.savedSearch') : t('dialogs.saveSearch')}
    </button>
  );
}

/** The files that a search finds. */
export function SearchedFiles({ narrow }: { narrow: readonly NarrowTerm[] }) {
  return (
    <PageBody>
      <FileList narrow={narrow.filter((term) => !asksForFiles(term))} />
    </PageBody>
  );
}
