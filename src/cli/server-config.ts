import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findRefusal } from '../db/data-dir.ts';
import { findInterfaces, publicUrlOf } from '../ground/addresses.ts';
import type { Config } from '../ground/config.ts';
import { systemRandom } from '../ground/random.ts';
import { plainSettings, type ServerSettings } from '../ground/server-settings.ts';
import { defaultRateLimits, parseRateLimits, parseSmtpUrl } from '../ground/setting-forms.ts';
import { describeError, exitCodes, Failure } from './failure.ts';
import { readSso } from './sso-options.ts';
import { readListening } from './tls-options.ts';

/** The configuration of a server. Throws Failure if settings contradict each other, or what they name is unusable. */
export function readConfig(
  settings: ServerSettings,
  { data_dir, isDemo }: { data_dir: string; isDemo: boolean },
  interfaces: Parameters<typeof publicUrlOf>[1] = findInterfaces(),
): Config {
  const listening = readListening(settings, data_dir);
  const public_url = settings.public_url ?? publicUrlOf(listening, interfaces);
  const host = new URL(public_url).hostname;
  return {
    ...plainSettings(settings),
    data_dir,
    public_url,
    host,
    ...readBackup(settings),
    ...readLimits(settings, isDemo),
    ...listening,
    ...readMail(settings, host),
    ...readPush(settings),
    ...readRelay(settings),
    ...readSso(settings),
    ...(isDemo ? { demo_key: systemRandom.bytes(18).toString('base64url') } : {}),
  };
}

/** Without limits in the demo, unless some are given. */
export function readLimits(
  settings: Pick<ServerSettings, 'rate_limits' | 'trusted_proxy'>,
  isDemo: boolean,
): Pick<Config, 'rate_limits' | 'trusted_proxies'> {
  const { trusted_proxy: trusted_proxies = [] } = settings;
  const rate_limits = settings.rate_limits ?? (isDemo ? 'none' : parseRateLimits(defaultRateLimits));
  return rate_limits === undefined || rate_limits === 'none' ? { trusted_proxies } : { rate_limits, trusted_proxies };
}

/**
 * Throws Failure unless the folder exists and can be written. It is never created: below the mount point of a disk that
 * is not mounted, the backups would fill the disk of the system.
 */
function readBackup({ backup_dir, backup_keep: keep }: ServerSettings): Pick<Config, 'backup'> {
  if (backup_dir === undefined) return {};
  const folder = resolve(backup_dir);
  const problem = existsSync(folder) ? findRefusal(folder) : 'it does not exist; create it, or mount its disk';
  if (problem !== undefined)
    throw new Failure(exitCodes.unusable, `--backup-dir ${folder} cannot hold backups: ${problem}.`);
  return { backup: { folder, keep } };
}

/** Throws Failure if an argument contains a password, which everyone on this machine can read. */
export function refusePasswordInArgument(command: Command, { smtp_url = '' }: ServerSettings): void {
  if (command.getOptionValueSource('smtpUrl') !== 'cli') return;
  if (!URL.canParse(smtp_url) || new URL(smtp_url).password === '') return;
  const advice = 'put the password into CHATD_SMTP_URL or a file for --smtp-url-file';
  throw new Failure(exitCodes.usage, `Everyone on this machine can read arguments: ${advice}.`);
}

/** Reads the settings of sent mail; `host` is that of the public URL. Throws Failure. */
export function readMail(settings: ServerSettings, host: string): Pick<Config, 'mail'> {
  const { smtp_url, smtp_url_file, mail_from: from = `noreply@${host}` } = settings;
  if (smtp_url_file !== undefined) {
    const text = readSecretFile(smtp_url_file, '--smtp-url-file');
    return { mail: { smtp_url: readSmtpUrl(text, `--smtp-url-file ${smtp_url_file} must hold a URL`), from } };
  }
  return smtp_url === undefined ? {} : { mail: { smtp_url: readSmtpUrl(smtp_url, '--smtp-url must be a URL'), from } };
}

// The message does not repeat the URL, which may contain a password.
function readSmtpUrl(text: string, must: string): string {
  const url = parseSmtpUrl(text);
  if (url !== undefined) return url;
  throw new Failure(exitCodes.unusable, `${must} like smtp://mail.example.com:587 or smtps://mail.example.com.`);
}

/** Throws Failure if a setting of the push service is missing, or its key cannot be read. */
function readPush(settings: ServerSettings): Pick<Config, 'push_service'> {
  const { push_service_url: url, push_service_org: org, push_service_key_file: file } = settings;
  if (url === undefined && org === undefined && file === undefined) return {};
  if (url === undefined || org === undefined) {
    throw new Failure(exitCodes.unusable, 'A push service needs --push-service-url and --push-service-org.');
  }
  const key = readSecret(keyVariable, file, '--push-service-key-file');
  if (key !== '') return { push_service: { url, org, key } };
  throw new Failure(exitCodes.unusable, `A push service needs a key, in ${keyVariable} or in --push-service-key-file.`);
}

/** Not an argument, because all users of the machine can see arguments. */
const keyVariable = 'CHATD_PUSH_SERVICE_KEY';

/** Throws Failure if there is a TURN server or its secret without the other. */
function readRelay({ turn_url: urls, turn_secret_file: file }: ServerSettings): Pick<Config, 'relay'> {
  if (urls === undefined && file === undefined) return {};
  if (urls === undefined) throw new Failure(exitCodes.unusable, 'The secret of a TURN server needs --turn-url.');
  const secret = readSecret(secretVariable, file, '--turn-secret-file');
  if (secret !== '') return { relay: { urls, secret } };
  const places = `in ${secretVariable} or in --turn-secret-file`;
  throw new Failure(exitCodes.unusable, `A TURN server needs the secret that it shares with chatd, ${places}.`);
}

const secretVariable = 'CHATD_TURN_SECRET';

/** A secret from a file, or from a variable; empty if there is none. Throws Failure; `flag` is the option of the file. */
function readSecret(variable: string, file: string | undefined, flag: string): string {
  return file === undefined ? (process.env[variable]?.trim() ?? '') : readSecretFile(file, flag);
}

const maxBytes = 64 * 1024;

/** The text of a file that holds a secret, without spaces around it. Throws Failure; `flag` is the option of the file. */
function readSecretFile(file: string, flag: string): string {
  const problem = (text: string) => new Failure(exitCodes.unusable, `${flag} ${file} cannot be used: ${text}.`);
  try {
    if (statSync(file).size > maxBytes) throw problem('it is larger than a secret');
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') throw problem('it is empty');
    return text;
  } catch (error) {
    throw error instanceof Failure ? error : problem(describeError(error as Error));
  }
}
