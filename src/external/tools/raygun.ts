import { personIn, words } from '../forge.ts';
import { blocks, firstLine, link, md, quote } from '../markdown.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const raygun: Tool = {
  title: 'Raygun',
  payloads: recorded('https://raygun.com/documentation/integrations/webhooks/'),
  eventOf: ({ payload }) => payload.any('eventType') || payload.text('event'),
  events: {
    CommentAdded: writeActivity,
    AssignedToUser: writeActivity,
    StatusChanged: writeActivity,
    NewErrorOccurred: writeError,
    ErrorReoccurred: writeError,
    OneMinuteFollowUp: writeError,
    FiveMinuteFollowUp: writeError,
    TenMinuteFollowUp: writeError,
    ThirtyMinuteFollowUp: writeError,
    HourlyFollowUp: writeError,
    '*': writeError,
  },
};

function titleOf(payload: Payload): string {
  return (
    firstLine(payload.any('error.message', 'error.description')) ||
    payload.any('application.name') ||
    payload.text('error.message')
  );
}

const followUp = /^(\w+?)(?:FollowUp)$/;

function writeError(payload: Payload, event: string): ToolMessage {
  const [, after = ''] = followUp.exec(event) ?? [];
  return monitorMessage({
    name: titleOf(payload),
    url: payload.any('error.url'),
    state: after === '' ? words(event) : `still occurs (${words(after)})`,
    mood: 'bad',
    since: payload.any('error.firstOccurredOn'),
    facts: {
      Application: payload.any('application.name'),
      Occurrences: payload.any('error.totalOccurrences'),
      Users: payload.any('error.usersAffected'),
      Tags: payload
        .list('error.instance.tags')
        .map(({ shown }) => shown)
        .join(', '),
    },
  });
}

function writeActivity(payload: Payload, event: string): ToolMessage {
  const error = payload.at('error');
  const title = titleOf(payload);
  const shown = link(title, error.any('url'));
  const actor = personIn(error, 'user');
  const assignee = error.any('assignedTo') || 'somebody';
  const lines: Readonly<Record<string, ReturnType<typeof md>>> = {
    CommentAdded: md`${actor} commented on ${shown}.`,
    AssignedToUser: md`${actor} assigned ${shown} to ${assignee}.`,
  };
  const line = lines[event] ?? md`${actor} changed the status of ${shown} to ${error.any('status') || 'another'}.`;
  return { topic: title, text: blocks(line, quote(error.any('comment'))) };
}
