import { statSync } from 'node:fs';
import { Child } from './child.ts';
import { Connection, getRequest } from './connection.ts';
import { crowdedSearch } from './crowded-search.ts';
import { type Person, sizes } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { indexAll, makeSearched, people, type Searched, topicsEach } from './searched.ts';
import { slowest, slowestOf } from './slowest.ts';

const searchesEach = 200;

/** Searches for words in the text of messages, at the socket, and what other requests notice of them. */
export async function search(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const messages of sizes) {
    const at = `at ${messages.toLocaleString('en')} messages`;
    const data = makeSearched(messages);
    const made = makeIndex(data.folder, messages);
    const chatd = await Child.start('chatd', [data.folder]);
    const connection = await Connection.open(chatd.port);
    const measured = await measure(connection, chatd, data, messages);
    figures.push(...[made, ...measured].map((figure) => ({ ...figure, name: `${figure.name}, ${at}` })));
    connection.close();
    await chatd.stop();
  }
  return figures;
}

/** A word for the nth search. */
type Pick = (n: number) => string;

async function measure(connection: Connection, chatd: Child, data: Searched, messages: number): Promise<Figure[]> {
  const { words, members, guest } = data;
  const [member, neighbor] = members as [Person, Person];
  const among =
    (first: number, count: number): Pick =>
    (n) =>
      words.list[first + ((n * 7919) % count)] as string;
  const picks: Record<string, Pick> = {
    common: among(0, 100),
    middling: among(1000, 3000),
    rare: among(20_000, 40_000),
  };
  const spans: Record<string, (n: number) => object[]> = {
    alone: () => [],
    'in a channel': (n) => [term('channel', `channel ${5 * (n % 40)}`)],
    'in a topic': (n) => [term('channel', `channel ${5 * (n % 40)}`), term('topic', `topic ${n % topicsEach}`)],
    'by somebody': (n) => [term('sender', `person${(n * 13) % people}@example.com`)],
  };
  const request = (person: Person, narrow: (n: number) => object[]) => (n: number) => {
    const anchor = n % 2 === 0 ? 'newest' : String(1 + ((n * 104_729) % messages));
    const range = { anchor, num_before: '50', num_after: '0', narrow: JSON.stringify(narrow(n)) };
    return getRequest(`/api/v1/messages?${new URLSearchParams(range)}`, person);
  };
  const figures: Figure[] = [];
  const measureOne = async (name: string, atMost: number, person: Person, narrow: (n: number) => object[]) => {
    const requests = { connection, request: request(person, narrow), count: searchesEach };
    figures.push(await slowest(name, atMost, requests));
  };
  await connection.request(request(member, () => [term('search', 'warm')])(0));
  for (const [span, others] of Object.entries(spans)) {
    for (const [kind, pick] of Object.entries(picks)) {
      await measureOne(`a ${kind} word ${span}`, 15, member, (n) => [...others(n), term('search', pick(n))]);
    }
    const two = (n: number) => {
      const [one, another] = [picks.common, picks.middling, picks.rare].flatMap((pick) => pick ?? []) as [Pick, Pick];
      return `${n % 3 === 0 ? one(n) : another(n)} ${Object.values(picks)[n % 3]?.(n + 1)}`;
    };
    await measureOne(`two words ${span}`, 15, member, (n) => [...others(n), term('search', two(n))]);
  }
  const worst: Record<string, [Person, (n: number) => object[]]> = {
    'a rare word, quiet channel, one sender, negated': [
      member,
      (n) => [
        term('channel', 'channel 195'),
        term('sender', `person${n % 10}@example.com`),
        term('search', (picks.rare as Pick)(n)),
        term('topic', 'topic 1', true),
        term('search', (picks.common as Pick)(n), true),
      ],
    ],
    'a common word of which all are negated': [
      member,
      (n) => [
        term('channel', 'channel 0'),
        term('search', (picks.common as Pick)(n)),
        term('search', (picks.common as Pick)(n).slice(0, 3), true),
      ],
    ],
    'common words for a guest who hears little': [guest, (n) => [term('search', (picks.common as Pick)(n))]],
    'a part of words': [member, (n) => [term('search', (picks.middling as Pick)(n).slice(1, 5))]],
    'a phrase': [member, (n) => [term('search', `"${(picks.common as Pick)(n)} ${(picks.common as Pick)(n + 7)}"`)]],
    'an unstarred message with a common word': [
      member,
      (n) => [term('is', 'starred'), term('search', (picks.common as Pick)(n))],
    ],
  };
  for (const [name, [person, narrow]] of Object.entries(worst)) await measureOne(name, 60, person, narrow);
  figures.push(await holdUp({ connection, chatd, member, request: request(member, (n) => worstOf(worst, n)) }));
  const phrase = (n: number) => `"${picks.common?.(n)} ${picks.common?.(n + 7)} ${picks.common?.(n + 3)}"`;
  figures.push(
    await crowdedSearch({
      chatd,
      busy: request(member, (n) => [term('search', phrase(n))]),
      other: request(neighbor, (n) => [term('search', (picks.middling as Pick)(n))]),
    }),
  );
  return figures;
}

function worstOf(worst: Record<string, [Person, (n: number) => object[]]>, n: number): object[] {
  const all = Object.values(worst);
  return (all[n % all.length] as [Person, (n: number) => object[]])[1](n);
}

/** The longest that a small request takes while somebody searches without a pause. */
async function holdUp({
  connection,
  chatd,
  member,
  request,
}: {
  connection: Connection;
  chatd: Child;
  member: Person;
  request: (n: number) => string;
}): Promise<Figure> {
  const other = await Connection.open(chatd.port);
  let searching = true;
  const searches = (async () => {
    for (let n = 0; n < searchesEach; n++) await connection.request(request(n));
    searching = false;
  })();
  const took: number[] = [];
  while (searching) {
    const began = performance.now();
    await other.request(getRequest('/api/v1/users/me', member));
    took.push(performance.now() - began);
  }
  await searches;
  other.close();
  const longest = Math.max(...took);
  const { note } = slowestOf('', 0, took);
  const figure = { name: 'the longest small request meanwhile', ours: milliseconds(longest), floor: '' };
  return { ...figure, ratio: longest, bar: { atMost: 20 }, ...(note ? { note } : {}) };
}

function term(operator: string, operand: unknown, negated = false): object {
  return { operator, operand, negated };
}

/** Indexes everything, and tells what that costs. */
function makeIndex(folder: string, messages: number): Figure {
  const began = performance.now();
  const file = indexAll(folder);
  const took = (performance.now() - began) / messages;
  const bytes = statSync(file).size / messages;
  const note = `${(took * 1000).toFixed(0)} µs of the thread for each message`;
  return {
    name: 'bytes of index a message',
    ours: bytes.toFixed(0),
    floor: '',
    ratio: bytes,
    bar: { atMost: 200 },
    note,
  };
}
