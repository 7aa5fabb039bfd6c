import { maxTopicLength } from '../conversations/conversation.ts';
import { blocks, bold, bullets, code, firstLine, link, type Markdown, md, nothing } from './markdown.ts';

/** A commit of a push. */
interface Commit {
  id: string;
  message: string;
  url: string;
}

/** A change of a branch or tag. */
export interface Push {
  actor: string;
  /** A ref such as `refs/heads/main`, or the name of a branch. */
  ref: string;
  change: 'pushed' | 'created' | 'deleted' | 'forced';
  /** The page that shows the change, and the number of its commits. */
  url: string;
  count: number;
  commits: readonly Commit[];
}

/** The name of a branch or tag without its prefix. */
export function refName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

/** A sentence about a push, with the commits. */
export function writePush({ actor, ref, change, url, count, commits }: Push): Markdown {
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  const name = code(refName(ref));
  if (change === 'deleted') return md`${actor} deleted the ${kind} ${name}.`;
  if (count === 0 || kind === 'tag') {
    return md`${actor} ${change === 'created' ? 'created' : 'pushed'} the ${kind} ${link(refName(ref), url)}.`;
  }
  const commitsLink = link(count === 1 ? '1 commit' : `${count} commits`, url);
  const verb = change === 'forced' ? 'force-pushed' : 'pushed';
  const isNew = change === 'created' ? 'the new branch' : 'the branch';
  return blocks(md`${actor} ${verb} ${commitsLink} to ${isNew} ${name}.`, bullets(commits.map(writeCommit)));
}

function writeCommit({ id, message, url }: Commit): Markdown {
  return md`${firstLine(message)} (${link(id.slice(0, 8), url)})`;
}

/** An item with a number and a title, as a link: `issue #3 Soup is cold`. */
export function numbered(kind: string, number: string, title: string, url: string): Markdown {
  const label = [kind, number, firstLine(title)].filter((part) => part !== '').join(' ');
  return link(label, url);
}

/** The topic of an item with a number: `kitchen / issue #3 Soup is cold`. */
export function numberedTopic(repository: string, kind: string, number: string, title: string): string {
  return topicIn(repository, [kind, number, firstLine(title)].filter((part) => part !== '').join(' '));
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

/** The name of an event or action as words: `review_requested` is `review requested`. */
export function words(name: string): string {
  return name
    .replace(/[_.:-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** The result of a check or build, in bold. */
export function outcome(status: string): Markdown {
  return status === '' ? nothing : bold(words(status));
}
