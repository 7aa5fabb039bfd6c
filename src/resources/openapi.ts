import { version } from '../assets.ts';
import { type Endpoint, publicEndpoint, RawJson } from '../http/endpoint.ts';
import { openApiDocument } from '../http/openapi.ts';

export const getOpenApi: Endpoint = publicEndpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this API as an OpenAPI document',
  params: {},
  errors: [],
  handler: ({ app }) => new RawJson(JSON.stringify(openApiDocument(app.endpoints, version))),
});
