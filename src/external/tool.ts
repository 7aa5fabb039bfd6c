import { errorKind } from '../http/errors.ts';
import { blocks, bold, type Markdown, md } from './markdown.ts';
import { type Payload, payloadInvalid } from './payload.ts';
import type { Signature, Signed } from './signature.ts';
import { isPrivate, repositoryOf, type UrlOption, type UrlOptions } from './url-options.ts';

const eventUnsupported = errorKind<{ event_type: string; webhook_name: string }>(
  "The event '{event_type}' of {webhook_name} is unknown here, so that nothing was posted.",
  { code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE', extra: (values) => values },
);
const eventHeaderMissing = errorKind<{ header: string }>("Missing the HTTP event header '{header}'", {
  code: 'MISSING_HTTP_EVENT_HEADER',
  extra: (values) => values,
});
const signatureInvalid = errorKind<{ header: string }>(
  "The HTTP header '{header}' does not prove that the sender knows the secret of this bot.",
  { code: 'INVALID_SIGNATURE', status: 401 },
);
const signatureUnsupported = errorKind<{ webhook_name: string }>(
  'This bot has a secret, but {webhook_name} signs nothing: use a bot without one.',
);

/** Errors of the payload of a tool. */
export const toolErrors = [
  payloadInvalid,
  eventUnsupported,
  eventHeaderMissing,
  signatureInvalid,
  signatureUnsupported,
] as const;

/** A tool's request. */
export interface ToolRequest {
  payload: Payload;
  /** The value of a header, by its name; empty if it is missing. */
  header: (name: string) => string;
}

/** The message for an event. */
export interface ToolMessage {
  /** Used if the URL contains no topic. */
  topic: string;
  text: Markdown;
  /** The branch that was pushed to, created or deleted. */
  branch?: string;
}

/** Several messages for things with a topic each; none if there is nothing to say. */
export type Written = ToolMessage | readonly ToolMessage[];

export type Write = (payload: Payload, event: string, options: UrlOptions) => Written;

/** A tool that posts here. Its functions throw payloadInvalid if a field is missing. */
export interface Tool {
  /** Its name, for people. */
  title: string;
  /** The name of the event. */
  eventOf: (request: ToolRequest) => string;
  /** The writers of supported events. A name may cover several events, as in `charge.*`. */
  events: Readonly<Record<string, Write>>;
  signature?: Signature;
  /** The parameters of the URL that it reads, beside those of all tools. */
  options?: readonly UrlOption[];
}

/** The event is in a header. */
export function inHeader(header: string): Tool['eventOf'] {
  return (request) => {
    const event = request.header(header);
    if (event === '') throw eventHeaderMissing({ header });
    return event;
  };
}

/** The event is in a field of the payload. */
export function inField(path: string): Tool['eventOf'] {
  return ({ payload }) => payload.text(path);
}

/** The event name of tools that do not distinguish events. */
export const single = 'message';

/** A tool with only one kind of event. */
export function always(write: Write): Pick<Tool, 'eventOf' | 'events'> {
  return { eventOf: () => single, events: { [single]: write } };
}

/** Filters of events; by default all are posted. In names, `*` stands for any text. */
interface Wanted {
  only_events: readonly string[] | undefined;
  exclude_events: readonly string[] | undefined;
}

export function isWanted(event: string, { only_events, exclude_events = [] }: Wanted): boolean {
  if (exclude_events.some((pattern) => fits(event, pattern))) return false;
  return only_events === undefined || only_events.some((pattern) => fits(event, pattern));
}

/** The messages for an event, without those that the options leave out. Throws eventUnsupported or payloadInvalid. */
export function writeEvent(tool: Tool, event: string, payload: Payload, options: UrlOptions): ToolMessage[] {
  const key = Object.hasOwn(tool.events, event) ? event : findPattern(tool, event);
  const write = key === undefined ? undefined : tool.events[key];
  if (!write) throw eventUnsupported({ event_type: event.slice(0, 100), webhook_name: tool.title });
  if (options.ignore_private_repositories === true && isPrivate(payload)) return [];
  const all = [write(payload, event, options)]
    .flat()
    .filter(({ branch }) => branch === undefined || isListed(branch, options.branches));
  const repository = options.include_repository_name === true ? repositoryOf(payload) : '';
  const shown = all.slice(0, mostMessages).map(({ topic, text }) => ({
    topic: topic.replace(notInTopics, ' '),
    text: repository === '' ? text : md`${bold(repository)}: ${text}`,
  }));
  const last = shown.at(-1);
  if (last && all.length > shown.length) last.text = blocks(last.text, md`And ${all.length - shown.length} more.`);
  return shown;
}

const mostMessages = 20;

function isListed(branch: string, branches: string | undefined): boolean {
  return branches === undefined || branches.split(',').some((pattern) => fits(branch, pattern.trim()));
}

const notInTopics = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]+/gu;

function findPattern({ events }: Tool, event: string): string | undefined {
  return Object.keys(events).find((name) => name.includes('*') && fits(event, name));
}

/** Throws one of toolErrors unless the request is signed with the secret. */
export function ensureSigned({ title, signature }: Tool, request: ToolRequest, signed: Signed): void {
  if (!signature) throw signatureUnsupported({ webhook_name: title });
  const { header } = signature;
  if (!signature.isValid(request.header(header), signed)) throw signatureInvalid({ header });
}

/** Whether a name matches a pattern. For each `*`, takes linear time in the length of both. */
function fits(name: string, pattern: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return name === pattern;
  if (!name.startsWith(start)) return false;
  let at = start.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - end.length >= at && name.endsWith(end);
}
