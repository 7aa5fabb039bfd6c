import { useSignal } from '@preact/signals';
import type { Emoji } from '../emoji.ts';
import { useClient } from '../view/context.ts';
import { Dialog } from '../view/dialog.tsx';
import { EmojiGrid } from '../view/emoji-dialog.tsx';
import { StatusEmoji } from '../view/status.tsx';

type StatusChoice = Pick<Emoji, 'emoji_name' | 'emoji_code' | 'reaction_type'>;

const none = { emoji_name: '', emoji_code: '', reaction_type: '' };

/** What the user says about themselves at present: words, an emoji, or both. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { user_status, user_id } = client.store.model.state;
  const { status_text = '', emoji_name, emoji_code, reaction_type } = user_status[user_id] ?? {};
  const present = emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : undefined;
  const emoji = useSignal(present as StatusChoice | undefined);
  const save = async (text: string, chosen: StatusChoice | undefined) => {
    const params = { status_text: text, ...(chosen ?? none) };
    if (await client.attempt(client.call('POST', '/users/me/status', { ...params }))) onClose();
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    void save(String(new FormData(event.currentTarget).get('text')), emoji.value);
  };
  return (
    <Dialog title="Your status" onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <label>
          What are you doing?
          <input class="field" name="text" maxLength={60} defaultValue={status_text} autocomplete="off" dir="auto" />
        </label>
        <p>
          {emoji.value ? <StatusEmoji status={emoji.value} /> : 'No emoji'}{' '}
          {emoji.value && (
            <button
              type="button"
              class="link"
              onClick={() => {
                emoji.value = undefined;
              }}
            >
              Without emoji
            </button>
          )}
        </p>
        <div class="buttons">
          <button type="submit" class="button">
            Save
          </button>
          <button type="button" class="button is-plain" onClick={() => void save('', undefined)}>
            Clear
          </button>
        </div>
      </form>
      <EmojiGrid
        onChoose={({ emoji_name, emoji_code, reaction_type }) => {
          emoji.value = { emoji_name, emoji_code, reaction_type };
        }}
      />
    </Dialog>
  );
}
