/** Reads the answers of the geocoders, each in its own format, as places. An unexpected shape throws a ZodError. */
import * as z from 'zod';
import { cutText } from '#contract/base/cut-text.ts';
import { forbiddenInLine } from '#contract/base/fields.ts';
import { limits } from '#contract/base/limits.ts';
import type { Place } from '#contract/outlets/geocoding.ts';

const latitude = z.coerce.number().min(-90).max(90);
const longitude = z.coerce.number().min(-180).max(180);

const nominatim = z.array(
  z.object({
    display_name: z.string(),
    lat: latitude,
    lon: longitude,
    address: z.record(z.string(), z.string()).default({}),
  }),
);

/** Nominatim's `/search?format=jsonv2&addressdetails=1`. */
export function readNominatim(answer: unknown): Place[] {
  return nominatim.parse(answer).map(({ display_name, lat, lon, address }) => ({
    location: cut(display_name),
    area: firstOf(address, ['suburb', 'neighbourhood', 'city_district', 'town', 'city', 'village', 'county', 'state']),
    latitude: lat,
    longitude: lon,
  }));
}

const photon = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([longitude, latitude]) }),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** Photon's `/api`: GeoJSON with the parts of the address as properties. */
export function readPhoton(answer: unknown): Place[] {
  return photon.parse(answer).features.map(({ geometry, properties }) => {
    const texts = textsOf(properties);
    const street = [texts['street'], texts['housenumber']].filter((part) => part !== undefined).join(' ');
    const parts = [texts['name'], street, texts['postcode'], texts['city'], texts['country']];
    const [longitude, latitude] = geometry.coordinates;
    return {
      location: cut(parts.filter((part) => part !== undefined && part !== '').join(', ')),
      area: firstOf(texts, ['district', 'locality', 'city', 'county', 'state']),
      latitude,
      longitude,
    };
  });
}

const google = z.object({
  status: z.enum(['OK', 'ZERO_RESULTS']),
  results: z.array(
    z.object({
      formatted_address: z.string(),
      geometry: z.object({ location: z.object({ lat: latitude, lng: longitude }) }),
      address_components: z.array(z.object({ long_name: z.string(), types: z.array(z.string()) })),
    }),
  ),
});

/** Google's `/maps/api/geocode/json`. */
export function readGoogle(answer: unknown): Place[] {
  return google.parse(answer).results.map(({ formatted_address, geometry, address_components }) => {
    const parts = Object.fromEntries(
      address_components.flatMap(({ long_name, types }) => types.map((type) => [type, long_name])),
    );
    return {
      location: cut(formatted_address),
      area: firstOf(parts, ['neighborhood', 'sublocality', 'locality', 'administrative_area_level_1']),
      latitude: geometry.location.lat,
      longitude: geometry.location.lng,
    };
  });
}

function textsOf(properties: Record<string, unknown>): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => typeof value === 'string')) as Partial<
    Record<string, string>
  >;
}

function firstOf(parts: Partial<Record<string, string>>, names: readonly string[]): string {
  return cut(names.map((name) => parts[name]).find((part) => part !== undefined) ?? '');
}

/** One line, as long as an outlet's address may be, without the marks of direction that maps have and addresses may not. */
function cut(text: string): string {
  const shown = Array.from(text).filter((letter) => !forbiddenInLine.test(letter));
  return cutText(shown.join('').trim(), limits.addressPart).trim();
}
