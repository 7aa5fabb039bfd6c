import { outcome, shortCommit, topicIn, words } from './forge.ts';
import { blocks, code, facts, firstLine, link, type Markdown, md, nothing } from './markdown.ts';
import type { ToolMessage } from './tool.ts';

/** A build, a deployment, or another run of a machine. Unknown texts are empty or missing. */
interface Build {
  /** The repository, job or site. */
  project: string;
  /** The build itself, as in `build #7`, and its page. */
  name: string;
  url?: string;
  status: string;
  /** The status of the build before this one. */
  before?: string;
  branch?: string;
  tag?: string;
  commit?: string;
  /** The message of the commit, and who wrote it. */
  subject?: string;
  author?: string;
  /** More about it, below. */
  details?: Markdown;
  facts?: Parameters<typeof facts>[0];
}

/** A kind of build with its number, if there is one: `build #7`. */
export function runName(kind: string, number: string): string {
  return number === '' ? kind : `${kind} #${number}`;
}

/** The message about a build. Builds of a branch share a topic. */
export function buildMessage(build: Build): ToolMessage {
  const { project, name, url = '', branch = '', tag = '', commit = '', details = nothing } = build;
  const ref = branch || tag;
  const from = ref === '' ? nothing : md` from ${code(ref)}`;
  const at = commit === '' ? nothing : md` at ${shortCommit(commit)}`;
  return {
    topic: ref === '' ? project : topicIn(project, ref),
    text: blocks(
      md`The ${link(name, url)} of ${project}${from}${at}: ${statusOf(build)}.`,
      subjectOf(build),
      details,
      facts(build.facts ?? {}),
    ),
    ...(branch === '' ? {} : { branch }),
  };
}

function statusOf({ status, before = '' }: Build): Markdown {
  return before === '' || before === status ? outcome(status) : md`${words(before)} → ${outcome(status)}`;
}

function subjectOf({ subject = '', author = '' }: Build): Markdown {
  const line = firstLine(subject);
  return line === '' || author === '' ? md`${line}` : md`${line} (${author})`;
}
