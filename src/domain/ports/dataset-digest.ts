/** SHA-256 over the UTF-8 bytes of a text, in lower-case hex (64 digits). */
export type Digest = (text: string) => string;
