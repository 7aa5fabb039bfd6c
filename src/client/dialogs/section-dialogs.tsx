import type { Subscription } from '../api/types.ts';
import { ownSections, placeChannel, renameSection, sectionOf } from '../commands/own-sections.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';

const mostCharacters = 60;

/** Moves a channel to a section of the side bar, or to a new one. */
export function SectionDialog({ channel, onClose }: { channel: Subscription; onClose: () => void }) {
  const client = useClient();
  const { stream_id, name } = channel;
  const here = sectionOf(client, stream_id)?.name;
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const fresh = String(form.get('new')).trim();
    const chosen = fresh || String(form.get('section') ?? '');
    if (await placeChannel(client, stream_id, chosen || undefined)) onClose();
  };
  return (
    <Dialog title={t('dialogs.sectionOf', { name })} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <fieldset>
          <legend>{t('dialogs.section')}</legend>
          {['', ...ownSections(client).map((one) => one.name)].map((one) => (
            <label key={one} class="choice">
              <input type="radio" name="section" value={one} defaultChecked={one === (here ?? '')} />{' '}
              {one || t('forms.none')}
            </label>
          ))}
        </fieldset>
        <label>
          {t('dialogs.newSection')}
          <input class="field" name="new" maxLength={mostCharacters} autocomplete="off" />
        </label>
        <FormButtons verb={t('dialogs.move')} other={t('common.cancel')} onOther={onClose} />
      </form>
    </Dialog>
  );
}

/** Renames a section of the side bar. */
export function RenameSectionDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const client = useClient();
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    const isTaken = next !== name && ownSections(client).some((one) => one.name === next);
    if (isTaken) client.say(t('dialogs.sectionExists'));
    else if (await renameSection(client, name, next)) onClose();
  };
  return (
    <Dialog title={t('dialogs.renameSection')} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <label>
          {t('common.name')}
          <input class="field" name="name" maxLength={mostCharacters} defaultValue={name} required autocomplete="off" />
        </label>
        <FormButtons verb={t('common.rename')} other={t('common.cancel')} onOther={onClose} />
      </form>
    </Dialog>
  );
}
