import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type OpenapiResponse, openapiDocument } from './openapi-document.ts';
import type { RawResponse } from './raw-client.ts';

/** Fields that HTTP itself or the server software sets, and that the document need not name. */
const PROTOCOL_FIELDS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
]);

/**
 * Objects may grow, and clients are told so; what this version sends is described to the last member
 * all the same.
 */
const closed = (document: object): object =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'additionalProperties' && value === true ? false : value,
  );

const ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addVocabulary(Object.keys(openapiDocument));
ajv.addSchema({ ...closed(openapiDocument), $id: 'openapi' });

/**
 * Holds a response against docs/openapi.yaml: its status is documented for the path and method, its
 * header fields are the documented ones and the required ones are there, and its body is what the
 * schema says.
 *
 * @param body decoded, where the response carries a content coding.
 * @returns every deviation, as a sentence; empty where there is none.
 */
export const deviationsFromOpenapi = (
  method: string,
  path: string,
  response: RawResponse,
  body: Buffer = response.body,
): string[] => {
  const pointer = pointerTo(method, path, response.status);
  if (!pointer) return [`status ${response.status} is not documented for ${method} ${path}`];
  const documented = resolve(pointer);
  return [
    ...headerDeviations(documented.value, response),
    ...bodyDeviations(documented, method, response, body),
  ];
};

/** A JSON pointer to the response object that the document gives for this answer. */
const pointerTo = (method: string, path: string, status: number): string | undefined => {
  const operations = openapiDocument.paths[path];
  if (!operations) return status === 404 ? '/components/responses/NotFound' : undefined;
  // Methods are case-sensitive; in the document they are written in lower case.
  const key = method === method.toUpperCase() ? method.toLowerCase() : method;
  const operation = key === method ? undefined : operations[key];
  if (!operation) return status === 405 ? '/components/responses/MethodNotAllowed' : undefined;
  const keys = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  const matched = keys.find((candidate) => candidate in operation.responses);
  return matched && `/paths/${escapeSegment(path)}/${key}/responses/${matched}`;
};

const escapeSegment = (segment: string): string =>
  segment.replaceAll('~', '~0').replaceAll('/', '~1');

interface Resolved {
  readonly pointer: string;
  readonly value: OpenapiResponse;
}

const resolve = (pointer: string): Resolved => {
  let value: unknown = openapiDocument;
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    value = (value as Record<string, unknown>)[key];
  }
  const { $ref } = value as OpenapiResponse;
  return $ref ? resolve($ref.slice(1)) : { pointer, value: value as OpenapiResponse };
};

const headerDeviations = ({ headers = {} }: OpenapiResponse, response: RawResponse): string[] => {
  const deviations: string[] = [];
  const named = new Set<string>();
  for (const [name, { $ref = '' }] of Object.entries(headers)) {
    named.add(name.toLowerCase());
    const value = response.headers.get(name.toLowerCase());
    const { pointer, value: header } = resolve($ref.slice(1));
    if (value !== undefined) deviations.push(...schemaDeviations(`${pointer}/schema`, value, name));
    else if ((header as { required?: boolean }).required) deviations.push(`${name} is missing`);
  }
  for (const name of response.headers.keys()) {
    if (!named.has(name) && !PROTOCOL_FIELDS.has(name)) deviations.push(`${name} is undocumented`);
  }
  return deviations;
};

const bodyDeviations = (
  { pointer, value: { content } }: Resolved,
  method: string,
  response: RawResponse,
  body: Buffer,
): string[] => {
  if (method === 'HEAD' || !content) return body.length > 0 ? ['there is a body'] : [];
  const type = response.headers.get('content-type');
  if (type === undefined || !(type in content)) return [`content type ${type} is undocumented`];
  const value: unknown = JSON.parse(body.toString());
  return schemaDeviations(`${pointer}/content/${escapeSegment(type)}/schema`, value, 'body');
};

/** Validates a value against the schema at a pointer into the document. */
export const schemaDeviations = (pointer: string, value: unknown, subject: string): string[] => {
  const validate = ajv.getSchema(`openapi#${encodeURI(pointer)}`);
  if (!validate) return [`no schema at ${pointer}`];
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${subject}${instancePath} ${message}`,
  );
};
