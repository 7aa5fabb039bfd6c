/** A file of a message. */
export interface AttachedFile {
  name: string;
  /** Its address on the server. */
  url: string;
}

/** A message as it is written: its text, and the files below it. */
interface Written {
  text: string;
  files: readonly AttachedFile[];
}

const fileLine = /^\[([^[\]]*)\]\((\/user_uploads\/[^\s()]+)\)\s*$/;

/** Takes the links to files at the end of a message, each on its own line, apart from its text. */
export function splitFiles(content: string): Written {
  const lines = content.trimEnd().split('\n');
  const files: AttachedFile[] = [];
  for (let found = fileOf(lines.at(-1)); found; found = fileOf(lines.at(-1))) {
    files.unshift(found);
    lines.pop();
  }
  const text = lines.join('\n');
  if (files.length === 0 || isInCode(text)) return { text: content, files: [] };
  return { text: text.replace(/\n$/, ''), files };
}

function fileOf(line: string | undefined): AttachedFile | undefined {
  const [, name = '', url] = fileLine.exec(line ?? '') ?? [];
  return url === undefined ? undefined : { name, url };
}

/** The Markdown of a message with files. */
export function joinFiles({ text, files }: Written): string {
  if (files.length === 0) return text;
  const links = files.map(({ name, url }) => `[${name.replaceAll(/[[\]\n]/g, '')}](${url})`).join('\n');
  if (text.trim() === '') return links;
  // In a block of code that is still open they would be text.
  return `${text}${isInCode(text) ? '\n```' : ''}\n\n${links}`;
}

/** Whether a text ends in a block of code that is still open. */
export function isInCode(text: string): boolean {
  return (text.match(/^\s*(```|~~~)/gm)?.length ?? 0) % 2 === 1;
}
