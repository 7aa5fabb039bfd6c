import { InvalidArgumentError, Option } from 'commander';
import { parsePublicUrl } from '../config.ts';

/** Where everything is kept. Undefined unless named: the default depends on the command. */
export function dataDirOption(): Option {
  return new Option('--data-dir <folder>', 'where everything is kept; ./chatd-data unless named').env('CHATD_DATA_DIR');
}

export function publicUrlOption(description: string): Option {
  return new Option('--public-url <url>', description).env('CHATD_PUBLIC_URL').argParser(readPublicUrl);
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON');
}

export function zuliprcOption(): Option {
  return new Option('--zuliprc <file>', 'write the file that existing clients log in with');
}

/** Two ways to give a password; neither shows it to other users of the machine, as an argument would. */
export function passwordOptions(): Option[] {
  return [
    new Option('--password-stdin', 'read the password from standard input').conflicts('randomPassword'),
    new Option('--random-password', 'make up a password and print it'),
  ];
}

function readPublicUrl(text: string): string {
  const url = parsePublicUrl(text);
  if (url === undefined) throw new InvalidArgumentError('It must begin with http:// or https:// and have no query.');
  return url;
}
