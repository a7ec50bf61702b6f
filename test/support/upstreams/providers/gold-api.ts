import { recordedJson } from '../recorded.ts';
import { JSON_TYPE, type SimulatedProvider } from '../simulated-provider.ts';

/** api.gold-api.com. */
export const goldApi: SimulatedProvider = {
  name: 'gold-api',
  answer: (url, time) => {
    if (url.pathname !== '/price/XAU') return undefined;
    const body = recordedJson<{ updatedAt: string }>('gold-api-xau.json');
    return { document: { ...body, updatedAt: time.iso(body.updatedAt) } };
  },
  find: (document, instrument) =>
    instrument === 'metal:XAU'
      ? { holder: document as Record<string, unknown>, key: 'price' }
      : undefined,
  notFound: { type: JSON_TYPE, body: '{"error":"Not Found"}' },
};
