/** Areas that an outlet delivers to. */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { confirmed, done, idOf, idParams, line, price, translatedLines, translations } from '../base/fields.ts';
import type { DeliveryAreaId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

export const DeliveryArea = z.object({
  _id: idOf<DeliveryAreaId>(),
  outletId: idOf<OutletId>(),
  areaName: z.string(),
  areaNameTranslations: translations,
  minBasketValue: price,
  deliveryFee: price,
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

/**
 * Amounts in major units, with at most the decimals of the currency. A new area needs a name and a minimum; the fee
 * defaults to 0.
 */
export const DeliveryAreaChanges = z.object({
  areaName: line(limits.name).optional(),
  areaNameTranslations: translatedLines(limits.name).optional(),
  minBasketValue: price.optional(),
  deliveryFee: price.optional(),
});
export type DeliveryAreaChanges = z.infer<typeof DeliveryAreaChanges>;

const oneArea = z.object({ deliveryArea: DeliveryArea, ...confirmed });

export const updateDeliveryArea = endpoint({
  summary: 'With the id of an outlet adds a delivery area to it, with the id of an area changes that.',
  callers: editors,
  params: idParams<OutletId | DeliveryAreaId>(),
  body: DeliveryAreaChanges,
  answer: oneArea,
  errors: ['request.not_found', 'area.name_taken', 'area.too_many'],
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
  errors: ['request.not_found', 'area.restore_conflict', 'area.too_many'],
});
