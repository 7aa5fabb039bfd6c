import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { findPublicUrl, findRunningServer } from '../db/data-dir.ts';
import { mailDomain } from '../ground/config.ts';
import { silentLog } from '../ground/log.ts';
import { defaultDataDir, type ServerSettings } from '../ground/server-settings.ts';
import { mailAddress } from '../ground/setting-forms.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { examineServer, type Finding } from './examination.ts';
import { exitCodes, Failure } from './failure.ts';
import { dataDirOption, jsonOption, readSettings, settingOption } from './options.ts';
import { printJson, printLine } from './output.ts';
import { examineReach } from './reach.ts';
import { readMail, refusePasswordInArgument } from './server-config.ts';
import { collectStatus } from './server-status.ts';

interface Options {
  dataDir?: string;
  json?: true;
  mailTo?: string;
}

/** The settings that the running server does not tell. */
const ownSettings = ['public_url', 'backup_dir', 'smtp_url', 'smtp_url_file', 'mail_from'] as const;

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .summary('find what is wrong with a server and its machine')
    .description(
      'Look at the server, its data and its machine, and at its public address from here. Each line is good, or has the ' +
        'command that fixes it. Exits with 0 if all is good, with 6 if the data is damaged, else with 1.',
    )
    .addOption(jsonOption())
    .addOption(dataDirOption());
  for (const name of ownSettings) command.addOption(settingOption(name));
  command
    .addOption(new Option('--mail-to <address>', 'send a test mail there').argParser(parseMailAddress))
    .addHelpText('after', '\nExample:\n  chatd doctor --data-dir /var/lib/chatd')
    .action((options: Options) => {
      const settings = readSettings({ ...options });
      refusePasswordInArgument(command, settings);
      return examine(options, settings);
    });
}

function parseMailAddress(text: string): string {
  const address = mailAddress.parse(text);
  if (address === undefined) throw new InvalidArgumentError(`It must ${mailAddress.must}.`);
  return address;
}

async function examine({ dataDir, json, mailTo }: Options, settings: ServerSettings): Promise<void> {
  const data_dir = resolve(dataDir ?? defaultDataDir);
  // First, because the server notices only then whether it trusts the proxy before it.
  const public_url = settings.public_url ?? findRunningServer(data_dir)?.public_url ?? findPublicUrl(data_dir);
  const reach = await examineReach(public_url);
  const status = await collectStatus({ data_dir, backupDir: settings.backup_dir });
  const mail = await examineMail(settings, public_url, mailTo, status.server?.sends_mail);
  const findings = [...examineServer(status, { dataDir, data_dir }), ...reach, mail];
  if (json) printJson(findings);
  else for (const finding of findings) printLine(lineOf(finding));
  const bad = findings.filter(({ mend }) => mend !== undefined).length;
  if (status.check.problems.length > 0 && !status.check.is_accepted) {
    throw new Failure(exitCodes.damaged, 'The data is damaged.');
  }
  if (bad > 0) throw new Failure(exitCodes.failed, `${bad} of ${findings.length} need mending.`);
}

function lineOf({ name, says, mend }: Finding): string {
  return `${mend === undefined ? 'good' : 'BAD '}  ${name.padEnd(12)}  ${says}${mend === undefined ? '' : `; ${mend}`}`;
}

/** Sends a mail if asked to. */
async function examineMail(
  settings: ServerSettings,
  public_url: string | undefined,
  to: string | undefined,
  sends: boolean | undefined,
): Promise<Finding> {
  const host = new URL(public_url ?? 'http://localhost').hostname;
  const { mail } = readMail(settings, host);
  if (to === undefined) {
    const says =
      sends || mail ? 'a mail server is set; --mail-to sends a test' : 'no mail server; links are passed on by hand';
    return { name: 'mail', says };
  }
  if (!mail)
    return {
      name: 'mail',
      says: 'no mail server is named here',
      mend: 'chatd doctor --smtp-url-file FILE --mail-to …',
    };
  const mailer = createSmtpMailer({ ...mail, domain: mailDomain({ host, ...settings }) }, silentLog);
  try {
    await mailer.send({ to, from_name: 'chatd', subject: 'A test of chatd', text: `${public_url} can send mail.\n` });
    return { name: 'mail', says: `a test was handed over for ${to}` };
  } catch (error) {
    const says = `the mail server does not take mail: ${(error as Error).message.split('\n')[0]}`;
    return { name: 'mail', says, mend: 'correct the URL of --smtp-url-file, and run this again' };
  } finally {
    await mailer.close();
  }
}
