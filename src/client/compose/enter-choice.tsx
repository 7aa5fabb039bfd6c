import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isEnterChosen, noteEnterChoice } from '../device/enter-choice.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { insertText } from '../parts/text-edits.ts';
import { continueList } from './text-keys.ts';

/** Where Enter sends in most products. The keyboards of phones start new lines by it. */
const wide = '(min-width: 48rem) and (hover: hover) and (pointer: fine)';

/** Asks once what Enter does, when it is pressed first. `ask` returns whether the key was taken for that. */
export function useEnterChoice(field: RefObject<HTMLTextAreaElement | null>, send: () => void) {
  const client = useClient();
  const isAsking = useSignal(false);
  const ask = () => {
    const { enter_sends } = client.store.model.state.user_settings;
    isAsking.value = !enter_sends && !isEnterChosen() && matchMedia(wide).matches && field.current?.value.trim() !== '';
    return isAsking.value;
  };
  const leave = () => {
    isAsking.value = false;
    field.current?.focus();
  };
  const choose = (enter_sends: boolean) => {
    noteEnterChoice();
    leave();
    if (enter_sends) {
      void client.attempt(client.call('PATCH', '/settings', { enter_sends }));
      send();
    } else if (field.current && !continueList(field.current)) insertText(field.current, '\n');
  };
  return { ask, choice: isAsking.value && <EnterChoice choose={choose} leave={leave} /> };
}

function EnterChoice({ choose, leave }: { choose: (enterSends: boolean) => void; leave: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave();
  };
  return (
    <fieldset class="topic-choice" onKeyDown={pressed}>
      <legend>{t('compose.enterQuestion')}</legend>
      <button ref={first} type="button" class="button" onClick={() => choose(true)}>
        {t('compose.enterShallSend')}
      </button>
      <button type="button" class="button is-plain" onClick={() => choose(false)}>
        {t('compose.enterStartsLine')}
      </button>
    </fieldset>
  );
}
