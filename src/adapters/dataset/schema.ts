import { readFileSync } from 'node:fs';
import {
  type ErrorObject,
  Ajv2020 as SchemaCompiler,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Fault } from '../../domain/salary-laws/fault.ts';
import { pointerToken } from './strict-json.ts';

/** The shapes that a dataset is made of, each a schema in `data/salary-laws/schema/`. */
export type SchemaName = 'manifest' | 'year' | 'published' | 'release';

/**
 * The schemas of this build, not those beside the dataset in service: a folder cannot loosen the
 * rules by which it is judged.
 */
const SCHEMAS = new URL('../../../data/salary-laws/schema/', import.meta.url);

const NAMES: readonly SchemaName[] = ['manifest', 'year', 'published', 'release'];

const compileAll = (): ReadonlyMap<SchemaName, ValidateFunction> => {
  const compiler = new SchemaCompiler({
    allErrors: true,
    verbose: true,
    strict: true,
    // The branch of a condition may require what only its parent describes.
    strictRequired: false,
  });
  formats.default(compiler);
  for (const name of NAMES) {
    compiler.addSchema(
      JSON.parse(readFileSync(new URL(`${name}.schema.json`, SCHEMAS), 'utf8')),
      name,
    );
  }
  return new Map(
    NAMES.map((name) => {
      const validate = compiler.getSchema(name);
      if (!validate) throw new Error(`The schema ${name} cannot be compiled`);
      return [name, validate];
    }),
  );
};

let compiled: ReadonlyMap<SchemaName, ValidateFunction> | undefined;

/** All that a schema says against a value; `path` is where the value stands in the file. */
export const schemaFaults = (name: SchemaName, value: unknown, file: string): Fault[] => {
  compiled ??= compileAll();
  const validate = compiled.get(name);
  if (!validate || validate(value)) return [];
  return merged((validate.errors ?? []).flatMap((error) => faultOf(error, file)));
};

/** Keywords that only sum up the errors of their branches, which are there as well. */
const SUMMARIES = new Set(['anyOf', 'if']);

const faultOf = (error: ErrorObject, file: string): Fault[] => {
  const { keyword, instancePath: path, params, data } = error;
  if (SUMMARIES.has(keyword)) return [];
  if (keyword === 'required') {
    const name = pointerToken(params.missingProperty);
    return [{ file, path: `${path}/${name}`, expected: 'this member, which is missing' }];
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    return [
      {
        file,
        path: `${path}/${pointerToken(name)}`,
        value: (data as Record<string, unknown>)[name],
        expected: 'no member of this name',
      },
    ];
  }
  return [{ file, path, value: data, expected: phraseOf(keyword, params) }];
};

const PHRASES: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  type: ({ type }) => `${type === 'null' ? 'null' : `a value of type ${type}`}`,
  const: ({ allowedValue }) => JSON.stringify(allowedValue),
  enum: ({ allowedValues }) => `one of ${JSON.stringify(allowedValues)}`,
  minimum: ({ limit }) => `at least ${limit}`,
  maximum: ({ limit }) => `at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `more than ${limit}`,
  minItems: ({ limit }) => `at least ${limit} items`,
  maxItems: ({ limit }) => `at most ${limit} items`,
  minLength: ({ limit }) => `at least ${limit} characters`,
  maxLength: ({ limit }) => `at most ${limit} characters`,
  minProperties: ({ limit }) => `at least ${limit} members`,
  uniqueItems: () => 'no item twice',
  pattern: ({ pattern }) => `text that matches ${pattern}`,
  format: ({ format }) => `text of format ${format}`,
};

const phraseOf = (keyword: string, params: Record<string, unknown>): string =>
  PHRASES[keyword]?.(params) ?? `what the schema's "${keyword}" says`;

/** The branches of an alternative speak of one value: one fault, with "or" between them. */
const merged = (faults: readonly Fault[]): Fault[] => {
  const byPath = new Map<string, Fault>();
  for (const fault of faults) {
    const same = byPath.get(fault.path);
    if (!same) byPath.set(fault.path, fault);
    else if (!same.expected.includes(fault.expected)) {
      byPath.set(fault.path, { ...same, expected: `${same.expected} or ${fault.expected}` });
    }
  }
  return [...byPath.values()];
};
