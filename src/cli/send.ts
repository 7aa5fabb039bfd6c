import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { readPlace } from '../mcp/place.ts';
import { sendMessage } from '../mcp/writing-tools.ts';
import { jsonOption } from './options.ts';
import { printJson, printLine } from './output.ts';
import { accountOption, RemoteApi, type RemoteOptions, refusable } from './remote.ts';

interface Options extends RemoteOptions {
  channel?: string;
  topic?: string;
  to?: string[];
  file?: string[];
  json?: true;
}

export function addSend(program: Command): void {
  program
    .command('send')
    .summary('send a message')
    .description(
      'Send a message as the account of a zuliprc file. The text is an argument, or read from standard input.',
    )
    .argument('[text]', 'the message, in Markdown')
    .addOption(new Option('--channel <name>', 'channel to write to, with --topic').conflicts('to'))
    .addOption(new Option('--topic <topic>', 'topic in the channel'))
    .option('--to <person>', 'write to a person: name, e-mail address or id; may be repeated', append)
    .option('--file <path>', 'a file to attach; may be repeated', append)
    .addOption(accountOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  uptime | chatd send --channel ops --topic "web 1"\n  chatd send --to "Ada Lovelace" "The build is done."',
    )
    .action(send);
}

function append(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

async function send(words: string | undefined, options: Options): Promise<void> {
  const { channel, topic, to, file = [], json } = options;
  const api = new RemoteApi(options);
  const content = words ?? (await text(process.stdin));
  const sent = await refusable(async () => {
    const place = await readPlace(api, { channel, topic, people: to });
    const links: string[] = [];
    for (const path of file) links.push(await api.upload(path));
    return sendMessage(api, place, [content.trimEnd(), ...links].filter((part) => part !== '').join('\n'));
  });
  if (json) printJson(sent);
  else printLine(sent.link);
}
