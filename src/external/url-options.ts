import { boolean, optional, text, type Values } from '../http/params.ts';
import type { Payload } from './payload.ts';

/** Parameters of the URL that change the messages of some tools; `Tool.options` names those that a tool reads. */
export const urlParams = {
  branches: optional(
    text({ max: 1000 }),
    'Names of branches, separated by commas: pushes to others are not posted. `*` matches any text.',
  ),
  ignore_private_repositories: optional(boolean(), 'Whether events of private repositories are not posted.'),
  include_repository_name: optional(
    boolean(),
    'Whether each message begins with the name of the repository; useful with a topic for all repositories.',
  ),
  use_merge_request_title: optional(boolean(), 'Whether topics contain the titles of merge requests; by default, yes.'),
  name: optional(text({ max: 100 }), 'Name of the label or annotation of an alert that is the topic.'),
  desc: optional(text({ max: 100 }), 'Name of the label or annotation that describes an alert.'),
  eu_region: optional(boolean(), 'Whether the account of the tool is in the European Union.'),
};

export type UrlOptions = Partial<Values<typeof urlParams>>;
export type UrlOption = keyof typeof urlParams;

/** The options of tools with repositories. */
export const repositoryOptions = ['branches', 'ignore_private_repositories', 'include_repository_name'] as const;

/** The name of the repository of a payload; empty if there is none. */
export function repositoryOf(payload: Payload): string {
  return payload.any('repository.full_name', 'project.path_with_namespace', ...otherNames);
}

/** Of Bitbucket Data Center's pull requests, and of GitLab's pushes and builds in old versions. */
const otherNames = ['pullRequest.toRef.repository.name', 'repository.name', 'project.name', 'project_name'];

/** Whether the repository of a payload is known to be private. */
export function isPrivate(payload: Payload): boolean {
  const visibility = payload.any('project.visibility_level', 'repository.visibility_level');
  return (
    ['repository.private', 'repository.is_private'].some((path) => payload.isTrue(path)) ||
    payload.at('repository.public').value === false ||
    (visibility !== '' && visibility !== publicLevel)
  );
}

/** GitLab's number for projects that everybody sees. */
const publicLevel = '20';
