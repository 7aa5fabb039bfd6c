import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { Client } from '../client.ts';
import { focusComposer } from '../commands/screen.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Avatar, PresenceDot } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FindField } from '../parts/find-field.tsx';
import { fold } from '../text/ranking.ts';

/** Selects the participants of a direct conversation. */
export function DirectDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const chosen = useSignal<readonly number[]>([]);
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen.value.length === 0) return;
    onClose();
    client.router.go(client.linkTo({ type: 'direct', user_ids: chosen.value }));
    focusComposer();
  };
  return (
    <Dialog title={t('common.newDirectMessage')} onClose={onClose}>
      <form class="form" onSubmit={start}>
        <PeopleChoice chosen={chosen} />
        <button type="submit" class="button" disabled={chosen.value.length === 0}>
          {labelOf(client, chosen.value)}
        </button>
      </form>
    </Dialog>
  );
}

function labelOf(client: Client, chosen: readonly number[]): string {
  if (chosen.length === 0) return t('dialogs.chooseSomebody');
  const isAlone = chosen.length === 1 && chosen[0] === client.store.user_id;
  return isAlone ? t('dialogs.openNotesToYourself') : t('dialogs.writeTo', { people: client.describePeople(chosen) });
}

/** The users whose name contains a text. */
function usePeople({ store }: Client, written: Signal<string>) {
  return useComputed(() =>
    store
      .read('people')
      .state.realm_users.filter(({ full_name }) => fold(full_name).includes(fold(written.value)))
      .sort((a, b) => compareNames(a.full_name, b.full_name)),
  );
}

/** A list of all users with check boxes, filtered by a part of their name. */
function PeopleChoice({ chosen }: { chosen: Signal<readonly number[]> }) {
  const client = useClient();
  const written = useSignal('');
  const people = usePeople(client, written);
  const toggle = (id: number) => {
    const isChosen = chosen.value.includes(id);
    chosen.value = isChosen ? chosen.value.filter((one) => one !== id) : [...chosen.value, id];
  };
  /** Chooses somebody found by a part of the name; the next one is found in the same field. */
  const chooseFirst = (event: KeyboardEvent) => {
    const first = people.value.find(({ user_id }) => !chosen.value.includes(user_id));
    if (written.value.trim() === '') return;
    event.preventDefault();
    if (!first) return;
    chosen.value = [...chosen.value, first.user_id];
    written.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the check boxes inside take keys themselves
    <div class="form" onKeyDown={moveByArrows}>
      <FindField label={t('dialogs.findPeople')} written={written} onEnter={chooseFirst} />
      {people.value.length === 0 && <p class="quiet">{t('dialogs.nobodyFound')}</p>}
      <ul class="people-list is-choice">
        {people.value.map(({ user_id, full_name }) => (
          <li key={user_id}>
            <label>
              <input type="checkbox" checked={chosen.value.includes(user_id)} onChange={() => toggle(user_id)} />
              <Avatar user_id={user_id} size={28} />
              <span>{full_name}</span>
              <PresenceDot user_id={user_id} />
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Arrow keys lead from the field to the people and back, and Enter chooses somebody, or writes to those chosen. */
function moveByArrows(event: KeyboardEvent): void {
  const { currentTarget: list, target, key } = event;
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLInputElement)) return;
  const all = [...list.querySelectorAll('input')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
  const isChoice = key === 'Enter' && target.type === 'checkbox' && !target.checked;
  if (isChoice) target.click();
  else if (step !== 0) all[all.indexOf(target) + step]?.focus();
  else return;
  event.preventDefault();
}
