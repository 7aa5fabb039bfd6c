import { Child, launchFlags } from './child.ts';
import { Connection, getRequest } from './connection.ts';
import type { Person } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { median } from './rounds.ts';
import { indexAll, makeSearched } from './searched.ts';

const messages = 100_000;
const pageSize = 100;
/** Ranks of the words, of which each is searched for once: all are in more messages than a page has. */
const words = { from: 20, until: 420 };
const warming = 50;

/** A page of the newest messages with a word that nobody searched for before; the floor is a page without a search. */
export async function firstSearch(): Promise<Figure[]> {
  const { folder, words: all, members } = makeSearched(messages);
  indexAll(folder);
  const chatd = await Child.start('chatd', [folder], launchFlags);
  const connection = await Connection.open(chatd.port);
  const page = (narrow: readonly object[], anchor: string) => {
    const range = { anchor, num_before: String(pageSize), num_after: '0', narrow: JSON.stringify(narrow) };
    return getRequest(`/api/v1/messages?${new URLSearchParams(range)}`, members[0] as Person);
  };
  const wanted = all.list.slice(words.from, words.until);
  const searches = wanted.map((operand) => page([{ operator: 'search', operand }], 'newest'));
  const found = await measure(chatd, connection, searches);
  // Other pages than those that the searches found.
  const pages = wanted.map((_, index) => page([], String(messages / 2 - index * pageSize)));
  const read = await measure(chatd, connection, pages);
  connection.close();
  await chatd.stop();
  return [
    {
      name: `first search for a word, page of ${pageSize}, p50`,
      ours: milliseconds(found.middle),
      floor: milliseconds(read.middle),
      ratio: found.middle,
      bar: { atMost: 2.5 },
      note: `the bar is in milliseconds; processor time ${milliseconds(found.processor)}, and ${milliseconds(read.processor)}`,
    },
  ];
}

/** The median of how long requests take, and the mean of their processor time, in milliseconds. */
async function measure(chatd: Child, connection: Connection, requests: readonly string[]) {
  const times: number[] = [];
  let before = 0;
  for (const [index, request] of requests.entries()) {
    if (index === warming) before = await processorTime(chatd);
    const began = performance.now();
    await connection.request(request);
    if (index >= warming) times.push(performance.now() - began);
  }
  return { middle: median(times), processor: ((await processorTime(chatd)) - before) / times.length };
}

async function processorTime(chatd: Child): Promise<number> {
  return (await chatd.ask({})).processor ?? 0;
}
