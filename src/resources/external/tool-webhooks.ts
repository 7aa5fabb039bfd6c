import type { Context } from '../../context.ts';
import { payloadIn } from '../../external/payload.ts';
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
import { formerTools, toolReplaced, tools } from '../../external/tools.ts';
import { urlParams } from '../../external/url-options.ts';
import type { LimitsAttempts } from '../../http/attempts.ts';
import type { Fields, PublicCall } from '../../http/endpoint.ts';
import { type ApiError, unknownUrl } from '../../http/errors.ts';
import { type Kind, list, optional, required, text } from '../../http/params.ts';
import { messageEmpty } from '../../messages/content.ts';
import { findBotSettings } from '../../users/bot.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';

const patterns = list(text({ max: 100 }), { max: 100 });

export const postFromTool: Endpoint<LimitsAttempts> = publicEndpoint({
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
  },
  payload:
    'The webhook request of the tool, as its vendor documents it: JSON, a form, or a form with JSON in its field `payload`.',
  errors: [unknownUrl, toolReplaced, ...keyErrors, ...toolErrors, messageEmpty, ...placeErrors],
  handler(call, { tool, api_key, ...options }) {
    const bot = accessBotByKey(call.app, api_key);
    const request = requestOf(call);
    ensureTrusted(call, bot, tool, request);
    const event = tool.eventOf(request);
    if (!isWanted(event, options)) return { excluded_event: event };
    const messages = writeEvent(tool, event, request.payload, options);
    return messages.length === 0 ? { excluded_event: event } : postAll(call, bot, options, messages);
  },
});

/** A name from the table of tools. */
function nameOfTool(): Kind<Tool> {
  return {
    schema: { type: 'string', enum: Object.keys(tools) },
    json: false,
    bad: ['no-such-tool', 'constructor'],
    read(raw) {
      if (typeof raw !== 'string') throw unknownUrl();
      if (Object.hasOwn(formerTools, raw)) throw toolReplaced({ former: raw, replaced_by: formerTools[raw] as string });
      if (!Object.hasOwn(tools, raw)) throw unknownUrl();
      return tools[raw] as Tool;
    },
  };
}

type ToolCall = PublicCall<Context & LimitsAttempts>;

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
