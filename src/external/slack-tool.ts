import { isPlainObject } from '../http/params.ts';
import { Markdown } from './markdown.ts';
import { type Payload, payloadInvalid } from './payload.ts';
import { type SlackMessage, writeSlackMessage } from './slack-message.ts';
import { mentionNobody } from './slack-text.ts';
import type { ToolMessage } from './tool.ts';

/** The message for a tool that sends the format of Slack's webhooks. It mentions nobody. Throws payloadInvalid. */
export function slackMessage({ value }: Payload, topic: string): ToolMessage {
  const written = isPlainObject(value) ? writeSlackMessage(value satisfies SlackMessage) : '';
  if (written.trim() === '') throw payloadInvalid({ name: 'text', problem: 'is missing' });
  return { topic, text: new Markdown(mentionNobody(written)) };
}
