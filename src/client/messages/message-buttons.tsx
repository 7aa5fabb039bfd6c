import { useSignal } from '@preact/signals';
import type { Message } from '../api/types.ts';
import { buttonsOf, type MessageButton, pressButton } from '../commands/message-buttons.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Rendered } from '../parts/rendered.tsx';

/** The buttons of a bot's message, and what the bot answers to the person alone who presses one. */
export function MessageButtons({ message: { id } }: { message: Message }) {
  const client = useClient();
  const asked = useSignal<MessageButton | undefined>(undefined);
  const answer = useSignal('');
  const { problem, isBusy, runOnce } = useAction();
  const buttons = client.isSpectator ? [] : buttonsOf(client, id);
  const press = (button: MessageButton) => {
    asked.value = undefined;
    answer.value = '';
    void runOnce(async () => {
      answer.value = await pressButton(client, id, button);
    });
  };
  const ask = (button: MessageButton | undefined) => {
    asked.value = button;
  };
  const choose = (button: MessageButton) => (button.confirm === '' ? press(button) : ask(button));
  if (buttons.length === 0 && answer.value === '' && problem.value === '') return null;
  return (
    <div class="message-buttons">
      <div class="buttons">
        {buttons.map((button) => (
          <button
            key={button.id}
            type="button"
            class="button is-plain"
            aria-disabled={isBusy.value}
            onClick={() => choose(button)}
          >
            <bdi>{button.label}</bdi>
          </button>
        ))}
      </div>
      <Problem text={problem.value} />
      {answer.value !== '' && <Answer html={answer.value} />}
      {asked.value && <Confirmation button={asked.value} onPress={press} onClose={() => ask(undefined)} />}
    </div>
  );
}

function Answer({ html }: { html: string }) {
  return (
    <div role="status">
      <Rendered html={html} />
      <p class="quiet">{t('compose.onlyYouSeeThis')}</p>
    </div>
  );
}

interface ConfirmationProps {
  button: MessageButton;
  onPress: (button: MessageButton) => void;
  onClose: () => void;
}

function Confirmation({ button, onPress, onClose }: ConfirmationProps) {
  return (
    <Dialog title={button.label} onClose={onClose}>
      <p dir="auto">{button.confirm}</p>
      <div class="buttons">
        <button type="button" class="button" onClick={() => onPress(button)}>
          <bdi>{button.label}</bdi>
        </button>
        <button type="button" class="button is-plain" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
