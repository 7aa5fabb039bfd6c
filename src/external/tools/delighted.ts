import { words } from '../forge.ts';
import { blocks, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const delighted: Tool = {
  title: 'Delighted',
  payloads: recorded('https://help.delighted.com/article/348-webhooks'),
  eventOf: inField('event_type'),
  signature: hmac('X-Delighted-Webhook-Signature', { prefix: 'sha256=' }),
  events: { 'survey_response.*': writeResponse, '*': writeOther },
};

function nameOf(payload: Payload): string {
  return (
    payload.any('event_data.person.name', 'event_data.person.email', 'event_data.name', 'event_data.email') ||
    'Somebody'
  );
}

function writeResponse(payload: Payload, event: string): ToolMessage {
  const data = payload.at('event_data');
  const verb = event.endsWith('created') ? 'rated' : 'changed the rating to';
  const score = link(`${data.any('score') || 'no number'} of 10`, data.any('permalink'));
  return {
    topic: 'Survey response',
    text: blocks(md`${nameOf(payload)} ${verb} ${score}.`, quote(data.any('comment'))),
  };
}

function writeOther(payload: Payload, event: string): ToolMessage {
  return {
    topic: 'Survey response',
    text: blocks(md`${nameOf(payload)}: ${words(event)}.`, quote(payload.any('event_data.comment'))),
  };
}
