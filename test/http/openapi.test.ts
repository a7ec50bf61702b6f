import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { PATHS } from '../../src/adapters/http/routes.ts';
import { exchange } from '../support/http/exchange.ts';
import { type OpenapiResponse, openapiDocument } from '../support/http/openapi-document.ts';
import { deviationsFromOpenapi, schemaDeviations } from '../support/http/openapi-validator.ts';
import type { RawResponse } from '../support/http/raw-client.ts';
import { startTestServer, type TestServer } from '../support/http/test-server.ts';

describe('docs/openapi.yaml', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startTestServer({ openapi: openapiDocument });
  });
  afterAll(() => service.close());

  it('is OpenAPI 3.1 under the version label 8.0.0, without a repeated key', () => {
    const text = readFileSync(new URL('../../docs/openapi.yaml', import.meta.url), 'utf8');
    expect(() => parse(text, { strict: true, uniqueKeys: true })).not.toThrow();
    expect(openapiDocument.openapi).toBe('3.1.0');
    expect(openapiDocument.info.version).toBe('8.0.0');
  });

  it('routes and document name the same paths', () => {
    expect(Object.keys(openapiDocument.paths).sort()).toEqual([...PATHS].sort());
  });

  it.each(PATHS)('routes and document name the same methods for %s', async (path) => {
    const documented = Object.keys(openapiDocument.paths[path] ?? {});
    const { headers } = await exchange(service.port, `OPTIONS ${path}`);
    const allowed = headers.get('allow')?.toLowerCase().split(', ') ?? [];
    expect(documented.sort()).toEqual(allowed.sort());
    for (const method of allowed) {
      const { status } = await exchange(service.port, `${method.toUpperCase()} ${path}`);
      expect(status).toBe(method === 'options' ? 204 : 200);
    }
  });

  it('is served as it stands', async () => {
    const { json } = await exchange(service.port, 'GET /api/openapi.json');
    expect(json()).toEqual(openapiDocument);
  });

  it('may be handed over as text as well', async () => {
    const other = await startTestServer({ openapi: JSON.stringify(openapiDocument) });
    const { json } = await exchange(other.port, 'GET /api/openapi.json');
    expect(json()).toEqual(openapiDocument);
    await other.close();
  });

  it('every response with a body has an example, and each example is what its schema says', () => {
    const bodies = responsesWithBodies();
    expect(bodies.length).toBeGreaterThan(15);
    for (const [pointer, response] of bodies) {
      const examples = response.content?.['application/json']?.examples ?? {};
      expect([pointer, Object.keys(examples).length > 0]).toEqual([pointer, true]);
      for (const [name, { value }] of Object.entries(examples)) {
        const schema = `${pointer}/content/application~1json/schema`;
        expect(schemaDeviations(schema, value, `${pointer} ${name}`)).toEqual([]);
      }
    }
  });

  it('every operation has an id of its own', () => {
    const ids = Object.values(openapiDocument.paths)
      .flatMap((operations) => Object.values(operations))
      .map((operation) => (operation as { operationId?: string }).operationId);
    expect(new Set(ids).size).toBe(PATHS.length * 3);
  });
});

describe('the validator of responses', () => {
  const health = (changes: Partial<RawResponse>, headers: Record<string, string> = {}) =>
    deviationsFromOpenapi('GET', '/api/health', {
      status: 200,
      httpVersion: '1.1',
      headers: new Map(
        Object.entries({
          'content-type': 'application/json',
          'cache-control': 'no-store',
          'x-request-id': 'a',
          'x-content-type-options': 'nosniff',
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'ETag, Last-Modified, X-Request-Id, Retry-After',
          ...headers,
        }),
      ),
      body: Buffer.from('{"status":"ok","checks":{}}'),
      text: () => '',
      json: <T>() => ({}) as T,
      ...changes,
    });

  it('finds nothing to say of a response that conforms', () => {
    expect(health({})).toEqual([]);
  });

  it.each<[string, Partial<RawResponse>, Record<string, string>, string]>([
    ['an undocumented status', { status: 201 }, {}, 'status 201 is not documented'],
    ['another body', { body: Buffer.from('{"status":"fine","checks":{}}') }, {}, 'body/status'],
    ['another header', {}, { 'cache-control': 'public' }, 'Cache-Control'],
    ['a missing header', { headers: new Map() }, {}, 'X-Request-Id is missing'],
    ['a further header', {}, { 'x-powered-by': 'Koa' }, 'x-powered-by is undocumented'],
    ['another type', {}, { 'content-type': 'text/plain' }, 'content type text/plain'],
  ])('tells of %s', (_, changes, headers, expected) => {
    expect(health(changes, headers).join('; ')).toContain(expected);
  });
});

const responsesWithBodies = (): Array<readonly [pointer: string, response: OpenapiResponse]> => {
  const found: Array<readonly [string, OpenapiResponse]> = [];
  for (const [path, operations] of Object.entries(openapiDocument.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      for (const [status, response] of Object.entries(responses)) {
        const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`;
        if (response.content) found.push([pointer, response]);
      }
    }
  }
  for (const [name, response] of Object.entries(openapiDocument.components.responses)) {
    if (response.content) found.push([`/components/responses/${name}`, response]);
  }
  return found;
};
