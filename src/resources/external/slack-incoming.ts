import type { Context } from '../../context.ts';
import { channelDoesNotExist, channelIdDoesNotExist } from '../../conversations/channel.ts';
import { channelNameErrors } from '../../conversations/channel-name.ts';
import { payloadInvalid } from '../../external/payload.ts';
import { accessBotByKey, decodeAgain, doDeliver, keyErrors, placeErrors } from '../../external/post.ts';
import { readPayload, type SlackMessage, writeSlackMessage } from '../../external/slack-message.ts';
import { mentionBroadcasts, mentionNobody, stringOf } from '../../external/slack-text.ts';
import type { LimitsAttempts } from '../../http/attempts.ts';
import type { Fields } from '../../http/endpoint.ts';
import {
  ApiError,
  accountDeactivated,
  type ErrorKind,
  invalidApiKey,
  malformedApiKey,
  notLoggedIn,
} from '../../http/errors.ts';
import { type Kind, optional, text } from '../../http/params.ts';
import { messageEmpty } from '../../messages/content.ts';
import { channelNotOpen } from '../../messages/recipient.ts';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';

export const slackIncoming: Endpoint<LimitsAttempts> = publicEndpoint({
  method: 'POST',
  path: '/external/slack_incoming',
  summary: "Post a message in the format of Slack's incoming webhooks",
  params: {
    api_key: optional(text(), 'API key of the bot that posts.'),
    stream: optional(
      text(),
      "Name or id of the channel; by default the bot's default channel; without one, the message goes to the bot's owner.",
    ),
    topic: optional(text(), 'Topic in the channel; by default the `channel` of the message, or the empty topic.'),
    payload: optional(anything(), 'The whole message as JSON, instead of the fields below.'),
    text: optional(anything(), "The text, in Slack's markup. Shown if there are no blocks."),
    blocks: optional(anything(), "List of Slack's blocks."),
    attachments: optional(anything(), "List of Slack's attachments, shown below the text."),
    channel: optional(anything(), 'The topic, if `topic` is missing.'),
    icon_emoji: optional(anything(), 'Emoji at the start of the text.'),
  },
  errors: [...keyErrors, payloadInvalid, messageEmpty, ...placeErrors],
  handler({ app, client }, { api_key, stream, topic, payload, ...fields }) {
    try {
      const message = payload === undefined ? fields : readPayload(payload);
      return post(app, { api_key, stream: decodeAgain(stream), topic: decodeAgain(topic), client }, message);
    } catch (error) {
      throw error instanceof ApiError ? inSlackForm(error) : error;
    }
  },
});

/** Any value that a tool sends. */
function anything(): Kind<unknown> {
  return { schema: {}, json: false, bad: [], read: (raw) => raw };
}

interface Options {
  api_key: string | undefined;
  stream: string | undefined;
  topic: string | undefined;
  client: string;
}

function post(
  app: Context & LimitsAttempts,
  { api_key, stream, topic, client }: Options,
  message: SlackMessage,
): Fields | ApiError {
  const bot = accessBotByKey(app, api_key);
  const written = writeSlackMessage(message);
  if (written.trim() === '') throw messageEmpty();
  const named = stringOf(message.channel).replace(/^[#@]/, '');
  const place = { stream, topic: topic ?? named, client };
  const error = doDeliver(app, bot, place, { loud: mentionBroadcasts(written), quiet: mentionNobody(written) });
  return error ? inSlackForm(error) : { ok: true };
}

/** Slack's error codes; tools check them, or `ok`. */
const words = new Map<ErrorKind<never>, string>([
  [notLoggedIn, 'not_authed'],
  [malformedApiKey, 'invalid_auth'],
  [invalidApiKey, 'invalid_auth'],
  [accountDeactivated, 'account_inactive'],
  [payloadInvalid, 'invalid_payload'],
  [messageEmpty, 'no_text'],
  [channelDoesNotExist, 'channel_not_found'],
  [channelIdDoesNotExist, 'channel_not_found'],
  [channelNotOpen, 'channel_not_found'],
  ...channelNameErrors.map((kind) => [kind, 'channel_not_found'] as const),
]);

function inSlackForm({ kind, values, extra, headers }: ApiError): ApiError {
  const error = words.get(kind) ?? 'action_prohibited';
  return new ApiError(kind, values, { ...extra, ok: false, error }, headers);
}
