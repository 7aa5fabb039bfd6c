import { useComputed, useSignal } from '@preact/signals';
import { formatNarrow } from '../routes.ts';
import { Avatar, PresenceDot } from './avatar.tsx';
import { fold } from './completions.ts';
import { useClient } from './context.ts';
import { Dialog } from './dialog.tsx';

/** Chooses the people of a direct conversation. */
export function DirectDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const chosen = useSignal<readonly number[]>([]);
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
  const start = () => {
    onClose();
    client.router.go(client.linkTo({ type: 'direct', user_ids: chosen.value }));
  };
  return (
    <Dialog title="New direct message" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.value.length > 0) start();
        }}
      >
        <input
          class="field"
          type="search"
          aria-label="Find people"
          placeholder="Find people"
          onInput={({ currentTarget }) => {
            written.value = currentTarget.value;
          }}
        />
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
        <button type="submit" class="button" disabled={chosen.value.length === 0}>
          {chosen.value.length === 0 ? 'Choose somebody' : `Write to ${client.describePeople(chosen.value)}`}
        </button>
      </form>
    </Dialog>
  );
}

/** Makes a channel. */
export function ChannelDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const problem = useSignal('');
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    try {
      const { id } = await client.call<{ id: number }>('POST', '/channels/create', {
        name: String(form.get('name')).trim(),
        description: String(form.get('description')),
        invite_only: form.get('privacy') === 'private',
        history_public_to_subscribers: true,
        subscribers: [client.store.user_id],
      });
      onClose();
      client.router.go(formatNarrow([{ operator: 'channel', operand: id }]));
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <Dialog title="New channel" onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <label>
          Name
          <input name="name" class="field" required maxLength={60} autocomplete="off" />
        </label>
        <label>
          What it is for
          <input name="description" class="field" maxLength={1024} autocomplete="off" />
        </label>
        <fieldset>
          <legend>Who may read it</legend>
          <label class="choice">
            <input type="radio" name="privacy" value="public" defaultChecked /> Everybody in the organization
          </label>
          <label class="choice">
            <input type="radio" name="privacy" value="private" /> Only people who are added
          </label>
        </fieldset>
        {problem.value !== '' && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="button">
          Make the channel
        </button>
      </form>
    </Dialog>
  );
}
