import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { type Config, parsePushServiceUrl } from '../ground/config.ts';
import { exitCodes, Failure } from './failure.ts';

export interface PushOptions {
  pushServiceUrl?: string;
  pushServiceOrg?: string;
  pushServiceKeyFile?: string;
  privateWebPush?: boolean;
}

/** Not an argument, because all users of the machine can see arguments. */
const keyVariable = 'CHATD_PUSH_SERVICE_KEY';

export function pushServiceUrlOption(): Option {
  const description = 'service that delivers notifications to phones; without it, none are sent';
  return new Option('--push-service-url <url>', description).env('CHATD_PUSH_SERVICE_URL');
}

export function pushServiceOrgOption(): Option {
  const description = 'UUID of this server at the push service';
  return new Option('--push-service-org <uuid>', description).env('CHATD_PUSH_SERVICE_ORG');
}

export function pushServiceKeyFileOption(): Option {
  const description = `file with the key for it; or ${keyVariable}, the key itself`;
  return new Option('--push-service-key-file <file>', description).env('CHATD_PUSH_SERVICE_KEY_FILE');
}

export function privateWebPushOption(): Option {
  const description = 'allow browser notifications to private networks and without TLS';
  return new Option('--private-web-push [yes]', description)
    .env('CHATD_PRIVATE_WEB_PUSH')
    .preset('yes')
    .argParser(readYesOrNo);
}

// As an option it has no value; as a variable it may be `no`.
function readYesOrNo(text: string): boolean {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new InvalidArgumentError('It must be yes or no.');
}

/** Reads the settings. Throws Failure if one is missing or invalid. */
export function readPush(options: PushOptions): Pick<Config, 'push_service' | 'private_web_push'> {
  return { ...readService(options), ...(options.privateWebPush ? { private_web_push: true } : {}) };
}

function readService(options: PushOptions): Pick<Config, 'push_service'> {
  const { pushServiceUrl, pushServiceOrg: org } = options;
  if (pushServiceUrl === undefined) return {};
  const url = parsePushServiceUrl(pushServiceUrl);
  if (url === undefined) throw unusable('--push-service-url must look like https://push.example.com.');
  if (!org || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(org)) {
    throw unusable('A push service needs --push-service-org, the UUID by which it knows this server.');
  }
  const key = readKey(options);
  if (key === '') throw unusable(`A push service needs a key, in ${keyVariable} or in --push-service-key-file.`);
  return { push_service: { url, org, key } };
}

function readKey({ pushServiceKeyFile: file }: PushOptions): string {
  if (file === undefined) return process.env[keyVariable]?.trim() ?? '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw unusable(`${file}, which is to hold the key for the push service, cannot be read.`);
  }
}

function unusable(sentence: string): Failure {
  return new Failure(exitCodes.unusable, sentence);
}
