import { type Command, InvalidArgumentError, Option } from 'commander';
import { version } from '../assets.ts';
import { readText } from '../http/read-limited.ts';
import { exitCodes, Failure } from './failure.ts';
import { jsonOption } from './options.ts';
import { printJson, printLine } from './output.ts';

interface Options {
  check: true;
  url: string;
  json?: true;
}

/** In bytes. */
const maxFile = 64 * 1024;

/** In milliseconds. */
const patience = 10_000;

export function addUpgrade(program: Command): void {
  program
    .command('upgrade')
    .summary('say whether a URL names a newer version')
    .description(
      'Read a file at a URL of yours, such as {"version": "1.2.3"}, and tell whether that version is newer. chatd never ' +
        'does this by itself, and replaces nothing.',
    )
    .requiredOption('--check', 'ask now; the only thing that it does')
    .addOption(
      new Option('--url <url>', 'URL of the file, which npm run build -- --packages writes as latest.json')
        .env('CHATD_UPGRADE_URL')
        .argParser(parseUrl)
        .makeOptionMandatory(),
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  chatd upgrade --check --url https://downloads.example.com/chatd/latest.json')
    .action(check);
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must look like https://example.com/latest.json.');
}

async function check({ url, json }: Options): Promise<void> {
  const newest = await readVersion(url);
  const newer = isNewer(newest, version);
  if (json) return printJson({ version, newest, newer });
  printLine(newer ? `chatd ${newest} is out; this is ${version}.` : `This is ${version}; ${url} names ${newest}.`);
}

async function readVersion(url: string): Promise<string> {
  const text = await fetchText(url);
  const found = /"version"\s*:\s*"(\d{1,9}\.\d{1,9}\.\d{1,9})"/.exec(text);
  if (found?.[1]) return found[1];
  throw new Failure(exitCodes.failed, `${url} names no version, such as {"version": "1.2.3"}.`);
}

async function fetchText(url: string): Promise<string> {
  const fail = (reason: string): never => {
    throw new Failure(exitCodes.failed, `${url} cannot be read: ${reason}.`);
  };
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch((error: Error) =>
    fail(error.name === 'TimeoutError' ? `nothing came within ${patience / 1000} seconds` : causeOf(error)),
  );
  if (!response.ok) {
    await response.body?.cancel();
    return fail(`the answer is ${response.status}`);
  }
  const text = await readText(response, maxFile).catch((error: Error) => fail(causeOf(error)));
  return text ?? fail(`it is larger than ${maxFile / 1024} KiB`);
}

function causeOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

/** Of versions with three numbers. */
function isNewer(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const differing = parts.findIndex((part, index) => part !== others[index]);
  return differing !== -1 && (parts[differing] ?? 0) > (others[differing] ?? 0);
}
