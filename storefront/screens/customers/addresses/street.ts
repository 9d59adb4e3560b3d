/** The street of an address, behind which the name of an area stands that guests choose by its name. */
import { cutText } from '#contract/base/cut-text.ts';
import { limits } from '#contract/base/limits.ts';

/** A street that leaves the name no room is cut, in code points, as the limit counts. */
export function withArea(street: string, areaName: string): string {
  const isNamed = `, ${street}`.toLowerCase().endsWith(`, ${areaName.toLowerCase()}`);
  if (street === '' || isNamed) return street || areaName;
  const room = limits.addressPart - Array.from(areaName).length - 2;
  return `${cutText(street, room)}, ${areaName}`;
}

/** '' for an address that is the area alone. */
export function streetOf({ location, areaName }: { location: string; areaName: string }): string {
  if (location === areaName) return '';
  return location.endsWith(`, ${areaName}`) ? location.slice(0, -`, ${areaName}`.length) : location;
}
