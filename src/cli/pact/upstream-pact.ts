import { z } from 'zod';

/** The day from which the dates in the adapters' requests are counted, in Unix ms. */
export const AGREED_ON = Date.UTC(2026, 9, 5);

const DAY_MS = 86_400_000;

const query = z.record(z.string(), z.array(z.string()));

const pact = z.looseObject({
  interactions: z.array(
    z.looseObject({
      providerStates: z.array(z.unknown()).optional(),
      request: z.looseObject({ path: z.string(), query: query.optional() }),
    }),
  ),
});

/**
 * A pact as the real host can be held to it now: without the answers that only a state brings about,
 * and with the dates in its requests moved on, day for day, so that what was today's is yesterday's,
 * which every provider has published.
 * @param now Unix ms.
 */
export function askable(document: unknown, now: number): z.infer<typeof pact> {
  const days = Math.floor(now / DAY_MS) - 1 - AGREED_ON / DAY_MS;
  const moved = (text: string) => moveDates(text, days * DAY_MS);
  const { interactions, ...rest } = pact.parse(document);
  return {
    ...rest,
    interactions: interactions
      .filter(({ providerStates = [] }) => providerStates.length === 0)
      .map(({ request, ...interaction }) => ({
        ...interaction,
        request: {
          ...request,
          path: moved(request.path),
          ...(request.query && {
            query: Object.fromEntries(
              Object.entries(request.query).map(([name, values]) => [name, values.map(moved)]),
            ),
          }),
        },
      })),
  };
}

/** Moves days, `YYYY-MM-DD`, and instants in Unix seconds. */
const moveDates = (text: string, ms: number): string =>
  text
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) =>
      new Date(Date.parse(day) + ms).toISOString().slice(0, 10),
    )
    .replaceAll(/\b1\d{9}\b/g, (seconds) => String(Number(seconds) + ms / 1000));
