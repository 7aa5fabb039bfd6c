import { firstLine } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { slackMessage } from '../slack-tool.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** The text has the form of Slack, and the name of the app in its first line. */
export const appfollow: Tool = {
  title: 'AppFollow',
  payloads: recorded('https://docs.appfollow.io/integrations'),
  ...always((payload: Payload): ToolMessage => slackMessage(payload, firstLine(payload.text('text')))),
};
