/** The address of a delivery as whoever brings it reads it: on tickets, on screens and in lists. */

interface Delivered {
  address: { location: string; floor: string; postcode?: string | undefined } | null;
  areaName: string | null;
}

/**
 * Street and building, then the flat, then the area and the postcode where they are not in the street already: guests' pages put the
 * area's name behind it.
 */
export function addressLines({ address, areaName }: Delivered): string[] {
  if (address === null) return [];
  const { location, floor, postcode = '' } = address;
  const isNamed = areaName !== null && `, ${location}`.toLowerCase().endsWith(`, ${areaName.toLowerCase()}`);
  // A part of its own: the number of a building may be that of the postcode, or have it inside.
  const isCoded = location.split(',').some((part) => part.trim().toLowerCase() === postcode.trim().toLowerCase());
  return [location, floor, isNamed ? '' : (areaName ?? ''), isCoded ? '' : postcode].filter((part) => part !== '');
}
