/** Whether a key belongs to an input method that composes characters. Old browsers report it by the code 229. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Whether keys are typed into text, so that they are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a key in the text of a message sends it. `enterSends` is the user's setting. */
export function isSending({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, enterSends: boolean): boolean {
  return key === 'Enter' && !shiftKey && (ctrlKey || metaKey || enterSends);
}
