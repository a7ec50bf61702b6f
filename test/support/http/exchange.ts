import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { deviationsFromOpenapi } from './openapi-validator.ts';
import { type RawResponse, request } from './raw-client.ts';

/** The body without its content coding. */
export const decoded = (response: RawResponse): Buffer => {
  const coding = response.headers.get('content-encoding');
  if (response.body.length === 0 || coding === undefined) return response.body;
  return coding === 'br' ? brotliDecompressSync(response.body) : gunzipSync(response.body);
};

/**
 * One request over a connection of its own; the answer is held against docs/openapi.yaml before the
 * test sees it.
 */
export const exchange = async (
  port: number,
  requestLine: string,
  headerLines: readonly string[] = [],
): Promise<RawResponse> => {
  const response = await request(port, requestLine, ['Host: test', ...headerLines]);
  mustConform(requestLine, response);
  return response;
};

/** @throws naming every deviation from docs/openapi.yaml. */
export const mustConform = (requestLine: string, response: RawResponse): void => {
  const [method = '', target = ''] = requestLine.split(' ');
  const path = target.replace(/^https?:\/\/[^/?]+/i, '').replace(/\?.*/, '') || '/';
  const deviations = deviationsFromOpenapi(method, path, response, decoded(response));
  if (deviations.length > 0) {
    throw new Error(`${requestLine} answered ${response.status}: ${deviations.join('; ')}`);
  }
};
