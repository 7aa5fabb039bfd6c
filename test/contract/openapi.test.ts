import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { startServer } from '../support/server.ts';

interface Operation {
  operationId: string;
  summary: string;
  security?: object[];
  parameters: { name: string; in: string; required: boolean; description: string }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { properties: Record<string, object>; required?: string[] } }>;
  };
  responses: Record<string, { description: string }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const formType = 'application/x-www-form-urlencoded';

describe('GET /openapi.json', () => {
  it('is valid OpenAPI 3.1', async (t) => {
    const document = await fetchDocument(t);

    const { valid, errors } = await new Validator().validate(document as object as Record<string, unknown>);

    assert.equal(valid, true, JSON.stringify(errors));
    assert.match(document.openapi, /^3\.1\./);
  });

  it('lists every endpoint and nothing else', async (t) => {
    const { paths } = await fetchDocument(t);

    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, summary }]) => [operationId, method, path, summary]),
    );

    const declared = Object.entries(endpoints).map(([id, { method, path, summary }]) => {
      return [id, method.toLowerCase(), path, summary];
    });
    assert.deepEqual(listed.sort(), declared.sort());
  });

  it('describes the parameters, errors and access of every endpoint', async (t) => {
    const { paths } = await fetchDocument(t);

    for (const [id, endpoint] of Object.entries(endpoints)) {
      await t.test(id, () => {
        const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation;

        assert.deepEqual(listedParams(operation), declaredParams(endpoint));
        assert.deepEqual(operation.security, endpoint.access === 'anyone' ? [] : undefined);
        for (const { status, code, text } of endpoint.errors) {
          const described = operation.responses[status]?.description.split('\n') ?? [];
          assert.ok(described.includes(`- \`${code}\`: ${text}`), text);
        }
      });
    }
  });
});

async function fetchDocument(t: TestContext): Promise<Document> {
  const { anonymous } = await startServer(t);
  const { status, body } = await anonymous.get('/openapi.json');
  assert.equal(status, 200);
  return body;
}

/** Each parameter as name, place and whether it must be given. */
type Listed = [name: string, place: string, required: boolean];

function listedParams({ parameters, requestBody }: Operation): Listed[] {
  const { [formType]: form, 'multipart/form-data': multipart } = requestBody?.content ?? {};
  const schema = (form ?? multipart)?.schema;
  const fields = Object.keys(schema?.properties ?? {});
  return [
    ...parameters.map((one): Listed => [one.name, one.in, one.required]),
    ...fields.map((name): Listed => [name, 'form', schema?.required?.includes(name) ?? false]),
  ].sort();
}

function declaredParams({ method, path, params, file, payload }: Endpoint): Listed[] {
  const beside = method === 'GET' || payload !== undefined ? 'query' : 'form';
  const placeOf = (name: string) => (path.includes(`{${name}}`) ? 'path' : beside);
  const named = Object.entries(params).map(([name, { required }]): Listed => [name, placeOf(name), required]);
  const uploaded: Listed[] = file === undefined ? [] : [['file', 'form', false]];
  return [...named, ...uploaded].sort();
}
