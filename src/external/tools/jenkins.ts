import { listed, outcome, words } from '../forge.ts';
import { blocks, code, facts, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

/** Payloads of the Notification plugin of Jenkins. */
export const jenkins: Tool = {
  title: 'Jenkins',
  payloads: documented('https://plugins.jenkins.io/notification/'),
  eventOf: ({ payload }) => payload.text('build.phase').toLowerCase(),
  events: { queued: writeBuild, started: writeBuild, completed: writeBuild, finalized: writeBuild },
  options: ['branches'],
};

function writeBuild(payload: Payload, phase: string): ToolMessage {
  const job = payload.any('display_name') || payload.text('name');
  const build = link(`build #${payload.text('build.number')}`, payload.any('build.full_url'));
  const commit = code(payload.any('build.scm.commit').slice(0, 8));
  const branch = payload.any('build.scm.branch').replace(/^(?:refs\/heads|origin)\//, '');
  const source = branch === '' ? nothing : md` from ${code(branch)}`;
  const revision = commit.source === '' ? nothing : md` at ${commit}`;
  const status = payload.any('build.status');
  const state = status === '' ? outcome(phase) : md`${words(phase)} with ${outcome(status)}`;
  const text = md`The ${build} of ${job}${source}${revision}: ${state}.`;
  const message = { topic: job, text: blocks(text, detailsOf(payload), quote(payload.any('build.notes'))) };
  return branch === '' ? message : { ...message, branch };
}

function detailsOf(payload: Payload): Markdown {
  const [failed, total] = [payload.any('build.test_summary.failed'), payload.any('build.test_summary.total')];
  const culprits = payload.list('build.scm.culprits').map(({ shown }) => shown);
  return facts({
    Tests: Number(failed) > 0 && total !== '' ? `${failed} of ${total} failed` : '',
    'Changes by': listed(culprits),
  });
}
