import type { Context } from '../context.ts';
import type { CachesMessages } from '../messages/message-cache.ts';
import { presentMessage } from '../messages/present-messages.ts';
import { type BotSettings, interfaces } from '../users/bot.ts';
import { apiEmail, findUser, type User } from '../users/user.ts';
import type { WebhookCall } from './webhook-call.ts';

/** The body of a call to a webhook's receiver, with its content type. */
export interface Payload {
  content_type: string;
  body: string;
}

/** The message of a call in the receiver's format; undefined if the format cannot express it. */
export function createPayload(
  app: Context & CachesMessages,
  bot: User,
  settings: BotSettings,
  call: WebhookCall,
): Payload | undefined {
  return settings.service_interface === interfaces.slack
    ? slackPayload(app, bot, settings, call)
    : ownPayload(app, bot, settings, call);
}

function ownPayload(
  app: Context & CachesMessages,
  bot: User,
  { service_token }: BotSettings,
  call: WebhookCall,
): Payload {
  const { flags: _, ...message } = readMessage(app, bot, call.message_id);
  const rendered_content = app.db.value<string>('SELECT rendered_content FROM messages WHERE id = ?', call.message_id);
  const body = {
    data: message.content,
    message: { ...message, rendered_content },
    bot_email: apiEmail(app, bot),
    bot_full_name: bot.full_name,
    token: service_token,
    trigger: call.trigger,
  };
  return { content_type: 'application/json', body: JSON.stringify(body) };
}

interface Presented {
  content: string;
  flags?: unknown;
}

function readMessage(app: Context & CachesMessages, bot: User, message_id: number): Presented {
  const variant = { apply_markdown: false, empty_topic_name: true };
  const { pieces } = presentMessage(app, bot, message_id, variant);
  return JSON.parse(pieces.map(String).join('')) as Presented;
}

interface SlackRow {
  sender_id: number;
  sent_at: number;
  content: string;
  channel_id: number | null;
  name: string | null;
}

// This format supports channels only.
function slackPayload(app: Context, bot: User, settings: BotSettings, call: WebhookCall): Payload | undefined {
  const row = app.db.get<SlackRow>(
    `SELECT sender_id, sent_at, content, channel_id, name
     FROM messages LEFT JOIN channels ON channels.id = channel_id WHERE messages.id = ?`,
    call.message_id,
  );
  if (!row || row.channel_id === null) return undefined;
  const body = new URLSearchParams({
    token: settings.service_token ?? '',
    team_id: 'T1',
    team_domain: app.config.host,
    channel_id: `C${row.channel_id}`,
    channel_name: row.name ?? '',
    thread_ts: String(call.message_id),
    timestamp: String(row.sent_at),
    user_id: `U${row.sender_id}`,
    user_name: findUser(app.db, row.sender_id)?.full_name ?? '',
    text: row.content,
    trigger_word: call.trigger,
    service_id: String(bot.id),
  });
  return { content_type: 'application/x-www-form-urlencoded', body: String(body) };
}
