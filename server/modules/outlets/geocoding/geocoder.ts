import type { Place } from '#contract/outlets/geocoding.ts';
import type { Config } from '#server/config.ts';
import { inCallSpan } from '#server/tracing.ts';
import type { Log } from '#server/log.ts';
import { readGoogle, readNominatim, readPhoton } from './geocoder-answers.ts';

/** Finds addresses by text. */
export interface Geocoder {
  /**
   * The likeliest place first.
   * @throws GeocoderFailed when the service does not answer, or answers something unreadable.
   */
  search(text: string): Promise<Place[]>;
}

export class GeocoderFailed extends Error {
  override readonly name = 'GeocoderFailed';
}

type GeocoderConfig = Pick<Config, 'map' | 'publicUrl' | 'defaultLocale'>;

const answerMs = 4_000;
const answerBytes = 512 * 1024;
const answersMax = 5;

/** The configured service; null without one. `timeoutMs` is for tests. */
export function openGeocoder(config: GeocoderConfig, log: Log, timeoutMs = answerMs): Geocoder | null {
  const service = makeService(config);
  if (service === null) return null;
  return {
    async search(text) {
      try {
        return service.read(JSON.parse(await fetchText(service.address(text), config.publicUrl, timeoutMs)));
      } catch (error) {
        // The address holds the key of the service: neither it nor the error's own text is logged.
        log.warn({ geocoder: config.map.geocoder, reason: (error as Error).name }, 'The geocoder did not answer');
        throw new GeocoderFailed('The geocoder did not answer');
      }
    },
  };
}

interface Service {
  address: (text: string) => URL;
  read: (answer: unknown) => Place[];
}

function makeService({ map, defaultLocale }: GeocoderConfig): Service | null {
  const { geocoder, geocoderUrl = '', googleKey = '' } = map;
  switch (geocoder) {
    case 'places':
      return null;
    case 'nominatim': {
      const asked = {
        format: 'jsonv2',
        addressdetails: '1',
        limit: String(answersMax),
        'accept-language': defaultLocale,
      };
      return { address: (q) => addressOf(geocoderUrl, '/search', { ...asked, q }), read: readNominatim };
    }
    case 'photon':
      return {
        address: (q) => addressOf(geocoderUrl, '/api', { q, limit: String(answersMax) }),
        read: readPhoton,
      };
    case 'google': {
      const origin = geocoderUrl === '' ? 'https://maps.googleapis.com' : geocoderUrl;
      return {
        address: (address) =>
          addressOf(origin, '/maps/api/geocode/json', { address, key: googleKey, language: defaultLocale }),
        read: (answer) => readGoogle(answer).slice(0, answersMax),
      };
    }
  }
}

/** An address below the configured one; the typed text is the value of a query parameter and nothing else. */
function addressOf(base: string, path: string, query: Record<string, string>): URL {
  const address = new URL(base);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}${path}`;
  address.search = new URLSearchParams(query).toString();
  return address;
}

/** Follows no redirect, so that only the configured server is called (R65). */
async function fetchText(address: URL, product: string, timeoutMs: number): Promise<string> {
  const response = await inCallSpan('GET geocoder', () =>
    fetch(address, {
      // Public services require the caller's name. They get no trace of ours.
      headers: { accept: 'application/json', 'user-agent': `Order Manager (${product})` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new GeocoderFailed(`Status ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.length;
    if (bytes > answerBytes) throw new GeocoderFailed('The answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
