import { type Signal, signal } from '@preact/signals-core';
import type { ServerEvent, State } from '../api/types.ts';
import type { Client } from '../client.ts';
import { botPatience } from './bot-commands.ts';

/** A button below a message of a bot. */
export interface MessageButton {
  id: string;
  label: string;
  /** What is asked before; empty for nothing. */
  confirm: string;
}

type Buttons = Signal<readonly MessageButton[]>;

interface ButtonsChange extends ServerEvent {
  message_id: number;
  buttons: readonly MessageButton[];
}

/** What a bot answered to the person alone who pressed a button; null for nothing. */
type Answer = { rendered_content: string; visible_to: 'conversation' | 'caller' } | null;

/** The buttons of the messages of bots that were shown, for as long as events keep them up to date. */
const known = new WeakMap<State, Map<number, Buttons>>();
let wanted: number[] = [];

/** The buttons of a message; none until they are fetched, with those of all messages that are shown at the same moment. */
export function buttonsOf(client: Client, message_id: number): readonly MessageButton[] {
  follow(client);
  // A new registration brings a new state: events were missed.
  const all = allOf(client.store.read('realm').state);
  const found = all.get(message_id) ?? signal<readonly MessageButton[]>([]);
  if (!all.has(message_id)) {
    all.set(message_id, found);
    if (wanted.push(message_id) === 1) queueMicrotask(() => void fetchButtons(client));
  }
  return found.value;
}

/** Presses a button. Returns the HTML of an answer for this person alone. Throws the reason if there is none. */
export async function pressButton(client: Client, message_id: number, { id }: MessageButton): Promise<string> {
  const path = `/messages/${message_id}/buttons/${encodeURIComponent(id)}`;
  const { answer } = await client.call<{ answer: Answer }>('POST', path, {}, { silence: botPatience });
  return answer?.visible_to === 'caller' ? answer.rendered_content : '';
}

async function fetchButtons(client: Client): Promise<void> {
  const message_ids = wanted;
  wanted = [];
  const all = allOf(client.store.model.state);
  try {
    const params = { message_ids: JSON.stringify(message_ids) };
    const { buttons } = await client.call<{ buttons: ButtonsChange[] }>('GET', '/messages/buttons', params);
    for (const one of buttons) setButtons(all, one);
  } catch {
    // Fetched again when they are shown the next time.
    for (const id of message_ids) all.delete(id);
  }
}

function follow(client: Client): void {
  client.store.follow((event) => {
    if (event.type === 'message_buttons') setButtons(allOf(client.store.model.state), event as ButtonsChange);
  }, follow);
}

function setButtons(all: ReadonlyMap<number, Buttons>, { message_id, buttons }: ButtonsChange): void {
  const found = all.get(message_id);
  if (found) found.value = buttons;
}

function allOf(state: State): Map<number, Buttons> {
  const all = known.get(state) ?? new Map<number, Buttons>();
  known.set(state, all);
  return all;
}
