import { fromTo, words } from '../forge.ts';
import { blocks, facts, link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** What became of a candidate, by event. */
const actions: Readonly<Record<string, string>> = {
  new_candidate_application: 'applied',
  new_prospect_application: 'is a new prospect',
  candidate_stage_change: 'moved to another stage',
  hire_candidate: 'was hired',
  unhire_candidate: 'is no longer hired',
  reject_candidate: 'was rejected',
  unreject_candidate: 'is no longer rejected',
  update_candidate: 'was changed',
  merge_candidate: 'was merged with another entry',
  delete_candidate: 'was deleted',
};

export const greenhouse: Tool = {
  title: 'Greenhouse',
  payloads: recorded('https://developers.greenhouse.io/webhooks.html'),
  eventOf: inField('action'),
  signature: hmac('Signature', { prefix: 'sha256 ' }),
  events: {
    ping: () => ({ topic: 'Greenhouse', text: md`The webhook of Greenhouse works.` }),
    'job_*': writeJob,
    '*': writeCandidate,
  },
};

function nameOf(person: Payload): string {
  const name = ['first_name', 'last_name']
    .map((part) => person.any(part))
    .filter(Boolean)
    .join(' ');
  return name || person.any('name') || 'A candidate';
}

function writeCandidate(payload: Payload, event: string): ToolMessage {
  const application = payload.at(payload.has('payload.application') ? 'payload.application' : 'payload');
  const candidate = application.at(application.has('candidate') ? 'candidate' : 'person');
  const number = candidate.any('id');
  const name = nameOf(candidate);
  const page = number === '' ? '' : `https://app.greenhouse.io/people/${encodeURIComponent(number)}`;
  const shown = link(name, page);
  const stage = application.any('current_stage.name');
  const jobs = application
    .list('jobs')
    .map((job) => job.any('name'))
    .filter(Boolean);
  return {
    topic: [number === '' ? '' : `#${number}`, name].filter(Boolean).join(' '),
    text: blocks(
      Object.hasOwn(actions, event) ? md`${shown} ${actions[event] as string}.` : md`${shown}: ${words(event)}.`,
      facts({
        Job: jobs.join(', ') || application.any('job.name'),
        Stage: stage,
        Status: application.any('status'),
        Reason: application.any('rejection_reason.name'),
        Source: application.any('source.public_name'),
        Recruiter: candidate.any('recruiter.name'),
      }),
    ),
  };
}

function writeJob(payload: Payload, event: string): ToolMessage {
  const job = payload.at(payload.has('payload.job') ? 'payload.job' : 'payload');
  const title = job.any('name', 'title') || 'Job';
  const status = payload.any('payload.original_status');
  return {
    topic: title,
    text: blocks(
      md`The job ${title}: ${words(event)}.`,
      facts({ Status: status === '' ? job.any('status') : fromTo(status, job.any('status')) }),
    ),
  };
}
