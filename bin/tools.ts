// Keeps src/external/tools.ts, the list of the tools that post here, up to date with the files in src/external/tools/.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../src/external');

/** The text of `tools.ts`. */
export async function toolList(): Promise<string> {
  const files = readdirSync(join(folder, 'tools')).sort();
  const found = await Promise.all(files.map(async (file) => ({ file, names: await toolsIn(file) })));
  const imports = found
    .filter(({ names }) => names.length > 0)
    .map(({ file, names }) => `import { ${names.join(', ')} } from './tools/${file}';`);
  const table = found.flatMap(({ names }) => names).sort();
  return `// Written by bin/tools.ts.
import type { Tool } from './tool.ts';
${imports.join('\n')}

/** The supported tools, by their names in URLs. */
export const tools: Readonly<Record<string, Tool>> = {
${table.map((name) => `  ${name},\n`).join('')}};
`;
}

/** The names of the exports of a file that are tools. */
async function toolsIn(file: string): Promise<string[]> {
  const exports: Record<string, unknown> = await import(join(folder, 'tools', file));
  const isTool = (value: unknown) => typeof value === 'object' && value !== null && 'eventOf' in value;
  return Object.keys(exports).filter((name) => isTool(exports[name]));
}

if (import.meta.main) writeFileSync(join(folder, 'tools.ts'), await toolList());
