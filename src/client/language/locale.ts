import { computed } from '@preact/signals-core';
import { findLanguage } from '../../languages/list.ts';
import { language } from './texts.ts';

const chosen = computed(() => {
  const current = language();
  return navigator.languages.find((one) => findLanguage([one]) === current) ?? current;
});

const collator = computed(() => new Intl.Collator(chosen.value));
// Rows name who reacted, and one takes longer to make than to use.
const list = computed(() => new Intl.ListFormat(chosen.value, { type: 'unit' }));

/** The language of the client for `Intl`, in the variety of the browser, if it has one: `en-GB` writes other dates than `en`. */
export function locale(): string {
  return chosen.value;
}

/** Compares two names for sorting, in the order of the language. */
export function compareNames(one: string, other: string): number {
  return collator.value.compare(one, other);
}

/** A date without a time, from UNIX seconds. */
export function formatDate(timestamp: number, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return new Date(timestamp * 1000).toLocaleDateString(chosen.value, options);
}

/** Several names in a row: `Ada, Bo`. */
export function formatList(names: readonly string[]): string {
  return list.value.format(names);
}
