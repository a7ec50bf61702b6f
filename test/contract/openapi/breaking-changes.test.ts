import { describe, expect, test } from '@jest/globals';
import { breakingChanges } from '../../../src/cli/openapi/breaking-changes.ts';
import { currentDescription, lastRelease } from '../../../src/cli/openapi/releases.ts';

test('the interface description breaks nothing that was released', () => {
  expect(breakingChanges(lastRelease().description, currentDescription())).toEqual([]);
});

/** As much of a description as the changes below touch; parts of it may be absent. */
interface Node {
  [member: string]: Node;
}

const at = (node: Node, ...path: string[]): Node =>
  path.reduce((inner: Node, member) => {
    const next = inner[member];
    if (!next) throw new Error(`no ${member}`);
    return next;
  }, node);

/** The released description without most of what HEAD and OPTIONS repeat, to compare in less time. */
const released = (): object => {
  const { description } = lastRelease();
  for (const [path, operations] of Object.entries(at(description as Node, 'paths'))) {
    if (path === '/api/ready') continue;
    delete operations.head;
    delete operations.options;
  }
  return description;
};

const after = (change: (description: Node) => void): readonly string[] => {
  const description = released();
  change(description as Node);
  return breakingChanges(released(), description).map(
    ({ pointer, reason }) => `${pointer} ${reason}`,
  );
};

const schema = (node: Node, ...path: string[]) => at(node, 'components', 'schemas', ...path);
const answers = (node: Node, path: string) => at(node, 'paths', path, 'get', 'responses');

describe('breaks', () => {
  test.each<[string, (node: Node) => void, string]>([
    ['a removed path', (node) => delete at(node, 'paths')['/api/ready'], '/paths/~1api~1ready/get'],
    [
      'a removed method',
      (node) => delete at(node, 'paths', '/api/ready').head,
      '/paths/~1api~1ready/head',
    ],
    [
      'a removed status',
      (node) => delete answers(node, '/api/data/salary-laws')['304'],
      '/paths/~1api~1data~1salary-laws/get/responses/304',
    ],
    [
      'a removed header',
      (node) =>
        delete at(answers(node, '/api/data/salary-laws'), '200', 'headers')['Last-Modified'],
      '/responses/200/headers/Last-Modified',
    ],
    [
      'a removed member',
      (node) => delete schema(node, 'CryptoEntry', 'properties').priceUSD,
      '/properties/priceUSD GET /api/market: removed {"description"',
    ],
    [
      'a removed member of every error',
      (node) => delete schema(node, 'Error', 'properties').error,
      '/properties/error',
    ],
    [
      'a member that may be absent',
      (node) => Reflect.set(schema(node, 'GoldEntry'), 'required', ['change24h']),
      'removed "pricePerGram"',
    ],
    [
      'another type',
      (node) => Reflect.set(schema(node, 'CurrencyEntry', 'properties', 'rate'), 'type', 'string'),
      '/properties/rate/type GET /api/market: was "number", is "string"',
    ],
    [
      'a type that may be null',
      (node) =>
        Reflect.set(schema(node, 'CurrencyEntry', 'properties', 'rate'), 'type', [
          'number',
          'null',
        ]),
      'is ["number","null"]',
    ],
    [
      'another constant',
      (node) => Reflect.set(schema(node, 'Units', 'properties', 'iranCurrency'), 'const', 'IRT'),
      'was "IRR", is "IRT"',
    ],
    [
      'members that could be one thing and can be another',
      (node) =>
        Reflect.set(
          schema(node, 'MarketData', 'properties', 'currencies'),
          'additionalProperties',
          {
            type: 'number',
          },
        ),
      '/properties/currencies/additionalProperties',
    ],
    [
      'a further value of an enumeration',
      (node) => Reflect.set(schema(node, 'Freshness'), 'enum', ['live', 'cached', 'stale', 'old']),
      'added "old"',
    ],
    [
      'a parameter that must be given',
      (node) =>
        Reflect.set(at(node, 'paths', '/api/market', 'get'), 'parameters', [
          { name: 'base', in: 'query', required: true, schema: { type: 'string' } },
        ]),
      'added {"name":"base"',
    ],
  ])('%s', (_case, change, told) => {
    expect(after(change).join('\n')).toContain(told);
  });
});

test.each<[string, (node: Node) => void]>([
  ['nothing', () => undefined],
  [
    'a further member',
    (node) => Reflect.set(schema(node, 'GoldEntry', 'properties'), 'karat', { type: 'integer' }),
  ],
  [
    'a further path',
    (node) =>
      Reflect.set(at(node, 'paths'), '/api/news', {
        get: { responses: { '200': { description: 'News.' } } },
      }),
  ],
  [
    'another description',
    (node) =>
      Reflect.set(schema(node, 'GoldEntry', 'properties', 'pricePerGram'), 'description', ''),
  ],
  [
    'another example',
    (node) => {
      const { examples } = at(answers(node, '/api/health'), '200', 'content', 'application/json');
      Reflect.set(examples ?? {}, 'ok', { summary: 'Fine.', value: { status: 'ok', checks: {} } });
    },
  ],
  [
    'a description of members that could be anything',
    (node) =>
      Reflect.set(schema(node, 'YearEntry', 'properties', 'provenance'), 'additionalProperties', {
        type: 'object',
      }),
  ],
  [
    'openness that is left unsaid',
    (node) => Reflect.deleteProperty(schema(node, 'OpenapiDocument'), 'additionalProperties'),
  ],
  ['another version', (node) => Reflect.set(at(node, 'info'), 'version', '8.1.0')],
])('%s does not break', (_case, change) => {
  expect(after(change)).toEqual([]);
});
