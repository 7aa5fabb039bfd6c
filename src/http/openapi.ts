import type { Endpoint } from './endpoint.ts';
import type { Param } from './params.ts';

const envelope = {
  type: 'object',
  properties: {
    result: { type: 'string', enum: ['success'] },
    msg: { type: 'string' },
    ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
  },
  required: ['result', 'msg'],
};

const errorEnvelope = {
  type: 'object',
  properties: { result: { type: 'string', enum: ['error'] }, msg: { type: 'string' }, code: { type: 'string' } },
  required: ['result', 'msg', 'code'],
};

/** Builds an OpenAPI 3.1 document; the keys of `endpoints` become operation ids. */
export function openApiDocument(endpoints: Record<string, Endpoint>, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = path;
    path[endpoint.method.toLowerCase()] = operation(operationId, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'chatd', version, description: 'HTTP API of a chatd team chat server.' },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'basic', description: 'Address of the user, and their API key.' },
      },
      schemas: { Success: envelope, Error: errorEnvelope },
    },
  };
}

function operation(operationId: string, endpoint: Endpoint): object {
  const entries = Object.entries(endpoint.params);
  const inPath = entries.filter(([name]) => endpoint.path.includes(`{${name}}`));
  const others = entries.filter(([name]) => !endpoint.path.includes(`{${name}}`));
  const takesForm = endpoint.method !== 'GET' && endpoint.payload === undefined;
  const usesForm = takesForm && (others.length > 0 || endpoint.file !== undefined);
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.access === 'anyone' ? { security: [] } : {}),
    parameters: [
      ...inPath.map(([name, param]) => ({ ...parameter(name, 'path', param), required: true })),
      ...(usesForm ? [] : others.map(([name, param]) => parameter(name, 'query', param))),
    ],
    ...(usesForm ? { requestBody: requestBody(others, endpoint.file) } : {}),
    ...(endpoint.payload === undefined ? {} : { requestBody: payloadBody(endpoint.payload) }),
    responses: responses(endpoint),
  };
}

function parameter(name: string, place: 'path' | 'query', param: Param<unknown>): object {
  const shared = { name, in: place, description: param.description, required: param.required };
  const isText = place === 'path' || !param.json;
  return isText
    ? { ...shared, schema: param.schema }
    : { ...shared, content: { 'application/json': { schema: param.schema } } };
}

function requestBody(params: [string, Param<unknown>][], file: string | undefined): object {
  const required = params.filter(([, param]) => param.required).map(([name]) => name);
  const encoded = params.filter(([, param]) => param.json);
  const fields = params.map(([name, { schema, description }]) => [name, { ...schema, description }]);
  const form = file === undefined ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
  const fileField = file === undefined ? {} : { file: { type: 'string', format: 'binary', description: file } };
  return {
    required: required.length > 0 || file !== undefined,
    content: {
      [form]: {
        schema: {
          type: 'object',
          properties: { ...Object.fromEntries(fields), ...fileField },
          ...(required.length > 0 ? { required } : {}),
        },
        encoding: Object.fromEntries(encoded.map(([name]) => [name, { contentType: 'application/json' }])),
      },
    },
  };
}

function payloadBody(description: string): object {
  const content = { 'application/json': { schema: {} }, 'application/x-www-form-urlencoded': { schema: {} } };
  return { description, content };
}

function responses({ errors, stream }: Endpoint): object {
  const byStatus = Map.groupBy(errors, ({ status }) => status);
  const described = [...byStatus].map(([status, kinds]) => {
    const lines = kinds.map(({ code, text }) => `- \`${code}\`: ${text}`);
    return [status, response(['The request cannot be done:', ...lines].join('\n'), 'Error')];
  });
  return {
    '200': stream === undefined ? response('Done.', 'Success') : streamed(stream),
    ...Object.fromEntries(described),
    default: response('Refused.', 'Error'),
  };
}

function response(description: string, schema: 'Success' | 'Error'): object {
  return {
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

function streamed(description: string): object {
  return { description, content: { 'text/event-stream': { schema: { type: 'string' } } } };
}
