import { type Currency, toMajor } from '#contract/base/money.ts';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import type { AreaRow } from './queries.ts';

/** A delivery area with the field names of the specification. */
export function toArea(row: AreaRow, currency: Currency): DeliveryArea {
  return {
    _id: row.id,
    outletId: row.outlet_id,
    areaName: row.name,
    areaNameTranslations: row.name_translations,
    minBasketValue: toMajor(row.minimum_minor, currency),
    deliveryFee: toMajor(row.fee_minor, currency),
  };
}
