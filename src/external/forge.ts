import { maxTopicLength } from '../conversations/conversation.ts';
import { blocks, bold, bullets, code, firstLine, link, type Markdown, md, nothing, quote } from './markdown.ts';
import type { Payload } from './payload.ts';
import type { ToolMessage } from './tool.ts';

/** A commit of a push. */
interface Commit {
  id: string;
  message: string;
  url: string;
  /** Shown if the commits have several authors. */
  author: string;
}

/** A change of a branch or tag. */
export interface Push {
  actor: string;
  repository: Markdown;
  /** A ref such as `refs/heads/main`, or the name of a branch. */
  ref: string;
  change: 'pushed' | 'created' | 'deleted' | 'forced';
  /** The commits before and after. */
  before: string;
  after: string;
  /** The page that shows the change, and the number of its commits. */
  url: string;
  count: number;
  commits: readonly Commit[];
}

/** The commits in the list of a push, in the form that GitHub and GitLab share. */
export function commitsOf(payload: Payload): Commit[] {
  return payload.list('commits').map((commit) => ({
    id: commit.any('id', 'sha'),
    message: commit.any('message', 'title'),
    url: commit.any('url'),
    author: commit.any('author.name', 'author.username'),
  }));
}

/** The name of a branch or tag without its prefix. */
export function refName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

/** The message about a push, with the commits. */
export function pushMessage(repository: string, push: Push): ToolMessage {
  const name = refName(push.ref);
  const branch = isTag(push.ref) ? {} : { branch: name };
  return { topic: topicIn(repository, name), text: writePush(push), ...branch };
}

function isTag(ref: string): boolean {
  return ref.startsWith('refs/tags/');
}

function writePush(push: Push): Markdown {
  const { actor, repository, ref, change, url, count, commits } = push;
  const [kind, name] = [isTag(ref) ? 'tag' : 'branch', refName(ref)];
  if (change === 'deleted') return md`${actor} deleted the ${kind} ${code(name)} of ${repository}.`;
  const range =
    change === 'forced' || (count === 0 && change === 'pushed') ? rangeOf(push.before, push.after) : nothing;
  const verb = { pushed: 'pushed', created: 'created', forced: 'force-pushed' }[change];
  if (count === 0 || kind === 'tag') return md`${actor} ${verb} the ${kind} ${link(name, url)}${range}.`;
  const commitsLink = link(count === 1 ? '1 commit' : `${count} commits`, url);
  const place = md`to ${change === 'created' ? 'the new branch' : 'the branch'} ${code(name)}`;
  const withAuthor = new Set(commits.map(({ author }) => author)).size > 1;
  const list = bullets(commits.map((commit) => writeCommit(commit, withAuthor)));
  return blocks(md`${actor} ${change === 'created' ? 'pushed' : verb} ${commitsLink} ${place}${range}.`, list);
}

/** The commits before and after a change, in parentheses; nothing if they are unknown. */
export function rangeOf(before: string, after: string): Markdown {
  return before === '' || after === '' ? nothing : md` (${shortCommit(before)} → ${shortCommit(after)})`;
}

/** The beginning of the id of a commit. */
export function shortCommit(id: string): Markdown {
  return code(id.slice(0, 8));
}

function writeCommit({ id, message, url, author }: Commit, withAuthor: boolean): Markdown {
  const by = withAuthor && author !== '' ? md`, ${author}` : nothing;
  return md`${firstLine(message) || 'Commit'} (${link(id.slice(0, 8) || 'page', url)}${by})`;
}

/** An item with a number and a title, as a link: `issue #3 Soup is cold`. */
export function numbered(kind: string, number: string, title: string, url: string): Markdown {
  const label = listed([kind, number, firstLine(title)], ' ');
  return link(label, url);
}

/** The topic of an item with a number: `kitchen / issue #3 Soup is cold`. */
export function numberedTopic(repository: string, kind: string, number: string, title: string): string {
  return topicIn(repository, listed([kind, number, firstLine(title)], ' '));
}

/**
 * The topic of a thing in a repository. The path of the repository is shortened before the beginning of the name of the
 * thing would be cut off, because it has the number.
 */
export function topicIn(repository: string, thing: string): string {
  const room = maxTopicLength - Math.min(thing.length, longestHead) - ' / '.length;
  return `${shortenedPath(repository, room)} / ${thing}`;
}

/** Of the name of a thing, that much is never cut off, in characters. */
const longestHead = 36;

function shortenedPath(path: string, room: number): string {
  if (path.length <= room) return path;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.length <= room ? name : `${name.slice(0, room - 1)}…`.toWellFormed();
}

/** What people wrote in an item, as a quotation without the comments of a template, which no page shows. */
export function quoteBody(text: string): Markdown {
  return quote(text.replace(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)|<!--[\s\S]*?(?:-->|$)/g, '$1'));
}

/** The name of a person at one of these paths. */
export function personIn(payload: Payload, ...paths: string[]): string {
  return payload.any(...paths) || 'Somebody';
}

/** Texts in one line, without those that are empty. */
export function listed(texts: readonly string[], separator = ', '): string {
  return texts.filter((text) => text !== '').join(separator);
}

/** The name of an event or action as words: `review_requested` is `review requested`. */
export function words(name: string): string {
  return name
    .replace(/[_.:-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** The words for a name in a table; by default, the name itself as words. */
export function wordsIn(table: Readonly<Record<string, string>>, name: string, fallback = words(name)): string {
  return Object.hasOwn(table, name) ? (table[name] as string) : fallback;
}

/** The change of a value, for facts. */
export function fromTo(before: string, after: string): string {
  return `${firstLine(before) || 'none'} → ${firstLine(after) || 'none'}`;
}

/** The result of a check or build, in bold, even if it is missing. */
export function outcome(status: string): Markdown {
  return bold(words(status || 'unknown'));
}
