import { version } from '../assets.ts';
import { type Endpoint as DeclaredEndpoint, RawJson } from '../http/endpoint.ts';
import { openApiDocument } from '../http/openapi.ts';
import { type Endpoint, publicEndpoint } from './endpoint.ts';

/** A port for the description of the API. */
interface HasEndpoints {
  endpoints: Readonly<Record<string, DeclaredEndpoint>>;
}

export const getOpenApi: Endpoint<HasEndpoints> = publicEndpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this API as an OpenAPI document',
  params: {},
  errors: [],
  handler: ({ app }) => new RawJson(JSON.stringify(openApiDocument(app.endpoints, version))),
});
