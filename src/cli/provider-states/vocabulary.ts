/** A word of the states' names, and what a pact may say instead. `docs/contracts.md` lists them. */
export interface Synonyms {
  readonly word: string;
  readonly also: readonly string[];
}

const READY = ['ready', 'ready for traffic', 'ready to serve traffic', 'ready to serve'];

const SOURCES = ['source', 'upstream', 'upstream source', 'upstream provider', 'upstream service'];
const MORE_SOURCES = ['data source', 'market source', 'market data source', 'rate source'];

const LAWS = ['salary law', 'wage law', 'salary and wage law', 'law', 'salary'];
const DATASETS = ['dataset', 'salary dataset', 'salary data', 'salary parameter'];

const laws = [...LAWS.flatMap((law) => [law, `${law} dataset`, `${law} data`]), ...DATASETS];
const sources = [...SOURCES, ...MORE_SOURCES];

/** In the singular and without articles, as names are read. The longest that fits is taken. */
export const VOCABULARY: readonly Synonyms[] = [
  {
    word: 'market rates',
    also: [
      ...['market', 'market rate', 'market data', 'market figure', 'market price', 'market value'],
      ...[
        'exchange rate',
        'currency rate',
        'rate',
        'price',
        'market information',
        'market response',
      ],
      ...['gold price', 'crypto price', 'cryptocurrency price', 'currencies', 'currency'],
    ],
  },
  { word: 'salary laws', also: laws },
  {
    word: 'sources',
    also: [...sources, ...sources.flatMap((source) => [`all ${source}`, `every ${source}`])],
  },
  {
    word: 'cache',
    also: ['market cache', 'internal cache', 'market data cache', 'market rate cache'],
  },
  { word: 'IRR', also: ['rial', 'irr rate', 'irr rate type', 'rial rate', 'iranian rial'] },
  {
    word: 'service',
    also: ['application', 'app', 'api', 'server', 'system', 'instance', 'reference data service'],
  },
  { word: 'consumer', also: ['client', 'caller', 'requester', 'we', 'i'] },
  {
    word: 'ETag',
    also: [
      ...['entity tag', 'e tag', 'etag value', 'etag header', 'if none match'],
      ...laws.flatMap((law) => [`${law} etag`, `${law} entity tag`]),
    ],
  },
  { word: 'check', also: ['readiness check', 'health check'] },
  { word: 'live', also: ['fresh', 'up to date'] },
  { word: 'stale', also: ['old', 'older', 'outdated', 'out of date', 'expired', 'obsolete'] },
  { word: 'current', also: ['latest', 'matching'] },
  {
    word: 'available',
    also: ['exist', 'present', 'loaded', 'accessible', 'can load', 'can read', 'can obtain'],
  },
  {
    word: 'unavailable',
    also: [
      ...['not available', 'not exist', 'not present', 'not loaded', 'not accessible', 'missing'],
      ...['broken', 'corrupt', 'corrupted', 'invalid', 'unreadable', 'inaccessible', 'absent'],
      ...['can not read', 'can not load', 'can not obtain', 'can not fetch', 'can not serve'],
      ...['can not obtained', 'can not loaded', 'can not fetched', 'can not served'],
      ...['not found', 'not readable', 'could not read', 'could not loaded', 'could not obtained'],
    ],
  },
  {
    word: 'down',
    also: ['unreachable', 'offline', 'not reachable', 'not answering', 'not responding', 'silent'],
  },
  { word: 'failing', also: ['fail', 'failed', 'erroring'] },
  { word: 'unchanged', also: ['not changed', 'unmodified', 'not modified'] },
  { word: 'changed', also: ['modified', 'updated'] },
  { word: 'healthy', also: ['ok', 'fine', 'responsive'] },
  { word: 'degraded', also: ['unhealthy', 'not healthy', 'not ok', 'impaired'] },
  { word: 'ready', also: READY },
  {
    word: 'not ready',
    also: [
      ...READY.map((ready) => `not ${ready}`),
      ...['unready', 'not yet ready', 'starting', 'starting up', 'booting', 'warming up'],
    ],
  },
  {
    word: 'draining',
    also: ['drain', 'drained', 'shutting down', 'stopping', 'about to stop', 'terminating'],
  },
  { word: 'running', also: ['up', 'up and running', 'alive', 'started', 'online', 'reachable'] },
];

/** Words that may be there or not. */
export const FILLERS: readonly string[] = [
  ...['a', 'an', 'the', 'is', 'are', 'be', 'been', 'being', 'was', 'were', 'there', 'that'],
  ...['has', 'have', 'had', 'does', 'do', 'did', 'currently', 'now', 'with', 'freshness'],
  ...[
    'hold',
    'know',
    'known',
    'send',
    'sent',
    'supply',
    'supplies',
    'supplied',
    'possess',
    'endpoint',
  ],
];

/** A name of one state may be those of several, joined by these. */
export const JOINTS: readonly string[] = ['and', 'but', 'while', 'although', 'though', 'plus'];

const fillers = new Set(FILLERS.map(singular));
const synonyms = new Map(
  VOCABULARY.flatMap(({ word, also }) =>
    [word, ...also].map((phrase) => [split(phrase).join(' '), word.toLowerCase()] as const),
  ),
);
const longest = Math.max(...[...synonyms.keys()].map((phrase) => phrase.split(' ').length));

/** Every single word of the vocabulary. */
export const WORDS: readonly string[] = [...synonyms.keys()].flatMap((phrase) => phrase.split(' '));

/** The words of a name, plain: lower case, singular, without articles and punctuation. */
export function split(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\betag\s+(?:w\/)?"[^"]*"/g, 'etag')
    .replaceAll(/\bcan(?:'t|not)\b/g, 'can not')
    .replaceAll(/n't\b/g, ' not')
    .replaceAll(/\bsince\b.*$/g, ' ')
    .replaceAll(/[,;]/g, ' and ')
    .replaceAll(/["'`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(singular)
    .filter((word) => word !== '' && !fillers.has(word));
}

/** What a name says, each synonym as the word it stands for. */
export function meaning(words: readonly string[]): readonly string[] {
  const said: string[] = [];
  for (let at = 0; at < words.length; ) {
    const [word, length] = synonymAt(words, at);
    said.push(word);
    at += length;
  }
  return said;
}

function synonymAt(words: readonly string[], at: number): readonly [string, number] {
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const word = synonyms.get(words.slice(at, at + length).join(' '));
    if (word !== undefined) return [word, length];
  }
  return [words[at] ?? '', 1];
}

/** Good enough for the words at hand: both sides of a comparison go through it. */
function singular(word: string): string {
  return word.length > 3 && /[^su]s$/.test(word) && word !== 'always' ? word.slice(0, -1) : word;
}
