import { personIn, wordsIn } from '../forge.ts';
import { blocks, facts, firstLine, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const reviewboard: Tool = {
  title: 'Review Board',
  payloads: recorded('https://www.reviewboard.org/docs/manual/latest/webhooks/'),
  eventOf: ({ payload, header }) => header('X-ReviewBoard-Event') || payload.text('event'),
  signature: hmac('X-Hub-Signature', { algorithm: 'sha1', prefix: 'sha1=' }),
  events: {
    review_request_published: (payload) =>
      write(payload, md`${authorOf(payload)} ${payload.any('is_new') === 'false' ? 'updated' : 'published'}`),
    review_request_closed: (payload) => write(payload, md`${actorOf(payload, 'closed_by')} closed${reasonOf(payload)}`),
    review_request_reopened: (payload) => write(payload, md`${actorOf(payload, 'reopened_by')} reopened`),
    review_published: (payload) => write(payload, md`${personIn(payload, 'review.links.user.title')} reviewed`),
    reply_published: (payload) =>
      write(payload, md`${personIn(payload, 'reply.links.user.title')} replied to the review of`),
  },
};

function authorOf(payload: Payload): string {
  return personIn(payload, 'review_request.links.submitter.title');
}

function actorOf(payload: Payload, field: string): string {
  return personIn(payload, `${field}.fullname`, `${field}.username`);
}

const reasons: Readonly<Record<string, string>> = { submitted: 'submitted', discarded: 'discarded' };

function reasonOf(payload: Payload): Markdown {
  const type = payload.any('close_type');
  return type === '' ? nothing : md` as ${wordsIn(reasons, type)}`;
}

function write(payload: Payload, action: Markdown): ToolMessage {
  const request = payload.at('review_request');
  const label = `#${request.text('id')} ${firstLine(request.any('summary'))}`.trim();
  const isNew = payload.any('is_new') === 'true';
  const people = request
    .list('target_people')
    .map((one) => one.any('title'))
    .join(', ');
  const bodies = ['review.body_top', 'reply.body_top', 'review.body_bottom', 'reply.body_bottom'].map((path) =>
    payload.any(path),
  );
  const comments = ['diff_comments', 'general_comments', 'file_attachment_comments'].flatMap((path) =>
    payload.list(path),
  );
  return {
    topic: label,
    text: blocks(
      md`${action} ${link(label, request.any('absolute_url'))}.`,
      quote([...bodies, ...comments.map((one) => one.any('text'))].filter(Boolean).join('\n\n')),
      isNew ? quote(request.any('description')) : quote(payload.any('close_description')),
      facts(
        isNew
          ? { Repository: request.any('links.repository.title'), Branch: request.any('branch'), Reviewers: people }
          : { 'Ship it': payload.any('review.ship_it') === 'true' ? 'yes' : '' },
      ),
    ),
  };
}
