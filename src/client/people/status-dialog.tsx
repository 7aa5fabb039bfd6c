import { type Signal, useSignal } from '@preact/signals';
import { EmojiGrid } from '../dialogs/emoji-picker.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { StatusEmoji } from '../parts/status.tsx';
import { characterOf, type Emoji } from '../text/emoji.ts';
import { EndChoice } from './end-choice.tsx';

type StatusChoice = Pick<Emoji, 'emoji_name' | 'emoji_code' | 'reaction_type'>;

const none = { emoji_name: '', emoji_code: '', reaction_type: '' };

/** Suggested statuses: a text, and an emoji by name and code. */
const usual = () =>
  [
    [t('people.inAMeeting'), 'calendar', '1f4c5'],
    [t('people.commuting'), 'bus', '1f68c'],
    [t('people.outSick'), 'sick', '1f912'],
    [t('people.onVacation'), 'palm_tree', '1f334'],
    [t('people.workingFromHome'), 'house', '1f3e0'],
  ] as const;

/** Sets the user's status: a text, an emoji, or both. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { user_status, user_id, availability } = client.store.model.state;
  const ends_at = availability?.status_ends_at ?? null;
  const { status_text = '', emoji_name, emoji_code, reaction_type } = user_status[user_id] ?? {};
  const present = emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : undefined;
  const emoji = useSignal(present as StatusChoice | undefined);
  const end = useSignal(ends_at);
  const save = async (text: string, chosen: StatusChoice | undefined) => {
    const params = { status_text: text, ...(chosen ?? none), ends_at: end.value };
    if (await client.attempt(client.call('POST', '/users/me/status', { ...params }))) onClose();
  };
  return (
    <Dialog title={t('people.yourStatus')} onClose={onClose}>
      <StatusForm text={status_text} emoji={emoji} end={end} save={save} />
      <Usual save={save} />
      <EmojiGrid
        onChoose={({ emoji_name, emoji_code, reaction_type }) => {
          emoji.value = { emoji_name, emoji_code, reaction_type };
        }}
      />
    </Dialog>
  );
}

interface FormProps {
  text: string;
  emoji: Signal<StatusChoice | undefined>;
  end: Signal<number | null>;
  save: (text: string, chosen: StatusChoice | undefined) => Promise<void>;
}

function StatusForm({ text, emoji, end, save }: FormProps) {
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    void save(String(new FormData(event.currentTarget).get('text')), emoji.value);
  };
  return (
    <form class="form" onSubmit={submitted}>
      <label>
        {t('people.statusText')}
        <input class="field" name="text" maxLength={60} defaultValue={text} autocomplete="off" dir="auto" />
      </label>
      <EndChoice end={end} />
      <ChosenEmoji emoji={emoji} />
      <FormButtons verb={t('common.save')} other={t('people.clear')} onOther={() => void save('', undefined)} />
    </form>
  );
}

/** Sets a suggested status in one step. */
function Usual({ save }: Pick<FormProps, 'save'>) {
  return (
    <fieldset class="chips">
      <legend class="unseen">{t('people.orSay')}</legend>
      {usual().map(([text, emoji_name, emoji_code]) => (
        <button
          key={text}
          type="button"
          class="chip"
          onClick={() => void save(text, { emoji_name, emoji_code, reaction_type: 'unicode_emoji' })}
        >
          {characterOf(emoji_code)} {text}
        </button>
      ))}
    </fieldset>
  );
}

function ChosenEmoji({ emoji }: Pick<FormProps, 'emoji'>) {
  if (!emoji.value) return <p>{t('people.noEmoji')}</p>;
  return (
    <p>
      <StatusEmoji status={emoji.value} />{' '}
      <button
        type="button"
        class="link"
        onClick={() => {
          emoji.value = undefined;
        }}
      >
        {t('people.withoutEmoji')}
      </button>
    </p>
  );
}
