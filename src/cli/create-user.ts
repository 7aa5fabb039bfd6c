import { type Command, Option } from 'commander';
import { createApiKey } from '../accounts/api-key.ts';
import { checkFullName } from '../accounts/full-name.ts';
import { doCreateUser, emailInUse } from '../accounts/new-user.ts';
import { hashPassword } from '../accounts/password.ts';
import type { Context } from '../context.ts';
import { isKind } from '../http/errors.ts';
import { findUserByEmail, hasOwner, type User } from '../users/user.ts';
import { accessAccount, ensureEmail, ensurePerson } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { commandLine } from './invocation.ts';
import { type AdminOptions, actAsOperator, type OperatorApp, withApp } from './operator.ts';
import { dataDirOption, jsonOption, passwordOptions, publicUrlOption, zuliprcOption } from './options.ts';
import { printFields, printJson, say } from './output.ts';
import { askForOptionalPassword, isOnTerminal, type PasswordOptions, readPassword } from './password.ts';
import { type RoleWord, roleWord, roleWords } from './roles.ts';
import { findZuliprc, writeZuliprc } from './zuliprc.ts';

export interface Options extends AdminOptions, PasswordOptions {
  name: string;
  /** The first person is an owner unless another role is named, all others are members. */
  role?: RoleWord;
  bot?: true;
  owner?: string;
  ifNotExists?: true;
  zuliprc?: string;
  json?: true;
}

interface Account {
  user_id: number;
  email: string;
  full_name: string;
  role: RoleWord;
  /** Null if the account existed before: keys cannot be read back. */
  api_key: string | null;
  /** Only if the program generated it. */
  password?: string | null;
}

export function addCreateUser(program: Command): void {
  const command = program
    .command('create-user')
    .summary('create an account')
    .description(
      'Create an account for a person or a bot, also while the server runs. A terminal prompts for the password.',
    )
    .argument('<email>', 'address of the account')
    .requiredOption('--name <full-name>', 'full name')
    .addOption(
      new Option('--role <role>', 'role of the account; by default owner for the first person, else member').choices(
        Object.keys(roleWords),
      ),
    )
    .option('--bot', 'create a bot, which logs in with an API key only')
    .addOption(new Option('--owner <email>', 'with --bot: address of the owner of the bot').implies({ bot: true }));
  for (const option of passwordOptions()) command.addOption(option.conflicts(['bot', 'owner']));
  command
    .option('--if-not-exists', 'succeed without a change if the account exists')
    .addOption(zuliprcOption())
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(publicUrlOption('where clients reach the server, for --zuliprc'))
    .addHelpText(
      'after',
      `
Examples:
  chatd create-user ada@example.com --name "Ada Lovelace" --role owner --random-password
  chatd create-user bot@example.com --name "Build Bot" --bot --zuliprc bot.zuliprc`,
    )
    .action(createUser);
}

async function createUser(email: string, options: Options): Promise<void> {
  const created = await createAccount(email, options);
  if (options.json) printJson(created.account);
  else print(created, options);
  if (!created.hasOwner) warnWithoutOwner(created.account, options);
}

/** An account that was created or found. */
interface Created {
  account: Account;
  hasPassword: boolean;
  /** Whether the organization has an owner now. */
  hasOwner: boolean;
}

/** Creates an account, or finds it. Throws Failure, UnusableDataDir or UnusableDatabase. */
export async function createAccount(email: string, options: Options): Promise<Created> {
  ensureEmail(email);
  checkFullName(options.name);
  return withApp({ ...options, create: true }, async (app) => {
    const { user, secrets, hasPassword } = await findOrCreate(app, email, options);
    return { account: present(app, user, secrets, options), hasPassword, hasOwner: hasOwner(app.db) };
  });
}

interface Found {
  user: User;
  secrets: Secrets;
  hasPassword: boolean;
}

async function findOrCreate(app: OperatorApp, email: string, options: Options): Promise<Found> {
  const zuliprc = options.zuliprc === undefined ? undefined : findZuliprc(options.zuliprc);
  const existing = findUserByEmail(app.db, email.trim());
  if (!existing) return create(app, email, options);
  if (!options.ifNotExists) throw alreadyExists(email);
  const user = accessAccount(app.db, email);
  const needsKey = options.zuliprc !== undefined && zuliprc?.email !== user.email;
  const act = { command: 'create-user', about: { email: user.email } };
  const api_key = needsKey ? actAsOperator(app, act, () => createApiKey(app, user)) : null;
  return { user, secrets: { api_key, password: null }, hasPassword: true };
}

async function create(app: OperatorApp, email: string, options: Options): Promise<Found> {
  const bot = options.bot ? { bot: { owner_id: findOwner(app, options.owner) } } : {};
  const password = await findPassword(app, options);
  const password_hash = password === undefined ? null : await hashPassword(app, password);
  const values = { email, full_name: options.name, password_hash, ...bot };
  const { user, api_key } = actAsOperator(app, { command: 'create-user', about: { email } }, () => {
    const role = roleWords[options.role ?? usualRole(app, options)];
    const user = attempt(() => doCreateUser(app, { ...values, role }), email);
    return { user, api_key: createApiKey(app, user) };
  });
  return { user, secrets: { api_key, password: password ?? null }, hasPassword: password !== undefined };
}

function findPassword({ random }: Context, options: Options): Promise<string | undefined> {
  const isNamed = options.passwordStdin || options.randomPassword || options.bot || options.json;
  return !isNamed && isOnTerminal() ? askForOptionalPassword() : readPassword(options, random);
}

function usualRole({ db }: Context, { bot }: Options): RoleWord {
  const sql = 'SELECT 1 FROM users WHERE bot_type IS NULL LIMIT 1';
  return bot || db.value<number>(sql) !== undefined ? 'member' : 'owner';
}

// Another command may have created the account while the password was hashed.
function attempt(action: () => User, email: string): User {
  try {
    return action();
  } catch (error) {
    throw isKind(error, emailInUse) ? alreadyExists(email) : error;
  }
}

function alreadyExists(email: string): Failure {
  return new Failure(exitCodes.notFoundOrExists, `An account with the address ${email} exists already.`);
}

function findOwner(app: Context, email: string | undefined): number | null {
  if (email === undefined) return null;
  const owner = accessAccount(app.db, email);
  ensurePerson(owner);
  return owner.id;
}

function present(app: Context, user: User, secrets: Secrets, options: Options): Account {
  const { api_key, password } = secrets;
  if (options.zuliprc !== undefined && api_key !== null) {
    writeZuliprc(options.zuliprc, { email: user.email, key: api_key, site: app.config.public_url });
  }
  const { id: user_id, email, full_name, role } = user;
  const account = { user_id, email, full_name, role: roleWord(role), api_key };
  return options.randomPassword ? { ...account, password } : account;
}

type Secrets = Required<Pick<Account, 'api_key' | 'password'>>;

function print(created: Created, options: Options): void {
  const { account } = created;
  const { api_key, password, ...rest } = account;
  // A key that was written to a file is not printed.
  const shown = options.zuliprc === undefined ? api_key : undefined;
  printFields({ ...rest, password: password ?? undefined, api_key: shown ?? undefined });
  sayNext(created, options);
}

function sayNext({ account: { email, api_key }, hasPassword }: Created, options: Options): void {
  if (options.zuliprc !== undefined) {
    say(api_key === null ? `${options.zuliprc} is there already.` : `Wrote ${options.zuliprc} for existing clients.`);
  } else if (api_key === null) {
    say('The account was there already; nothing changed.');
  }
  if (hasPassword || options.bot) return;
  say(
    `The account has no password yet. To set one: ${commandLine(['reset-password', email, '--random-password'], options)}`,
  );
}

function warnWithoutOwner({ email }: Account, options: Options): void {
  const command = options.bot
    ? commandLine(['create-user', 'you@example.com', '--name', 'Your Name', '--role', 'owner'], options)
    : commandLine(['change-role', email, 'owner'], options);
  say(`The organization has no owner yet. To appoint one: ${command}`);
}
