const stemOf = (provider: string): string =>
  `UPSTREAM_${provider.toUpperCase().replaceAll('-', '_')}`;

/** What replaces a provider's origin: `UPSTREAM_CURRENCY_API_URL` for `currency-api`. */
export const originSetting = (provider: string): string => `${stemOf(provider)}_URL`;

const fallbackOriginSetting = (provider: string): string => `${stemOf(provider)}_FALLBACK_URL`;

/** The origins that the environment replaces, and what is wrong with those it names. */
export function readOrigins(
  env: Readonly<Record<string, string | undefined>>,
  providers: readonly string[],
) {
  const origins: Record<string, string> = {};
  const fallbackOrigins: Record<string, string> = {};
  const faults: string[] = [];
  const known = new Map<string, [Record<string, string>, string]>();
  for (const provider of providers) {
    known.set(originSetting(provider), [origins, provider]);
    known.set(fallbackOriginSetting(provider), [fallbackOrigins, provider]);
  }
  for (const [name, value] of Object.entries(env)) {
    if (!/^UPSTREAM_.+_URL$/.test(name) || value === undefined) continue;
    const place = known.get(name);
    if (!place) faults.push(`${name}: no such provider; there are ${providers.join(', ')}`);
    else if (!isHttpUrl(value)) faults.push(`${name}: must be an http(s) URL`);
    else place[0][place[1]] = value.replace(/\/+$/, '');
  }
  return { origins, fallbackOrigins, faults };
}

function isHttpUrl(value: string): boolean {
  const url = URL.parse(value.replaceAll('{version}', 'latest'));
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}
