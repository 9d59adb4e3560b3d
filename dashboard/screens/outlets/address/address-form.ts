/** The address of an outlet as the form has it, and what is sent of it (core-setup 5, decision 39). Pure functions. */
import { latinMeasure } from '#contract/base/typed-number.ts';
import type { Place } from '#contract/outlets/geocoding.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { Position } from './leaflet-map.ts';
import { readOptionalNumber } from '../../../components/form/read-number.ts';
import { words } from '../../../words/words.ts';

const text = words.outlets.address;

export interface AddressForm {
  location: string;
  area: string;
  /** For guests who read Arabic; empty: they read the lines above. */
  locationArabic: string;
  areaArabic: string;
  /** In degrees, as typed; both empty: no pin. */
  latitude: string;
  longitude: string;
}

export function addressOf({ address }: Outlet): AddressForm {
  return {
    location: address?.location ?? '',
    area: address?.area ?? '',
    locationArabic: address?.locationTranslations['ar'] ?? '',
    areaArabic: address?.areaTranslations['ar'] ?? '',
    latitude: address?.latitude?.toString() ?? '',
    longitude: address?.longitude?.toString() ?? '',
  };
}

/** Fields that Save waits for, by their labels (core-setup 5). */
export function missingOfAddress({ location, area }: AddressForm): string[] {
  return [...(location.trim() === '' ? [text.location] : []), ...(area.trim() === '' ? [text.area] : [])];
}

/** A number of degrees from -`most` to `most`; null for anything else. */
export function readDegrees(entered: string, most: number): number | null {
  const number = latinMeasure(entered);
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(number)) return null;
  const degrees = Number(number);
  return Math.abs(degrees) <= most ? degrees : null;
}

/** Where the pin stands; null while the fields do not say. */
export function pinOf({ latitude, longitude }: Pick<AddressForm, 'latitude' | 'longitude'>): Position | null {
  const [north, east] = [readDegrees(latitude, 90), readDegrees(longitude, 180)];
  return north === null || east === null ? null : { latitude: north, longitude: east };
}

/** The form as the API takes it. */
export function addressRequest({ location, area, locationArabic, areaArabic, latitude, longitude }: AddressForm) {
  return {
    location,
    area,
    locationTranslations: { ar: locationArabic.trim() },
    areaTranslations: { ar: areaArabic.trim() },
    latitude: readOptionalNumber(latinMeasure(latitude)),
    longitude: readOptionalNumber(latinMeasure(longitude)),
  };
}

/** The address of a chosen place; an area that the service does not name stays unchanged. */
export function addressAt(place: Place, before: AddressForm): AddressForm {
  return {
    ...before,
    location: place.location,
    area: place.area === '' ? before.area : place.area,
    latitude: String(place.latitude),
    longitude: String(place.longitude),
  };
}

/** The field of the form that shows what the API says of one of its own. */
export function addressField(apiField: string): keyof AddressForm | null {
  if (apiField.startsWith('address.locationTranslations')) return 'locationArabic';
  if (apiField.startsWith('address.areaTranslations')) return 'areaArabic';
  const own = ['location', 'area', 'latitude', 'longitude'] as const;
  return own.find((field) => apiField === `address.${field}`) ?? null;
}
