/** The street of an address, behind which the name of an area stands that guests choose by its name. */

export function withArea(street: string, areaName: string): string {
  const isNamed = `, ${street}`.toLowerCase().endsWith(`, ${areaName.toLowerCase()}`);
  return street === '' || isNamed ? street || areaName : `${street}, ${areaName}`;
}

/** '' for an address that is the area alone. */
export function streetOf({ location, areaName }: { location: string; areaName: string }): string {
  if (location === areaName) return '';
  return location.endsWith(`, ${areaName}`) ? location.slice(0, -`, ${areaName}`.length) : location;
}
