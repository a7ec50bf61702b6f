import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface OpenapiResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<
    Record<string, { readonly $ref?: string; readonly required?: boolean }>
  >;
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
  >;
}

export interface OpenapiOperation {
  readonly responses: Readonly<Record<string, OpenapiResponse>>;
}

export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, OpenapiResponse>>;
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>;
  };
}

/** docs/openapi.yaml, as it is served. */
export const openapiDocument: OpenapiDocument = parse(
  readFileSync(new URL('../../../docs/openapi.yaml', import.meta.url), 'utf8'),
);
