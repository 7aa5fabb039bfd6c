import { blocks, facts, link, type Markdown, md } from './markdown.ts';
import type { ToolMessage } from './tool.ts';

/** What somebody filled in. */
interface Submission {
  form: string;
  url?: string;
  /** The answers by their questions. */
  answers: Readonly<Record<string, string | Markdown>>;
}

/** The message about a form that somebody filled in. */
export function submissionMessage({ form, url = '', answers }: Submission): ToolMessage {
  return { topic: form, text: blocks(md`Somebody filled in ${link(form, url)}.`, facts(answers)) };
}
