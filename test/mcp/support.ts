import type { TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CastName, TestServer } from '../support/server.ts';

/** An assistant that is connected to a server as one of its cast. */
export interface Assistant {
  client: Client;
  /** Calls a tool and returns its answer. Throws its message if it failed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever a tool answered, and assert what it is
  ask(tool: string, args?: Record<string, unknown>): Promise<any>;
  /** Calls a tool that must fail, and returns its message. */
  fail(tool: string, args?: Record<string, unknown>): Promise<string>;
}

export async function connect(
  t: TestContext,
  server: TestServer,
  name: CastName,
  headers: Record<string, string> = {},
): Promise<Assistant> {
  const [, key] = Buffer.from(server.as(name).authorization.replace('Basic ', ''), 'base64').toString().split(':');
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  t.after(() => client.close());
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name: tool, arguments: args });
    const [first] = content as { text: string }[];
    return { text: first?.text ?? '', isError };
  };
  return {
    client,
    async ask(tool, args) {
      const { text, isError } = await call(tool, args);
      if (isError) throw new Error(text);
      return JSON.parse(text);
    },
    async fail(tool, args) {
      const { text, isError } = await call(tool, args);
      if (!isError) throw new Error(`${tool} did not fail: ${text}`);
      return text;
    },
  };
}
