/** The delivery fee of a place, by its distance from the kitchen. Server and screens share the rule (decision 84). */

/** Degrees, WGS 84. */
export interface Pin {
  latitude: number;
  longitude: number;
}

/** Fees of one unit, minor or major. `upTo` in metres, rising. */
export interface ZoneFees {
  deliveryFee: number;
  feeTiers?: readonly { upTo: number; fee: number }[] | undefined;
}

/** One degree of latitude on a sphere of the Earth's mean radius, 6,371,008.8 m. */
export const metresPerDegree = 111_195.08;

/** In whole metres, on a plane: over the 100 km that anybody delivers it is off by less than one in a thousand. */
export function metresBetween(from: Pin, to: Pin): number {
  const width = Math.cos((from.latitude * Math.PI) / 180);
  const east = degreesEast(from.longitude, to.longitude);
  return Math.round(Math.hypot(east * width, to.latitude - from.latitude) * metresPerDegree);
}

/** The shorter way round the Earth, negative to the west: from 179.9 to -179.9 it is 0.2 degrees. */
export function degreesEast(from: number, to: number): number {
  const degrees = to - from;
  return degrees - 360 * Math.round(degrees / 360);
}

/** The fee of the first tier that reaches so far; `deliveryFee` beyond them all, and where either place has no pin. */
export function feeAt({ deliveryFee, feeTiers = [] }: ZoneFees, kitchen?: Pin | null, door?: Pin | null): number {
  if (!kitchen || !door) return deliveryFee;
  const metres = metresBetween(kitchen, door);
  return feeTiers.find(({ upTo }) => metres <= upTo)?.fee ?? deliveryFee;
}
