import { type Signal, useComputed, useSignal } from '@preact/signals';
import { Avatar, PresenceDot } from './avatar.tsx';
import { useClient } from './context.ts';
import { Dialog } from './dialog.tsx';
import { FindField } from './find-field.tsx';
import { fold } from './ranking.ts';
import { focusComposer } from './view-state.ts';

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
    <Dialog title="New direct message" onClose={onClose}>
      <form class="form" onSubmit={start}>
        <PeopleChoice chosen={chosen} />
        <button type="submit" class="button" disabled={chosen.value.length === 0}>
          {chosen.value.length === 0 ? 'Choose somebody' : `Write to ${client.describePeople(chosen.value)}`}
        </button>
      </form>
    </Dialog>
  );
}

/** A list of all users with check boxes, filtered by a part of their name. */
function PeopleChoice({ chosen }: { chosen: Signal<readonly number[]> }) {
  const client = useClient();
  const written = useSignal('');
  const people = useComputed(() =>
    client.store
      .read('people')
      .state.realm_users.filter(({ full_name }) => fold(full_name).includes(fold(written.value)))
      .sort((a, b) => a.full_name.localeCompare(b.full_name)),
  );
  const toggle = (id: number) => {
    const isChosen = chosen.value.includes(id);
    chosen.value = isChosen ? chosen.value.filter((one) => one !== id) : [...chosen.value, id];
  };
  return (
    <>
      <FindField label="Find people" written={written} />
      {people.value.length === 0 && <p class="quiet">Nobody has this name.</p>}
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
    </>
  );
}
