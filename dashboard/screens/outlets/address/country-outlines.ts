/** The outlines of the countries (Natural Earth): the map that is there without any network. Heavy; loaded with the map. */
import { feature } from 'topojson-client';
import topology from 'world-atlas/countries-50m.json';
import { findCountry } from '#contract/base/countries.ts';

/** South-west and north-east corner, latitude first, in degrees. */
type Bounds = [southWest: [number, number], northEast: [number, number]];

/** How the outlines call countries whose names they cut short, by ISO 3166 code. */
const shortNames: Readonly<Record<string, string>> = {
  'Antigua and Barb.': 'AG',
  'Bosnia and Herz.': 'BA',
  'Br. Indian Ocean Ter.': 'IO',
  'British Virgin Is.': 'VG',
  'Cayman Is.': 'KY',
  'Central African Rep.': 'CF',
  'Cook Is.': 'CK',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  'Faeroe Is.': 'FO',
  'Falkland Is.': 'FK',
  'Fr. Polynesia': 'PF',
  'Fr. S. Antarctic Lands': 'TF',
  'Heard I. and McDonald Is.': 'HM',
  'Marshall Is.': 'MH',
  'N. Mariana Is.': 'MP',
  'Pitcairn Is.': 'PN',
  'S. Geo. and the Is.': 'GS',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'St-Barthélemy': 'BL',
  'St-Martin': 'MF',
  'St. Kitts and Nevis': 'KN',
  'St. Pierre and Miquelon': 'PM',
  'St. Vin. and Gren.': 'VC',
  'Turks and Caicos Is.': 'TC',
  'U.S. Virgin Is.': 'VI',
  'W. Sahara': 'EH',
  'Wallis and Futuna Is.': 'WF',
  eSwatini: 'SZ',
  Åland: 'AX',
};

/** All countries as GeoJSON. */
export const countryOutlines = feature(topology, topology.objects['countries']!);

/** Where a country lies: the largest of its parts, so that France is not also in America. Null for one without an outline. */
export function boundsOfCountry(code: string): Bounds | null {
  const all = countryOutlines.type === 'FeatureCollection' ? countryOutlines.features : [countryOutlines];
  const parts = all
    .filter(({ properties }) => codeOf(String(properties?.['name'])) === code)
    .flatMap(({ geometry }) => {
      if (geometry.type === 'Polygon') return [geometry.coordinates[0]!];
      return geometry.type === 'MultiPolygon' ? geometry.coordinates.map((polygon) => polygon[0]!) : [];
    })
    .map(boundsOf);
  return parts.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0] ?? null;
}

function codeOf(name: string): string | null {
  return shortNames[name] ?? findCountry(name)?.code ?? null;
}

function boundsOf(ring: readonly (readonly number[])[]): Bounds {
  const longitudes = ring.map((point) => point[0]!);
  const latitudes = ring.map((point) => point[1]!);
  return [
    [Math.min(...latitudes), Math.min(...longitudes)],
    [Math.max(...latitudes), Math.max(...longitudes)],
  ];
}

function sizeOf([[south, west], [north, east]]: Bounds): number {
  return (north - south) * (east - west);
}
