import type { Command } from 'commander';
import { version } from '../assets.ts';
import { endpoints } from '../endpoints.ts';
import { openApiDocument } from '../http/openapi.ts';

export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .summary('print the OpenAPI document of the API')
    .description('Print the description of the HTTP API as an OpenAPI 3.1 document in JSON.')
    .addHelpText('after', '\nExample:\n  chatd openapi > openapi.json')
    .action(() => {
      process.stdout.write(`${JSON.stringify(openApiDocument(endpoints, version), null, 2)}\n`);
    });
}
