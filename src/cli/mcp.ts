import type { Command } from 'commander';
import { version } from '../assets.ts';
import { accountOption, RemoteApi, type RemoteOptions } from './remote.ts';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .summary('let an assistant read and write as an account')
    .description(
      'Serve the Model Context Protocol on standard input and output: an assistant reads, searches and writes as the ' +
        'account of a zuliprc file, with its rights. A server offers the same at /mcp, with the API key as bearer token.',
    )
    .addOption(accountOption())
    .addHelpText(
      'after',
      '\nExample, in the configuration of an assistant:\n' +
        '  {"mcpServers": {"chat": {"command": "chatd", "args": ["mcp", "--zuliprc", "/home/ada/bot.zuliprc"]}}}',
    )
    .action(serveMcp);
}

async function serveMcp(options: RemoteOptions): Promise<void> {
  const api = new RemoteApi(options);
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
  ]);
  serveStdio(() => createMcpServer(api, version));
}
