/** How a document is asked for, recognised and parsed. */
export interface DocumentFormat {
  /** The request's `Accept`. */
  readonly accept: string;
  /** Whether a response's media type (lower case, without parameters) can carry the document. */
  readonly carries: (mediaType: string) => boolean;
  /** @throws where the text is not such a document. */
  readonly parse: (text: string) => unknown;
}

const isJson = (mediaType: string): boolean =>
  mediaType === 'application/json' || /^application\/[\w.-]+\+json$/.test(mediaType);

export const JSON_DOCUMENT: DocumentFormat = {
  accept: 'application/json',
  carries: isJson,
  parse: (text) => JSON.parse(text),
};

/** JSON from a host that serves every text file as `text/plain`. */
export const JSON_AS_TEXT: DocumentFormat = {
  ...JSON_DOCUMENT,
  accept: 'application/json, text/plain;q=0.9',
  carries: (mediaType) => isJson(mediaType) || mediaType === 'text/plain',
};
