import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Refused } from './api.ts';
import { answerBytes } from './text-budget.ts';

/** What a tool does to the data of the server. */
type Effect = 'reads' | 'adds' | 'changes';

interface Tool<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  /** For the assistant, which chooses by it. */
  says: string;
  effect: Effect;
  params: Shape;
  /** Returns what is answered, as JSON. Throws Refused, whose message the assistant gets. */
  run(args: z.infer<z.ZodObject<Shape>>): Promise<object>;
}

export function addTool<Shape extends z.ZodRawShape>(server: McpServer, tool: Tool<Shape>): void {
  const { name, title, says, effect, params, run } = tool;
  server.registerTool(
    name,
    {
      title,
      description: says,
      inputSchema: z.object(params),
      annotations: {
        readOnlyHint: effect === 'reads',
        destructiveHint: effect === 'changes',
        openWorldHint: false,
      },
    },
    (args: unknown) => answer(() => run(args as z.infer<z.ZodObject<Shape>>)),
  );
}

async function answer(run: () => Promise<object>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await run()) }] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { isError: true, content: [{ type: 'text', text: error.message }] };
  }
}

/** The first of the rows that fit into an answer. */
export function fitRows(rows: readonly object[]): object[] {
  let bytes = 0;
  const count = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    return bytes > answerBytes;
  });
  return count < 0 ? [...rows] : rows.slice(0, count);
}
