import type { Context } from '../../context.ts';
import { type Example, readExamples } from '../../external/example.ts';
import { type Payload, payloadIn } from '../../external/payload.ts';
import { accessBotByKey, decodeAgain, doDeliver, keyErrors, placeErrors } from '../../external/post.ts';
import {
  ensureSigned,
  isWanted,
  type Tool,
  type ToolMessage,
  type ToolRequest,
  toolErrors,
  writeEvent,
} from '../../external/tool.ts';
import { currentName, toolReplaced } from '../../external/tool-names.ts';
import { tools } from '../../external/tools.ts';
import { type UrlOptions, urlParams } from '../../external/url-options.ts';
import type { RemembersCalls } from '../../external/webhook-calls.ts';
import type { LimitsAttempts } from '../../http/attempts.ts';
import type { Fields, PublicCall } from '../../http/endpoint.ts';
import { ApiError, unknownUrl } from '../../http/errors.ts';
import { boolean, type Kind, list, optional, required, text } from '../../http/params.ts';
import { messageEmpty } from '../../messages/content.ts';
import { findBotSettings } from '../../users/bot.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';

const patterns = list(text({ max: 100 }), { max: 100 });

export const postFromTool: Endpoint<LimitsAttempts & RemembersCalls> = publicEndpoint({
  method: 'POST',
  path: '/external/{tool}',
  summary: "Post a message about an event of a tool, from the tool's webhook request",
  params: {
    tool: required(nameOfTool(), 'Name of the tool.'),
    api_key: optional(text(), 'API key of the bot that posts.'),
    stream: optional(
      text(),
      "Name or id of the channel; by default the bot's default channel; without one, the message goes to the bot's owner.",
    ),
    topic: optional(text(), 'Topic in the channel; by default one that fits the event.'),
    only_events: optional(patterns, 'Names of the events to post; `*` matches any text.'),
    exclude_events: optional(patterns, 'Names of the events not to post; `*` matches any text.'),
    ...urlParams,
    example: optional(boolean(), 'Whether an example of the tool is posted instead of the request, to try the URL.'),
  },
  payload:
    'The webhook request of the tool, as its vendor documents it: JSON, a form, or a form with JSON in its field `payload`.',
  errors: [unknownUrl, toolReplaced, ...keyErrors, ...toolErrors, messageEmpty, ...placeErrors],
  handler(call, { tool: name, api_key, example, ...options }) {
    const bot = accessBotByKey(call.app, api_key);
    const last: { event: string | null } = { event: null };
    try {
      const tool = tools[name] as Tool;
      const request = example === true ? exampleOf(name) : requestOf(call);
      // Nobody can sign it yet, and the answer holds only what the request said.
      const answer = tool.handshake?.(request);
      if (answer) return answer;
      if (example !== true) ensureTrusted(call, bot, tool, request);
      last.event = tool.eventOf(request);
      const given = postEvent(call, bot, { tool, event: last.event, payload: request.payload }, options);
      const isPosted = !('excluded_event' in given);
      const result = given instanceof ApiError ? given : isPosted ? 'posted' : 'excluded';
      call.app.webhookCalls.remember(bot.id, name, last.event, result);
      return given;
    } catch (error) {
      if (error instanceof ApiError) call.app.webhookCalls.remember(bot.id, name, last.event, error);
      throw error;
    }
  },
});

interface ToolEvent {
  tool: Tool;
  event: string;
  payload: Payload;
}

type EventOptions = Parameters<typeof isWanted>[1] & UrlOptions & Place;

function postEvent(
  call: ToolCall,
  bot: User,
  { tool, event, payload }: ToolEvent,
  options: EventOptions,
): Fields | ApiError {
  if (!isWanted(event, options)) return { excluded_event: event };
  const messages = writeEvent(tool, event, payload, options);
  return messages.length === 0 ? { excluded_event: event } : postAll(call, bot, options, messages);
}

/** A name from the table of tools. */
function nameOfTool(): Kind<string> {
  return {
    schema: { type: 'string', enum: Object.keys(tools) },
    json: false,
    bad: ['no-such-tool', 'constructor'],
    read(raw) {
      const name = typeof raw === 'string' ? currentName(raw) : undefined;
      if (name === undefined) throw unknownUrl();
      return name;
    },
  };
}

type ToolCall = PublicCall<Context & LimitsAttempts & RemembersCalls>;

/** The typical example of a tool, as if the tool had sent it. */
function exampleOf(name: string): ToolRequest {
  const { payload, form, headers = {} } = readExamples(name)[0] as Example;
  const values = new Map(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]));
  return { payload: payloadIn(payload ?? form), header: (header) => values.get(header.toLowerCase()) ?? '' };
}

function requestOf({ payload, request: { headers } }: ToolCall): ToolRequest {
  const header = (name: string) => String(headers[name.toLowerCase()] ?? '');
  return { payload: payloadIn(payload.value), header };
}

/** Throws one of toolErrors if the bot has a secret and the request is not signed with it. */
function ensureTrusted({ app, payload, request }: ToolCall, bot: User, tool: Tool, sent: ToolRequest): void {
  const { webhook_secret: secret } = findBotSettings(app.db, bot.id);
  if (secret === null) return;
  const url = app.config.public_url + request.url;
  ensureSigned(tool, sent, { bytes: payload.bytes, secret, url, now: app.clock.now() });
}

interface Place {
  stream: string | undefined;
  topic: string | undefined;
}

/** Posts messages in order, up to the first that cannot be delivered. */
function postAll(call: ToolCall, bot: User, place: Place, messages: readonly ToolMessage[]): Fields | ApiError {
  for (const message of messages) {
    const error = post(call, bot, place, message);
    if (error) return error;
  }
  return {};
}

function post({ app, client }: ToolCall, bot: User, place: Place, message: ToolMessage): ApiError | undefined {
  const text = message.text.source;
  if (text.trim() === '') throw messageEmpty();
  const [stream, topic] = [decodeAgain(place.stream), decodeAgain(place.topic) ?? message.topic];
  return doDeliver(app, bot, { stream, topic, client }, { loud: text, quiet: text });
}
