import { Option } from 'commander';
import { type Config, parsePushServiceUrl } from '../ground/config.ts';
import { exitCodes, Failure, InvalidSetting } from './failure.ts';
import { pathOption } from './options.ts';
import { readSecretFile } from './secret-file.ts';

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
  return new Option('--push-service-url <url>', description).env('CHATD_PUSH_SERVICE_URL').argParser((text: string) => {
    const url = parsePushServiceUrl(text);
    if (url !== undefined) return url;
    throw new InvalidSetting('It must look like https://push.example.com.');
  });
}

export function pushServiceOrgOption(): Option {
  const description = 'UUID of this server at the push service';
  return new Option('--push-service-org <uuid>', description)
    .env('CHATD_PUSH_SERVICE_ORG')
    .argParser((text: string) => {
      if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
      throw new InvalidSetting('It must be a UUID.');
    });
}

export function pushServiceKeyFileOption(): Option {
  const description = `file with the key for it; or ${keyVariable}, the key itself`;
  return pathOption('--push-service-key-file <file>', description).env('CHATD_PUSH_SERVICE_KEY_FILE');
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
  throw new InvalidSetting('It must be yes or no.');
}

/** Reads the settings. Throws Failure if one is missing or invalid. */
export function readPush(options: PushOptions): Pick<Config, 'push_service' | 'private_web_push'> {
  return { ...readService(options), ...(options.privateWebPush ? { private_web_push: true } : {}) };
}

function readService(options: PushOptions): Pick<Config, 'push_service'> {
  const { pushServiceUrl: url, pushServiceOrg: org, pushServiceKeyFile } = options;
  if (url === undefined && org === undefined && pushServiceKeyFile === undefined) return {};
  if (url === undefined || org === undefined) {
    throw new Failure(exitCodes.unusable, 'A push service needs --push-service-url and --push-service-org.');
  }
  const key = readKey(options);
  if (key !== '') return { push_service: { url, org, key } };
  throw new Failure(exitCodes.unusable, `A push service needs a key, in ${keyVariable} or in --push-service-key-file.`);
}

function readKey({ pushServiceKeyFile: file }: PushOptions): string {
  return file === undefined
    ? (process.env[keyVariable]?.trim() ?? '')
    : readSecretFile(file, 'the key for the push service');
}
