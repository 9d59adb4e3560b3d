import { type Currency, toMajor } from '#contract/base/money.ts';
import type { CatalogueArea, DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import type { AreaRow, CatalogueAreaRow } from './queries.ts';

/** A delivery area with the field names of the specification; what it does not use is left out. */
export function toArea(row: AreaRow, currency: Currency): DeliveryArea {
  const { shape } = row;
  return {
    ...termsOf(row, currency),
    ...(shape === null ? {} : { shape: shape as NonNullable<DeliveryArea['shape']> }),
  };
}

/** The same for guests' pages, which ask for shapes when they need them. */
export function toCatalogueArea(row: CatalogueAreaRow, currency: Currency): CatalogueArea {
  const { zone } = row;
  return { ...termsOf(row, currency), ...(zone === null ? {} : { zone }) };
}

function termsOf(row: Omit<AreaRow, 'shape'>, currency: Currency): DeliveryArea {
  const { fee_tiers: tiers, free_from_minor: freeFrom, delivery_minutes: minutes } = row;
  return {
    _id: row.id,
    outletId: row.outlet_id,
    areaName: row.name,
    areaNameTranslations: row.name_translations,
    minBasketValue: toMajor(row.minimum_minor, currency),
    deliveryFee: toMajor(row.fee_minor, currency),
    ...(tiers.length === 0 ? {} : { feeTiers: tiers.map(({ upTo, fee }) => ({ upTo, fee: toMajor(fee, currency) })) }),
    ...(freeFrom === null ? {} : { freeFrom: toMajor(freeFrom, currency) }),
    ...(minutes === null ? {} : { deliveryTime: minutes }),
  };
}
