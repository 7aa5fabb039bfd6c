import { buildMessage } from '../builds.ts';
import { fromTo, numbered, numberedTopic, personIn, pushMessage, quoteBody, refName } from '../forge.ts';
import { blocks, code, facts, firstLine, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';

export const azuredevops: Tool = {
  title: 'Azure DevOps',
  payloads: recorded('https://learn.microsoft.com/en-us/azure/devops/service-hooks/events'),
  eventOf: inField('eventType'),
  options: repositoryOptions,
  events: {
    'git.push': writePushes,
    'git.pullrequest.created': (payload) => writePullRequest(payload, payload.at('resource')),
    'git.pullrequest.updated': (payload) => writePullRequest(payload, payload.at('resource')),
    'git.pullrequest.merged': (payload) => writePullRequest(payload, payload.at('resource')),
    'ms.vss-code.git-pullrequest-comment-event': writeComment,
    'workitem.created': (payload) => writeWorkItem(payload, 'created'),
    'workitem.updated': (payload) => writeWorkItem(payload, 'changed'),
    'workitem.commented': (payload) => writeWorkItem(payload, 'commented on'),
    'workitem.deleted': (payload) => writeWorkItem(payload, 'deleted'),
    'workitem.restored': (payload) => writeWorkItem(payload, 'restored'),
    'build.complete': writeBuild,
    'ms.vss-pipelines.run-state-changed-event': writeRun,
    '*': writeOther,
  },
};

function repositoryOf(resource: Payload): string {
  return resource.any('repository.name') || resource.text('repository.id');
}

function repositoryPage(resource: Payload): string {
  return resource.any('repository.webUrl', 'repository.remoteUrl').replace(/^https:\/\/[^/@]*@/, 'https://');
}

function writePushes(payload: Payload): ToolMessage[] {
  const resource = payload.at('resource');
  const page = repositoryPage(resource);
  const commits = resource.list('commits').map((commit) => ({
    id: commit.any('commitId'),
    message: commit.any('comment'),
    url: page === '' ? '' : `${page}/commit/${commit.any('commitId')}`,
    author: commit.any('author.name'),
  }));
  return resource.list('refUpdates').map((update) => {
    const ref = update.text('name');
    const [before, after] = [update.any('oldObjectId'), update.any('newObjectId')];
    const created = /^0+$/.test(before) ? 'created' : 'pushed';
    return pushMessage(repositoryOf(resource), {
      actor: personIn(resource, 'pushedBy.displayName', 'pushedBy.uniqueName'),
      repository: link(repositoryOf(resource), page),
      ref,
      change: /^0+$/.test(after) ? 'deleted' : created,
      before,
      after,
      url: page === '' ? '' : `${page}/commits?itemVersion=GB${encodeURIComponent(refName(ref))}`,
      count: commits.length,
      commits,
    });
  });
}

function pullRequestOf(resource: Payload) {
  const [number, title] = [`#${resource.text('pullRequestId')}`, resource.any('title')];
  const page = repositoryPage(resource);
  const own = page === '' ? '' : `${page}/pullrequest/${resource.text('pullRequestId')}`;
  return {
    topic: numberedTopic(repositoryOf(resource), 'pull request', number, title),
    shown: numbered('pull request', number, title, resource.any('_links.web.href') || own),
  };
}

function writePullRequest(payload: Payload, resource: Payload): ToolMessage {
  const { topic, shown } = pullRequestOf(resource);
  // The text says who did what; its second line is an address.
  const said = firstLine(payload.any('message.text'));
  const isNew = payload.text('eventType').endsWith('created');
  const [source, target] = ['source', 'target'].map((side) => code(refName(resource.any(`${side}RefName`))));
  const branches = isNew && source && target ? md` from ${source} into ${target}` : nothing;
  const actor = personIn(resource, isNew ? 'createdBy.displayName' : 'closedBy.displayName', 'createdBy.displayName');
  const body = isNew ? quoteBody(resource.any('description')) : nothing;
  if (isNew) return { topic, text: blocks(md`${actor} opened ${shown}${branches}.`, body) };
  const isDone = payload.text('eventType').endsWith('updated') && resource.any('status') === 'completed';
  if (isDone) return { topic, text: md`${actor} completed ${shown}.` };
  return { topic, text: md`${said || 'Changed'}: ${shown}.` };
}

function writeComment(payload: Payload): ToolMessage {
  const { topic, shown } = pullRequestOf(payload.at('resource.pullRequest'));
  const comment = payload.at('resource.comment');
  const text = md`${personIn(comment, 'author.displayName')} commented on ${shown}.`;
  return { topic, text: blocks(text, quoteBody(comment.any('content'))) };
}

const shownFields: Readonly<Record<string, string>> = {
  'System.Title': 'Title',
  'System.State': 'State',
  'System.AssignedTo': 'Assigned to',
  'System.Reason': 'Reason',
  'System.IterationPath': 'Iteration',
  'Microsoft.VSTS.Common.Priority': 'Priority',
  'Microsoft.VSTS.Common.Severity': 'Severity',
};

function writeWorkItem(payload: Payload, verb: string): ToolMessage {
  const resource = payload.at('resource');
  // After a change, the resource is the change, and the whole item is a part of it.
  const item = resource.has('revision') ? resource.at('revision') : resource;
  const fields = Object.fromEntries(item.parts('fields'));
  const valueIn = (name: string) => nameOf(fields[name]);
  const kind = valueIn('System.WorkItemType').toLowerCase() || 'work item';
  const number = `#${resource.any('workItemId') || item.text('id')}`;
  const page = item.any('_links.html.href') || resource.any('_links.html.href');
  const actor = resource.any('revisedBy.displayName') || valueIn('System.ChangedBy') || 'Somebody';
  const project = valueIn('System.TeamProject') || 'Azure DevOps';
  const body = verb === 'commented on' ? quote(valueIn('System.History')) : nothing;
  return {
    topic: numberedTopic(project, kind, number, valueIn('System.Title')),
    text: blocks(
      md`${actor.replace(/ *<[^>]*>$/, '')} ${verb} ${numbered(kind, number, valueIn('System.Title'), page)}.`,
      verb === 'changed' ? changesOf(resource) : nothing,
      body,
    ),
  };
}

/** A field is a text, a person, or the change of either. */
function nameOf(field: Payload | undefined): string {
  return field?.shown || field?.any('displayName', 'newValue.displayName', 'newValue') || '';
}

function changesOf(resource: Payload): Markdown {
  const changes = resource.parts('fields').flatMap(([name, field]) => {
    const label = Object.hasOwn(shownFields, name) ? (shownFields[name] as string) : undefined;
    const [before, after] = ['oldValue', 'newValue'].map((side) => field.any(side, `${side}.displayName`));
    return label === undefined ? [] : [[label, fromTo(before ?? '', after ?? '')]];
  });
  return facts(Object.fromEntries(changes));
}

function writeBuild(payload: Payload): ToolMessage {
  const resource = payload.at('resource');
  const branch = refName(
    resource
      .any('sourceBranch', 'sourceGetVersion')
      .replace(/^LG:/, '')
      .replace(/:[0-9a-f]+$/, ''),
  );
  return buildMessage({
    project: resource.any('definition.name') || resource.text('id'),
    name: `build ${resource.any('buildNumber') || resource.text('id')}`,
    url: resource.any('_links.web.href', 'url'),
    status: resource.any('result', 'status'),
    branch,
    commit: resource.any('sourceVersion'),
    facts: { 'Requested for': resource.any('requestedFor.displayName', 'requests.0.requestedFor.displayName') },
  });
}

function writeRun(payload: Payload): ToolMessage {
  const run = payload.at('resource.run');
  return buildMessage({
    project: run.any('pipeline.name') || payload.any('resource.pipeline.name') || 'Pipelines',
    name: `run ${run.any('name') || run.text('id')}`,
    url: run.any('_links.web.href', 'url'),
    status: run.any('result', 'state'),
  });
}

function writeOther(payload: Payload): ToolMessage {
  const said = payload.any('detailedMessage.text', 'message.text') || payload.text('message.text');
  return { topic: payload.any('resource.project.name', 'resource.release.name') || 'Azure DevOps', text: md`${said}` };
}
