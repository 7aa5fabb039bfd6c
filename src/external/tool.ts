import type { Fields, WithHeaders } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import { blocks, bold, Markdown, md } from './markdown.ts';
import { type Payload, payloadInvalid } from './payload.ts';
import { findPublicKey, type Signature, type Signed } from './signature.ts';
import { inLine } from './slack-text.ts';
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

/** From where the form of a tool's payloads is known. */
export interface PayloadSource {
  /** The page on which its maker describes them; none for payloads that people write for this chat. */
  url?: string;
  /** Whether this was tried on calls recorded from the tool. */
  isTried: boolean;
}

/** Payloads known from the description of their maker alone: nobody has tried this on a real call. */
export function documented(url: string): PayloadSource {
  return { url, isTried: false };
}

/** Payloads known from their description and from recorded calls. */
export function recorded(url: string): PayloadSource {
  return { url, isTried: true };
}

/** Payloads that people write for this chat. */
export const ownPayloads: PayloadSource = { isTried: true };

/** A tool that posts here. Its functions throw payloadInvalid if a field is missing. */
export interface Tool {
  /** Its name, for people. */
  title: string;
  payloads: PayloadSource;
  /** The name of the event. */
  eventOf: (request: ToolRequest) => string;
  /** The answer to a request that only asks whether the address is the tool's; undefined for all others. */
  handshake?: (request: ToolRequest) => Fields | WithHeaders | undefined;
  /** The writers of supported events. A name may cover several events, as in `charge.*`. */
  events: Readonly<Record<string, Write>>;
  signature?: Signature;
  /** The parameters of the URL that it reads, beside those of all tools. */
  options?: readonly UrlOption[];
}

/** The event is in a header. Without it, it is what the shape of the payload says. */
export function inHeader(header: string, byShape?: (payload: Payload) => string | undefined): Tool['eventOf'] {
  return (request) => {
    const event = request.header(header) || byShape?.(request.payload);
    if (!event) throw eventHeaderMissing({ header });
    return event;
  };
}

/** The event is in a field of the payload. */
export function inField(path: string): Tool['eventOf'] {
  return ({ payload }) => payload.text(path);
}

/** The event name of tools that do not distinguish events. */
export const single = 'message';

/** Several events with the same writer. */
export function each(names: readonly string[], write: Write): Tool['events'] {
  return Object.fromEntries(names.map((name) => [name, write]));
}

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
    topic: topicOf(topic, tool),
    text: repository === '' ? ended(text) : md`${bold(repository)}: ${ended(text)}`,
  }));
  const last = shown.at(-1);
  if (last && all.length > shown.length) last.text = blocks(last.text, md`And ${all.length - shown.length} more.`);
  return shown;
}

const mostMessages = 20;

/** A topic that says something, also for a payload whose names are all empty. */
function topicOf(topic: string, { title }: Tool): string {
  const shown = inLine(topic.replace(notInTopics, ' '));
  return /[^\s/]/.test(shown) ? shown : title;
}

/** A first line whose last name ends with a mark of its own has no second one: `renamed the task to Ready!`. */
function ended({ source }: Markdown): Markdown {
  return new Markdown(source.replace(/^([^\n]*[^\n.][.!?])\.(?=\n|$)/, '$1'));
}

function isListed(branch: string, branches: string | undefined): boolean {
  return branches === undefined || branches.split(',').some((pattern) => fits(branch, pattern.trim()));
}

const notInTopics = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]+/gu;

function findPattern({ events }: Tool, event: string): string | undefined {
  return Object.keys(events).find((name) => name.includes('*') && fits(event, name));
}

/** Throws one of toolErrors unless the request is signed with the secret. */
export function ensureSigned({ title, signature }: Tool, request: ToolRequest, signed: Omit<Signed, 'header'>): void {
  if (!signature) throw signatureUnsupported({ webhook_name: title });
  const { header, isByPublicKey = false } = signature;
  const isItsKind = (findPublicKey(signed.secret) !== undefined) === isByPublicKey;
  const isSigned = isItsKind && signature.isValid(request.header(header), { ...signed, header: request.header });
  if (!isSigned) throw signatureInvalid({ header });
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
