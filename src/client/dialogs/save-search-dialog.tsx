import type { NarrowTerm } from '../api/types.ts';
import { forgetSearch, savedSearch, saveSearch } from '../commands/saved-searches.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { formatSearch } from '../text/search-text.ts';

const mostCharacters = 100;

/** Keeps a search in the side bar under a name, renames it there, or takes it away. */
export function SaveSearchDialog({ narrow, onClose }: { narrow: readonly NarrowTerm[]; onClose: () => void }) {
  const client = useClient();
  const saved = savedSearch(client, narrow);
  const usual = formatSearch(narrow, client.names).slice(0, mostCharacters);
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    if (name === saved?.name || (await saveSearch(client, narrow, name))) onClose();
  };
  const remove = async () => {
    if (saved && (await forgetSearch(client, saved))) onClose();
  };
  return (
    <Dialog title={t(saved ? 'dialogs.savedSearch' : 'dialogs.saveSearch')} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <p class="quiet">{t('dialogs.saveSearchHint')}</p>
        <label>
          {t('common.name')}
          <input
            class="field"
            name="name"
            maxLength={mostCharacters}
            defaultValue={saved?.name ?? usual}
            required
            autocomplete="off"
          />
        </label>
        {saved ? (
          <FormButtons verb={t('common.save')} other={t('common.remove')} onOther={remove} />
        ) : (
          <FormButtons verb={t('common.save')} other={t('common.cancel')} onOther={onClose} />
        )}
      </form>
    </Dialog>
  );
}
