import { InvalidArgumentError, Option } from 'commander';
import { defaults, parsePublicUrl } from '../ground/config.ts';
import { InvalidSetting } from './failure.ts';

/** Undefined unless given, because the default depends on the command. */
export function dataDirOption(): Option {
  return pathOption('--data-dir <folder>', 'directory of all data; ./chatd-data by default').env('CHATD_DATA_DIR');
}

export function publicUrlOption(description: string): Option {
  return new Option('--public-url <url>', description).env('CHATD_PUBLIC_URL').argParser(readPublicUrl);
}

export function maxUploadOption(): Option {
  return new Option('--max-upload-mib <number>', 'the largest file that can be uploaded, in MiB')
    .env('CHATD_MAX_UPLOAD_MIB')
    .argParser(readMib)
    .default(defaults.max_upload_mib);
}

export function uploadQuotaOption(): Option {
  return new Option('--upload-quota-mib <number>', 'limit for all uploaded files together, in MiB')
    .env('CHATD_UPLOAD_QUOTA_MIB')
    .argParser(readMib);
}

export function keepFreeOption(): Option {
  const description = 'disk space that uploads leave free, in MiB; by default 5 % of the disk, at most 1024';
  return new Option('--keep-free-mib <number>', description).env('CHATD_KEEP_FREE_MIB').argParser(readFreeMib);
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON');
}

export function zuliprcOption(): Option {
  const description = 'write the file that existing clients log in with';
  return new Option('--zuliprc <file>', description).argParser(readPath(InvalidArgumentError));
}

/** Two ways to pass a password. In an argument, other users of the machine could see it. */
export function passwordOptions(): Option[] {
  return [
    new Option('--password-stdin', 'read the password from standard input').conflicts('randomPassword'),
    new Option('--random-password', 'generate a password and print it'),
  ];
}

function readPublicUrl(text: string): string {
  const url = parsePublicUrl(text);
  if (url === undefined)
    throw new InvalidSetting('It must look like https://chat.example.com or chat.example.com, with no path.');
  return url;
}

function readFreeMib(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidSetting('It must be a whole number, 0 or more.');
  return Number(text);
}

function readMib(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidSetting('It must be a whole number, 1 or more.');
  return Number(text);
}

/** A setting whose value is the path of a file or folder. */
export function pathOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(readPath(InvalidSetting));
}

// An unset variable in a script would mean the working directory.
function readPath(Refusal: typeof InvalidArgumentError): (text: string) => string {
  return (text) => {
    if (text === '') throw new Refusal('It must not be empty.');
    return text;
  };
}
