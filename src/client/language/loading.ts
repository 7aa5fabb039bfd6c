import { untracked } from '@preact/signals-core';
import { directionOf, findLanguage, type Language } from '../../languages/list.ts';
import { fetchAsset } from './asset.ts';
import { adopt, language, type Messages } from './texts.ts';

let groups: readonly string[] = [];
const fetched = new Map<string, Messages>();
let last: Promise<unknown> = Promise.resolve();

/** Takes the messages of the first view, which the page has in the language of its user. */
export function adoptPage(): void {
  const element = document.getElementById('messages');
  const chosen = findLanguage([document.documentElement.lang]) ?? 'en';
  const messages = JSON.parse(element?.textContent ?? '{}') as Messages;
  element?.remove();
  groups = ['first'];
  fetched.set(nameOf(chosen, 'first'), messages);
  adopt(chosen, messages);
}

/** Loads a group of messages, as the build forms them, before what shows them. Rejects if that fails. */
export function loadGroup(group: string): Promise<void> {
  return inTurn(() => load(untracked(language), [...new Set([...groups, group])]));
}

/** Changes the language, once all messages that are in use are loaded. Rejects if that fails. */
export function chooseLanguage(chosen: Language): Promise<void> {
  return inTurn(() => load(chosen, groups));
}

// One after the other, so that messages of two languages never mix.
function inTurn(task: () => Promise<void>): Promise<void> {
  const turn = last.then(task);
  last = turn.catch(() => {});
  return turn;
}

async function load(chosen: Language, needed: readonly string[]): Promise<void> {
  const found = await Promise.all(needed.map((group) => fetchGroup(chosen, group)));
  groups = needed;
  adopt(chosen, Object.assign({}, ...found));
  Object.assign(document.documentElement, { lang: chosen, dir: directionOf(chosen) });
}

async function fetchGroup(language: Language, group: string): Promise<Messages> {
  const name = nameOf(language, group);
  const known = fetched.get(name) ?? (JSON.parse(await fetchAsset(name)) as Messages);
  fetched.set(name, known);
  return known;
}

function nameOf(language: Language, group: string): string {
  return `${language}-${group}-${document.documentElement.dataset.texts}.json`;
}
