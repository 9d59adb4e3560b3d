/** Areas that an outlet delivers to. */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { confirmed, done, idOf, idParams, line, price, translatedLines, translations } from '../base/fields.ts';
import type { DeliveryAreaId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';
import { schemaProblem } from '../base/field-problems.ts';
import { type ShapeProblem, shapeProblem } from './zone-shape.ts';

/** The code of each problem of a shape among those of all values. */
const shapeProblems = {
  too_few_points: 'area.too_few_points',
  crosses_itself: 'area.crosses_itself',
  crosses_meridian: 'area.crosses_meridian',
  too_wide: 'area.too_wide',
  hole_outside: 'area.hole_outside',
  postcode_malformed: 'area.postcode_malformed',
} as const satisfies Record<ShapeProblem['code'], string>;

const latitude = z.number().min(-85).max(85);
const longitude = z.number().min(-180).max(180);
/** A pin; degrees, WGS 84. */
export const Pin = z.object({ latitude, longitude });

const point = z.tuple([longitude, latitude]);

/**
 * A polygon's first ring is its outline, the others are holes; points are longitude and latitude, as in GeoJSON, and no ring repeats
 * its first one. `radius` is in metres. A postcode that ends with an asterisk means all that begin with it. Shapes that were saved before
 * the present limits may have more points.
 */
const ZoneShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('polygon'),
    rings: z.array(z.array(point)).min(1).max(limits.zoneRingsMax),
  }),
  z.object({ kind: z.literal('circle'), centre: point, radius: z.int().min(1).max(limits.zoneMetresMax) }),
  z.object({
    kind: z.literal('postcodes'),
    postcodes: z
      .array(line(limits.postcode + 3))
      .min(1)
      .max(limits.zonePostcodesMax),
  }),
]);

/** Says that there is too much of something; what is in it is then not read. */
function refuseBeyond(most: number, count: number, context: z.RefinementCtx, code: TooMany = 'too_many'): void {
  if (count > most) context.addIssue({ code: 'custom', ...schemaProblem(code, { most }) });
}
type TooMany = 'too_many' | 'area.too_many_points' | 'area.too_many_points_together';

/** A shape that is to be saved. It is counted first, because to read its points and to compare its sides costs more. */
const NewShape = z.preprocess(
  (shape: z.input<typeof ZoneShape>, context) => {
    const { rings, postcodes } = Object(shape) as Record<string, unknown>;
    refuseBeyond(limits.zonePointsMax, countPoints(shape), context, 'area.too_many_points');
    refuseBeyond(limits.zoneRingsMax, lengthOf(rings), context);
    refuseBeyond(limits.zonePostcodesMax, lengthOf(postcodes), context);
    return shape;
  },
  ZoneShape.superRefine((shape, context) => {
    const problem = shapeProblem(shape);
    if (problem !== null) context.addIssue({ code: 'custom', message: shapeProblems[problem.code] });
  }),
);

/** The points in what may be a polygon; nothing else is known of it yet. */
function countPoints(shape: unknown): number {
  const { rings } = Object(shape) as Record<string, unknown>;
  return Array.isArray(rings) ? rings.reduce<number>((sum, ring) => sum + lengthOf(ring), 0) : 0;
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Fees by the distance from the outlet's pin: `upTo` in metres, rising. Farther away `deliveryFee` holds. */
const feeTiers = z
  .array(z.object({ upTo: z.int().min(1).max(limits.zoneMetresMax), fee: price }))
  .max(limits.feeTiersMax);

/** Terms of an area beyond the specification's: those that are not used are left out. */
const zoneTerms = {
  feeTiers: feeTiers.optional(),
  /** The subtotal from which the delivery is free. */
  freeFrom: price.optional(),
  /** Minutes from the order to the door, instead of the outlet's `deliveryTime`. */
  deliveryTime: z.int().optional(),
};

/** With a `shape` the area is a zone: guests do not choose it by its name, their pin or postcode lies in it. */
export const DeliveryArea = z.object({
  _id: idOf<DeliveryAreaId>(),
  outletId: idOf<OutletId>(),
  areaName: z.string(),
  areaNameTranslations: translations,
  minBasketValue: price,
  deliveryFee: price,
  shape: ZoneShape.optional(),
  ...zoneTerms,
});
export type DeliveryArea = z.infer<typeof DeliveryArea>;

const readers = [...merchant, 'site', 'customer'] as const;

export const listDeliveryAreas = endpoint({
  summary: 'The delivery areas of an outlet.',
  callers: readers,
  params: idParams<OutletId>(),
  answer: z.object({ deliveryAreas: z.array(DeliveryArea) }),
  errors: ['request.not_found'],
});

export const getDeliveryArea = endpoint({
  summary: 'One delivery area.',
  callers: readers,
  params: idParams<DeliveryAreaId>(),
  answer: z.object({ deliveryArea: DeliveryArea }),
  errors: ['request.not_found'],
});

/** The area as guests' pages have it from the start: of a shape, its kind alone. */
export const CatalogueArea = DeliveryArea.omit({ shape: true }).extend({
  zone: z.enum(['polygon', 'circle', 'postcodes']).optional(),
});
export type CatalogueArea = z.infer<typeof CatalogueArea>;

/**
 * Amounts in major units, with at most the decimals of the currency. A new area needs a name and a minimum; the fee
 * defaults to 0. `shape`, `freeFrom` and `deliveryTime` are taken away by null.
 */
export const DeliveryAreaChanges = z.object({
  areaName: line(limits.name).optional(),
  areaNameTranslations: translatedLines(limits.name).optional(),
  minBasketValue: price.optional(),
  deliveryFee: price.optional(),
  shape: NewShape.nullish(),
  feeTiers: feeTiers.refine(isRising, 'area.tiers_not_rising').optional(),
  freeFrom: price.nullish(),
  deliveryTime: z.int().min(1).max(limits.modeMinutesMax).nullish(),
});
export type DeliveryAreaChanges = z.infer<typeof DeliveryAreaChanges>;

function isRising(tiers: readonly { upTo: number }[]): boolean {
  return tiers.every(({ upTo }, index) => index === 0 || upTo > tiers[index - 1]!.upTo);
}

const oneArea = z.object({ deliveryArea: DeliveryArea, ...confirmed });

export const updateDeliveryArea = endpoint({
  summary: 'With the id of an outlet adds a delivery area to it, with the id of an area changes that.',
  callers: editors,
  params: idParams<OutletId | DeliveryAreaId>(),
  body: DeliveryAreaChanges,
  answer: oneArea,
  errors: ['request.not_found', 'area.name_taken', 'area.too_many', 'area.too_many_zones', 'area.too_many_points'],
});

const fileZone = DeliveryAreaChanges.extend({ areaName: line(limits.name), minBasketValue: price.optional() });

/** All zones of a file are counted before the first of them is read. */
const fileZones = z.preprocess((zones: z.input<typeof fileZone>[], context) => {
  const listed: readonly unknown[] = Array.isArray(zones) ? zones : [];
  const points = listed.reduce<number>(
    (sum, zone) => sum + countPoints((Object(zone) as { shape?: unknown }).shape),
    0,
  );
  refuseBeyond(limits.zonesPerOutletMax, listed.length, context);
  refuseBeyond(limits.outletZonePointsMax, points, context, 'area.too_many_points_together');
  return zones;
}, z.array(fileZone).min(1).max(limits.zonesPerOutletMax));

export const importDeliveryAreas = endpoint({
  summary: 'Add zones to an outlet, all or none. One whose name an area of the outlet has already changes that.',
  callers: editors,
  params: idParams<OutletId>(),
  body: z.object({ zones: fileZones }),
  maxBodyBytes: limits.zonesBodyBytes,
  answer: z.object({ deliveryAreas: z.array(DeliveryArea), ...confirmed }),
  errors: ['request.not_found', 'area.name_taken', 'area.too_many', 'area.too_many_zones', 'area.too_many_points'],
});

export const deleteDeliveryArea = endpoint({
  summary: 'Delete a delivery area; it can be restored.',
  callers: editors,
  params: idParams<DeliveryAreaId>(),
  answer: done,
  errors: ['request.not_found'],
});

export const restoreDeliveryArea = endpoint({
  summary: 'Bring back a deleted delivery area.',
  callers: editors,
  params: idParams<DeliveryAreaId>(),
  answer: oneArea,
  errors: [
    'request.not_found',
    'area.restore_conflict',
    'area.too_many',
    'area.too_many_zones',
    'area.too_many_points',
  ],
});
