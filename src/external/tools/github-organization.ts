import { fromTo, topicIn, wordsIn } from '../forge.ts';
import { about, actorOf, repositoryLink, verbOf } from '../forge-events.ts';
import { blocks, facts, link, type Markdown, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import type { ToolMessage, Write } from '../tool.ts';

/** Events of GitHub about people, rights and settings. */
export const organizationEvents: Readonly<Record<string, Write>> = {
  label: (payload) => writeNamed(payload, 'label', 'label'),
  milestone: (payload) => writeNamed(payload, 'milestone', 'milestone'),
  deploy_key: (payload) => writeNamed(payload, 'key', 'deploy key'),
  branch_protection_rule: (payload) => writeNamed(payload, 'rule', 'rule for branches'),
  package: (payload) => writeNamed(payload, 'package', 'package'),
  registry_package: (payload) => writeNamed(payload, 'registry_package', 'package'),
  member: writeMember,
  membership: writeMembership,
  organization: writeOrganization,
  team: writeTeam,
  team_add: (payload) => about(payload, writeAccess(payload)),
  sponsorship: writeSponsorship,
  installation: writeInstallation,
  installation_repositories: writeInstallation,
  meta: (payload) => about(payload, md`${actorOf(payload)} ${verbOf(payload)} the webhook of ${ownerOf(payload)}.`),
};

/** The repository or organization that an event belongs to. */
function ownerOf(payload: Payload): Markdown {
  if (payload.has('repository')) return repositoryLink(payload);
  const login = payload.text('organization.login');
  return link(login, `https://github.com/${login}`);
}

function writeNamed(payload: Payload, field: string, kind: string): ToolMessage {
  const name = payload.any(`${field}.title`) || payload.text(`${field}.name`);
  const thing = link(name, payload.any(`${field}.html_url`));
  return about(payload, md`${actorOf(payload)} ${verbOf(payload)} the ${kind} ${thing} of ${ownerOf(payload)}.`);
}

function personLink(payload: Payload, field: string): Markdown {
  return link(payload.text(`${field}.login`), payload.any(`${field}.html_url`));
}

/** The word between a person and the group that the action of a payload concerns. */
function prepositionOf(payload: Payload): string {
  const verb = payload.text('action').replace(/^member_/, '');
  return wordsIn({ added: 'to', invited: 'to', removed: 'from' }, verb, 'of');
}

function writeMember(payload: Payload): ToolMessage {
  const member = md`${personLink(payload, 'member')} ${prepositionOf(payload)} ${repositoryLink(payload)}`;
  const [before, after] = [
    payload.any('changes.permission.from', 'changes.old_permission.from'),
    payload.any('changes.permission.to', 'changes.role_name.to'),
  ];
  const right = facts({ Permission: before === '' && after === '' ? '' : fromTo(before, after) });
  return about(payload, blocks(md`${actorOf(payload)} ${verbOf(payload)} the collaborator ${member}.`, right));
}

function teamLink(payload: Payload): Markdown {
  const [login, slug] = [payload.any('organization.login'), payload.any('team.slug')];
  const page = login === '' || slug === '' ? '' : `https://github.com/orgs/${login}/teams/${slug}`;
  return link(payload.text('team.name'), payload.any('team.html_url') || page);
}

function writeMembership(payload: Payload): ToolMessage {
  const [member, team] = [personLink(payload, 'member'), teamLink(payload)];
  const text = md`${actorOf(payload)} ${verbOf(payload)} ${member} ${prepositionOf(payload)} the team ${team}.`;
  return about(payload, text);
}

function writeOrganization(payload: Payload): ToolMessage {
  const verb = payload.text('action').replace(/^member_/, '');
  const login = payload.any('membership.user.login', 'invitation.login', 'invitation.email');
  const person = link(login, payload.any('membership.user.html_url'));
  const who = login === '' ? nothing : md`${person} ${prepositionOf(payload)} `;
  const former = payload.any('changes.login.from');
  const details = facts({ Name: former === '' ? '' : fromTo(former, payload.text('organization.login')) });
  return about(payload, blocks(md`${actorOf(payload)} ${verb} ${who}the organization ${ownerOf(payload)}.`, details));
}

function writeTeam(payload: Payload): ToolMessage {
  const topic = topicIn(payload.any('organization.login') || 'GitHub', `team ${payload.text('team.name')}`);
  if (payload.has('repository')) return { topic, text: writeAccess(payload) };
  const changes = payload.at('changes');
  const edits = ['name', 'description', 'privacy', 'permission'].map((field) => {
    const edit = changes.has(field) ? fromTo(changes.any(`${field}.from`), payload.any(`team.${field}`)) : '';
    return [`${field.charAt(0).toUpperCase()}${field.slice(1)}`, edit];
  });
  const text = md`${actorOf(payload)} ${verbOf(payload)} the team ${teamLink(payload)}.`;
  return { topic, text: blocks(text, facts(Object.fromEntries(edits))) };
}

function writeAccess(payload: Payload): Markdown {
  const isLost = payload.any('action') === 'removed_from_repository';
  const team = isLost ? md`took from the team ${teamLink(payload)} the` : md`gave the team ${teamLink(payload)}`;
  return md`${actorOf(payload)} ${team} access to ${repositoryLink(payload)}.`;
}

const sponsorVerbs: Readonly<Record<string, string>> = {
  created: 'began',
  edited: 'changed',
  tier_changed: 'changed the tier of',
  pending_cancellation: 'will end',
  pending_tier_change: 'will change the tier of',
};

function writeSponsorship(payload: Payload): ToolMessage {
  const [sponsor, sponsored] = ['sponsor', 'sponsorable'].map((role) => {
    return personLink(payload, `sponsorship.${role}`);
  }) as [Markdown, Markdown];
  const tier = payload.any('sponsorship.tier.name');
  const former = payload.any('changes.tier.from.name');
  const action = payload.text('action');
  const verb = wordsIn(sponsorVerbs, action);
  return {
    topic: topicIn(payload.text('sponsorship.sponsorable.login'), 'sponsors'),
    text: blocks(
      md`${sponsor} ${verb} the sponsorship of ${sponsored}.`,
      facts({ Tier: former === '' ? tier : fromTo(former, tier) }),
    ),
  };
}

function writeInstallation(payload: Payload): ToolMessage {
  const account = payload.text('installation.account.login');
  const app = link(`app ${payload.any('installation.app_slug')}`, payload.any('installation.html_url'));
  const changed = (field: string) => payload.list(field).map((one) => one.any('full_name', 'name'));
  const details = facts({
    Added: [...changed('repositories'), ...changed('repositories_added')].join(', '),
    Removed: changed('repositories_removed').join(', '),
  });
  return {
    topic: account,
    text: blocks(md`${actorOf(payload)} ${verbOf(payload)} the ${app} on ${account}.`, details),
  };
}
