import { metresBetween, type Pin } from '#contract/outlets/zone-fee.ts';

/**
 * Stops in the order in which to drive to them: from where the driver is to the nearest one, and from there again. Those without a pin
 * come last, as they were given. Where the start is not known, the first stop with a pin is the first.
 */
export function routeOrder<Stop>(stops: readonly Stop[], pinOf: (stop: Stop) => Pin | null, start: Pin | null): Stop[] {
  const left = stops.flatMap((stop) => {
    const pin = pinOf(stop);
    return pin === null ? [] : [{ stop, pin }];
  });
  const route: Stop[] = [];
  let at = start ?? left[0]?.pin ?? null;
  while (at !== null && left.length > 0) {
    const from: Pin = at;
    const distances = left.map(({ pin }) => metresBetween(from, pin));
    const [next] = left.splice(distances.indexOf(Math.min(...distances)), 1);
    route.push(next!.stop);
    at = next!.pin;
  }
  return [...route, ...stops.filter((stop) => pinOf(stop) === null)];
}
