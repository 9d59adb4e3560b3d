/** The zone that delivers to a place, and why the others do not: the cheapest open one (decision 84). Pure. */
import { feeAt, type Pin, type ZoneFees } from './zone-fee.ts';
import { covers, type Door, metresOutside, type ZoneShape } from './zone-shape.ts';

export interface Zone extends ZoneFees {
  /** Null: an area that guests choose by its name. */
  shape: ZoneShape | null;
  /** Whether its outlet takes deliveries. */
  isOpen: boolean;
  /** The pin of its outlet. */
  kitchen: Pin | null;
}

/**
 * 'dearer': another zone delivers there for less, or for the same and comes first. 'no_pin' and 'no_postcode': the place does not say
 * where it is.
 */
type Verdict = 'chosen' | 'dearer' | 'closed' | 'outside' | 'other_postcode' | 'no_pin' | 'no_postcode' | 'by_name';

export interface Explained<One extends Zone> {
  zone: One;
  verdict: Verdict;
  /** The fee of the zone at this place. */
  fee: number;
  /** Metres from the place to the zone; null where that means nothing. */
  metres: number | null;
}

/** The cheapest open zone that covers the place, the first of equals; null when none does. */
export function chooseZone<One extends Zone>(zones: readonly One[], destination: Door): One | null {
  let best: { zone: One; fee: number } | null = null;
  for (const zone of zones) {
    if (zone.shape === null || !zone.isOpen || !covers(zone.shape, destination)) continue;
    const fee = feeAt(zone, zone.kitchen, destination.position);
    if (best === null || fee < best.fee) best = { zone, fee };
  }
  return best?.zone ?? null;
}

/** Says of every zone, in the given order, why it delivers to the place or does not. */
export function explainZones<One extends Zone>(zones: readonly One[], destination: Door): Explained<One>[] {
  const chosen = chooseZone(zones, destination);
  return zones.map((zone) => ({
    zone,
    verdict: zone === chosen ? 'chosen' : verdictOf(zone, destination),
    fee: feeAt(zone, zone.kitchen, destination.position),
    metres: zone.shape === null || !destination.position ? null : metresOutside(zone.shape, destination.position),
  }));
}

function verdictOf({ shape, isOpen }: Zone, destination: Door): Verdict {
  if (shape === null) return 'by_name';
  if (covers(shape, destination)) return isOpen ? 'dearer' : 'closed';
  if (shape.kind === 'postcodes') return destination.postcode ? 'other_postcode' : 'no_postcode';
  return destination.position ? 'outside' : 'no_pin';
}

/** The open zone on the map that is nearest to a place that none covers. */
export function nearestZone<One extends Zone>(
  zones: readonly One[],
  position: Pin,
): { zone: One; metres: number } | null {
  const distances = zones.flatMap((zone) => {
    const metres = zone.shape === null || !zone.isOpen ? null : metresOutside(zone.shape, position);
    return metres === null ? [] : [{ zone, metres }];
  });
  return distances.sort((one, other) => one.metres - other.metres)[0] ?? null;
}
