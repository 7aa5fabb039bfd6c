import { signal } from '@preact/signals-core';
import { isolatorIn } from '../../languages/isolate.ts';
import type { Arguments, Key, PlainKey } from '../../languages/keys.ts';
import { directionOf, type Language } from '../../languages/list.ts';
import { Grammar, type Message, partsOf, type Values } from '../../languages/message.ts';

/** Messages by their names, for which the build puts numbers. */
export type Messages = Readonly<Record<string, Message>>;

const current = signal(wordsOf('en', {}));

/** Shows a message as text, in the language of the client. What reads it is rendered again when that changes. */
export function t<K extends PlainKey>(key: K, ...[values]: Arguments<K>): string {
  return parts<never>(key, (values ?? {}) as Values<never>).join('');
}

/** The parts of a message: texts, and what its parameters are or make. */
export function parts<Part>(key: Key, values: Values<Part>) {
  const { messages, grammar, isolate } = current.value;
  const isolated = Object.entries(values).map(([name, value]) => [name, isolate(value)]);
  return partsOf<Part>(messages[key] ?? key, Object.fromEntries(isolated), grammar);
}

/** A text that leaves the words around it in their order if it is written in the other direction. */
export function isolate(text: string): string {
  return current.value.isolate(text);
}

/** The language of the client. */
export function language(): Language {
  return current.value.language;
}

/** Whether the client is written from right to left. */
export function isRightToLeft(): boolean {
  return directionOf(language()) === 'rtl';
}

/** Shows everything in a language from now on. */
export function adopt(language: Language, messages: Messages): void {
  current.value = wordsOf(language, messages);
}

function wordsOf(language: Language, messages: Messages) {
  return { language, messages, grammar: new Grammar(language), isolate: isolatorIn(language) };
}
