/** Bulk changes of items and modifiers: all of them or none. */
import * as z from 'zod';
import { editors, endpoint } from '../base/endpoint.ts';
import { done, idOf, modePrices, price, referencesTo } from '../base/fields.ts';
import type { CategoryId, ItemId, OutletId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** At most two decimals, so that a hundredth of a percent is a whole number. */
const percent = z.number().min(limits.priceChangePercentMin).max(limits.priceChangePercentMax).multipleOf(0.01);
const PriceChange = z.discriminatedUnion('by', [
  z.object({ by: z.literal('percent'), value: percent }),
  /** In major units, with at most the decimals of the currency. */
  z.object({ by: z.literal('amount'), value: z.number().min(-limits.maxPrice).max(limits.maxPrice) }),
]);
export type PriceChange = z.infer<typeof PriceChange>;

/**
 * `category` moves the items there from the other categories of its menu. `availability` without `outletId` applies to
 * all present outlets. `price` changes the prices by mode alike where `withModePrices` says so, and leaves them otherwise.
 */
const ItemsChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('category'), categoryId: idOf<CategoryId>() }),
  z.object({ kind: z.literal('availability'), outletId: idOf<OutletId>().optional(), isAvailable: z.boolean() }),
  z.object({ kind: z.literal('price'), price: PriceChange, withModePrices: z.boolean().optional() }),
]);
export type ItemsChange = z.infer<typeof ItemsChange>;

const count = { count: z.int() };

/**
 * `price` and `modePrices` are the prices that the person saw: when any item has another one by now that is to be changed, or is gone,
 * nothing changes. People limited to some outlets may change the availability alone, which affects their own outlets.
 */
export const changeItems = endpoint({
  summary: 'Change the category, the availability or the price of many items and modifiers, or of none.',
  callers: editors,
  maxBodyBytes: limits.itemsBodyBytes,
  body: z.object({
    items: z
      .array(z.object({ _id: idOf<ItemId>(), price, modePrices: modePrices.optional() }))
      .min(1)
      .max(limits.itemsChangedMax),
    change: ItemsChange,
  }),
  answer: z.object({ ...count, ...done.shape }),
  errors: ['request.not_found', 'items.changed_since', 'items.price_out_of_range'],
});

const ids = z.object({ items: referencesTo<ItemId>(limits.itemsChangedMax) });

export const deleteItems = endpoint({
  summary: 'Delete many items and modifiers, or none; they leave every category and list.',
  callers: editors,
  isRestaurantWide: true,
  maxBodyBytes: limits.itemsBodyBytes,
  body: ids,
  answer: z.object({ ...count, ...done.shape }),
  errors: ['request.not_found', 'items.changed_since'],
});

export const restoreItems = endpoint({
  summary: 'Undo the deletion of many items and modifiers.',
  callers: editors,
  isRestaurantWide: true,
  maxBodyBytes: limits.itemsBodyBytes,
  body: ids,
  answer: z.object({ ...count, ...done.shape }),
  errors: ['request.not_found', 'items.too_many', 'items.too_many_modifiers'],
});
