import { words } from '../forge.ts';
import { blocks, bullets, link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const hellosign: Tool = {
  title: 'Dropbox Sign (HelloSign)',
  payloads: recorded('https://developers.hellosign.com/docs/events/overview/'),
  eventOf: ({ payload }) =>
    payload.any('event.event_type') ||
    (payload.has('signature_request') ? 'signature_request' : payload.text('event.event_type')),
  events: {
    callback_test: () => ({ topic: 'Dropbox Sign', text: md`The webhook of Dropbox Sign works.` }),
    account_callback_test: () => ({ topic: 'Dropbox Sign', text: md`The webhook of Dropbox Sign works.` }),
    'signature_request*': write,
    'template_*': writeTemplate,
  },
};

const states: Readonly<Record<string, string>> = {
  awaiting_signature: 'has to sign',
  signed: 'signed',
  declined: 'declined',
};

function write(payload: Payload, event: string): ToolMessage {
  const request = payload.at('signature_request');
  const title = request.any('title', 'original_title', 'subject') || request.text('title');
  const signers = request.list('signatures').map((one) => {
    const state = one.any('status_code');
    return md`${one.any('signer_name', 'signer_email_address') || 'Somebody'} ${states[state] ?? words(state || 'is asked')}`;
  });
  const what = words(event.replace(/^signature_request_?/, '')) || 'changed';
  return {
    topic: title,
    text: blocks(md`The document ${link(title, request.any('details_url'))}: ${what}.`, bullets(signers)),
  };
}

function writeTemplate(payload: Payload, event: string): ToolMessage {
  const template = payload.at('template');
  const title = template.any('title') || template.text('template_id');
  return { topic: title, text: md`The template ${title}: ${words(event.replace('template_', ''))}.` };
}
