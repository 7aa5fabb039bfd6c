import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { CompletionList, completedBy } from '../parts/completion-list.tsx';
import { useClient } from '../parts/context.ts';
import { linkWords, wrapSelection } from '../parts/text-edits.ts';
import { isComposing, isSending } from '../text/keyboard.ts';
import { continueList, indent } from './text-keys.ts';
import { useCompletion } from './use-completion.ts';

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  initial: string;
  placeholder?: string;
  rows: number;
  isHidden?: boolean;
  /** Sends or saves the text. */
  finish: () => void;
  leave: () => void;
  /** Called for Enter where it starts a new line; returns whether the key was used for something else. */
  onEnter?: () => boolean;
  onInput: () => void;
  onPaste: (event: ClipboardEvent) => void;
  onBlur?: () => void;
}

/** The text field of a message. It completes names, channels, topics and emoji while they are being typed. */
export function MessageField(props: Props) {
  const { field, label, initial, isHidden, finish, leave, onEnter, onInput, onBlur, ...attributes } = props;
  const { state } = useClient().store.read('personal');
  const { options, active, look, choose, close, steer } = useCompletion(field);
  const shown = options.value;
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (!steer(event) && !obey(event, { finish, leave, onEnter }, state.user_settings.enter_sends)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Browsers begin before the text.
  useLayoutEffect(() => field.current?.setSelectionRange(initial.length, initial.length), []);
  return (
    <>
      {shown && <CompletionList options={shown} active={active.value} onChoose={choose} />}
      <textarea
        ref={field}
        {...attributes}
        class={isHidden ? 'is-hidden' : ''}
        defaultValue={initial}
        aria-label={label}
        {...completedBy(shown, active.value)}
        dir="auto"
        onInput={both(look, onInput)}
        onKeyDown={pressed}
        onBlur={both(close, onBlur)}
      />
    </>
  );
}

/** A listener that calls two others. */
export function both<Arguments extends unknown[]>(
  first: (...given: Arguments) => void,
  second?: (...given: Arguments) => void,
): (...given: Arguments) => void {
  return (...given) => {
    first(...given);
    second?.(...given);
  };
}

type Acts = Pick<Props, 'finish' | 'leave'> & { onEnter: Props['onEnter'] };

/** Runs the action of a key in the field. Returns whether the key has one. */
function obey(event: KeyboardEvent, { finish, leave, onEnter }: Acts, enterSends: boolean): boolean {
  const { currentTarget: field, key } = event;
  const isModified = event.ctrlKey || event.metaKey;
  if (isSending(event, enterSends)) finish();
  else if (key === 'Escape') leave();
  else if (!(field instanceof HTMLTextAreaElement)) return false;
  else if (isModified && key === 'b') wrapSelection(field, '**');
  else if (isModified && key === 'i') wrapSelection(field, '*');
  else if (isModified && event.shiftKey && key.toLowerCase() === 'l') linkWords(field);
  else if (key === 'Enter') return (!event.shiftKey && onEnter?.()) || continueList(field);
  // Escape leaves the field, so that the tab key is no trap.
  else if (key === 'Tab') return indent(field, event.shiftKey);
  else return false;
  return true;
}
