import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.ts';
import { findChannelByName } from '../conversations/channel.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { doInvite, type Invitation, linkOf, publishInvitesChanged } from '../invites/invitation.ts';
import { checkTerms, defaultValidity, invitingPermission, longestValidity } from '../invites/terms.ts';
import { ensureEmailAllowed } from '../organization/email-policy.ts';
import { findUserByEmail, type User } from '../users/user.ts';
import { accessAccount, ensureEmail, findFirstOwner } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { commandLine } from './invocation.ts';
import { type AdminOptions, actAsOperator, type OperatorApp, withApp } from './operator.ts';
import { dataDirOption, jsonOption, publicUrlOption } from './options.ts';
import { printJson } from './output.ts';
import { type RoleWord, roleWords } from './roles.ts';

interface Options extends AdminOptions {
  role: RoleWord;
  channel?: string[];
  /** Null: valid until it is revoked. */
  days: number | null;
  from?: string;
  json?: true;
}

const minutesOfDay = 1440;

export function addInvite(program: Command): void {
  program
    .command('invite')
    .summary('print an invitation link')
    .description(
      'Print an invitation link for you to pass on; no mail is sent. With an address the link is for one person. ' +
        'New users are subscribed to the default channels.',
    )
    .argument('[email]', 'address of the person; without it, anybody with the link can join')
    .addOption(new Option('--role <role>', 'role of the new users').choices(Object.keys(roleWords)).default('member'))
    .option('--channel <name...>', 'further channels that new users are subscribed to')
    .addOption(
      new Option('--days <number>', 'days until the link expires, or "never"')
        .argParser(readDays)
        .default(defaultValidity / minutesOfDay),
    )
    .option('--from <email>', 'address of the inviter; the first owner by default')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(publicUrlOption('where clients reach the server'))
    .addHelpText(
      'after',
      '\nExamples:\n  chatd invite --days 2\n  chatd invite ada@example.com --role admin --channel design --channel news',
    )
    .action(invite);
}

function readDays(text: string): number | null {
  if (text === 'never') return null;
  const days = Number(text);
  if (/^\d{1,7}$/.test(text) && days >= 1 && days * minutesOfDay <= longestValidity) return days;
  throw new InvalidArgumentError('It must be a whole number of days, 1 or more, or "never".');
}

async function invite(email: string | undefined, options: Options): Promise<void> {
  const result = await withApp(options, (app) => {
    const { id, invitation } = create(app, email, options);
    const { expires_at } = invitation;
    return { invite_id: id, email: invitation.email, role: options.role, expires_at, link: linkOf(app, invitation) };
  });
  if (options.json) printJson(result);
  else process.stdout.write(`${result.link}\n`);
}

function create(app: OperatorApp, email: string | undefined, options: Options): { id: number; invitation: Invitation } {
  const inviter = findInviter(app, options);
  ensureMayInvite(app, inviter, email ?? null);
  if (email !== undefined) ensureInvitable(app, email);
  const stream_ids = (options.channel ?? []).map((name) => findChannelId(app, name));
  const terms = checkTerms(app, inviter, {
    invite_expires_in_minutes: options.days === null ? null : options.days * minutesOfDay,
    invite_as: roleWords[options.role],
    stream_ids,
    group_ids: [],
    include_realm_default_subscriptions: true,
    welcome_message_custom_text: null,
  });
  const about = { ...(email === undefined ? {} : { email }), inviter: inviter.email };
  const invitation = actAsOperator(app, { command: 'invite', about }, () => {
    const made = doInvite(app, inviter, email?.trim() ?? null, { ...terms, notify_inviter: false });
    publishInvitesChanged(app, [inviter.id]);
    return made;
  });
  return { id: invitation.id, invitation };
}

function findInviter(app: Context, { from, dataDir }: Options): User {
  if (from !== undefined) return accessAccount(app.db, from);
  const owner = findFirstOwner(app.db);
  if (owner) return owner;
  const command = commandLine(['create-user', 'you@example.com', '--name', 'Your Name'], dataDir ? { dataDir } : {});
  throw new Failure(exitCodes.failed, `There is no owner yet who could invite. To create one: ${command} --role owner`);
}

function ensureMayInvite(app: Context, inviter: User, email: string | null): void {
  const permission = invitingPermission(email);
  if (hasRealmPermission(app, inviter, permission)) return;
  throw new Failure(
    exitCodes.failed,
    `${inviter.email} may not invite; see chatd settings get ${permission}, or choose another inviter with --from.`,
  );
}

function ensureInvitable(app: Context, email: string): void {
  ensureEmail(email);
  ensureEmailAllowed(app, email.trim());
  if (!findUserByEmail(app.db, email.trim())) return;
  throw new Failure(exitCodes.notFoundOrExists, `An account with the address ${email} exists already.`);
}

function findChannelId({ db }: Context, name: string): number {
  const channel = findChannelByName(db, name);
  if (channel) return channel.id;
  throw new Failure(exitCodes.notFoundOrExists, `There is no channel ${name}; chatd list-channels shows all.`);
}
