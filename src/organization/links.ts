import MarkdownIt, { type MarkdownIt as Markdown } from 'markdown-it';
import type { RE2JS } from 're2js';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Link } from '../markdown/link.ts';
import { compilePhrase } from './linkifier-pattern.ts';
import { expandTemplate } from './url-template.ts';

/** A link of a topic, as messages show it. */
export type TopicLink = Pick<Link, 'text' | 'url'>;

/**
 * Returns a function that finds the linkifiers' links in a text, in order of position; undefined if there are no
 * linkifiers. Of overlapping links, the one of the earlier linkifier wins.
 */
export function linkFinder({ db }: Context): ((text: string) => Link[]) | undefined {
  const { linkifiers } = compiledLinkifiers(db);
  return linkifiers.length === 0 ? undefined : (text) => linksOf(linkifiers, text);
}

/**
 * Returns a function that finds the links of a topic: those of linkifiers, and written-out URLs. For many topics at
 * once, because it reads the linkifiers only once, at its first call.
 */
export function topicLinker({ db }: Context): (topic: string) => TopicLink[] {
  let compiled: CompiledSet | undefined;
  return (topic) => {
    compiled ??= compiledLinkifiers(db);
    if (compiled.linkifiers.length === 0 && !mayHoldUrl(topic)) return [];
    return knownLinks(compiled, topic);
  };
}

const maxTopics = 1000;

// The same few topics recur with each message.
function knownLinks({ linkifiers, topics }: CompiledSet, topic: string): TopicLink[] {
  let links = topics.get(topic);
  if (!links) {
    if (topics.size >= maxTopics) topics.clear();
    const all = [...linksOf(linkifiers, topic), ...writtenUrls(topic)];
    links = inBounds(withoutOverlaps(all)).map(({ text, url }) => ({ text, url }));
    topics.set(topic, links);
  }
  return links;
}

/** In characters. */
const longestLinks = 4000;

/** The first links of a topic that are not too long together: each message of the topic repeats them. */
function inBounds(links: readonly Link[]): Link[] {
  let length = 0;
  return links.filter(({ url }) => {
    length += url.length;
    return length <= longestLinks;
  });
}

interface Compiled {
  pattern: RE2JS;
  url_template: string;
}

/** The compiled linkifiers, and a cache of links by topic. */
interface CompiledSet {
  linkifiers: readonly Compiled[];
  topics: Map<string, TopicLink[]>;
}

interface Row {
  pattern: string;
  url_template: string;
}

// Compiling takes a thousand times as long as reading the rows.
function compiledLinkifiers(db: Database): CompiledSet {
  return db.computed('compiled linkifiers', () => {
    const rows = db.cachedAll<Row>('SELECT pattern, url_template FROM linkifiers ORDER BY position, id');
    const linkifiers = rows.map(({ pattern, url_template }) => ({ pattern: compilePhrase(pattern), url_template }));
    return { linkifiers, topics: new Map<string, TopicLink[]>() };
  });
}

function linksOf(linkifiers: readonly Compiled[], text: string): Link[] {
  return linkifiers.length === 0 ? [] : withoutOverlaps(linkifiers.flatMap((linkifier) => matches(linkifier, text)));
}

// Each match may scan the whole rest of the text.
const maxMatches = 200;

function matches({ pattern, url_template }: Compiled, text: string): Link[] {
  const links: Link[] = [];
  const matcher = pattern.matcher(text);
  let from = 0;
  for (let count = 0; count < maxMatches && from <= text.length && matcher.find(from); count++) {
    const index = matcher.start(1);
    const end = matcher.end(1);
    const url = index < end ? expandTemplate(url_template, matcher.getNamedGroups()) : undefined;
    if (url !== undefined) links.push({ text: text.slice(index, end), url, index });
    // The character after one link can be the character before the next.
    from = Math.max(end, from + 1);
  }
  return links;
}

/** The links that overlap no earlier one of the list, in order of position. */
function withoutOverlaps(links: readonly Link[]): Link[] {
  const chosen: Link[] = [];
  for (const link of links) if (!chosen.some((other) => overlap(link, other))) chosen.push(link);
  return chosen.sort((a, b) => a.index - b.index);
}

function overlap(one: Link, other: Link): boolean {
  return one.index < other.index + other.text.length && other.index < one.index + one.text.length;
}

function mayHoldUrl(text: string): boolean {
  return /:\/\/|www\./i.test(text);
}

let linkify: Markdown['linkify'] | undefined;

// Created at the first use: few topics have a URL.
function findUrls(text: string): ReturnType<Markdown['linkify']['match']> {
  linkify ??= new MarkdownIt().linkify.set({ fuzzyLink: true });
  return linkify.match(text);
}

// A host without a scheme is a link only if it starts with www: many topics mention README.md or node.js.
function writtenUrls(text: string): Link[] {
  const found = mayHoldUrl(text) ? (findUrls(text) ?? []) : [];
  return found
    .filter(({ schema, raw }) => /^https?:$/i.test(schema) || (schema === '' && /^www\./i.test(raw)))
    .map(({ schema, raw, index }) => ({ text: raw, url: schema === '' ? `https://${raw}` : raw, index }));
}
