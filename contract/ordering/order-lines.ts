/** The lines of baskets and of orders. */
import * as z from 'zod';
import { idOf, instant, optionalLine, price, text, translations } from '../base/fields.ts';
import type { ItemId, ModifierListId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** The chosen modifiers of a line by list: no more of all lists together than of one. */
export const choicesByList = z
  .array(
    z.object({
      modifierListId: idOf<ModifierListId>(),
      modifierIds: z.array(idOf<ItemId>()).max(limits.modifiersPerLineMax),
    }),
  )
  .max(limits.modifiersPerLineMax)
  .refine((lists) => lists.flatMap(({ modifierIds }) => modifierIds).length <= limits.modifiersPerLineMax);

export const OrderLineInput = z.object({
  itemId: idOf<ItemId>(),
  /** The chosen modifiers of all lists together, the specification's form. */
  modifierList: z.array(idOf<ItemId>()).max(limits.modifiersPerLineMax).default([]),
  /** The chosen modifiers by list, needed only where a modifier is in two lists. Overrides `modifierList`. */
  selections: choicesByList.optional(),
  quantity: z.int().min(1).max(limits.quantityMax),
  /** The price that the guest saw. Never trusted: the server prices the line itself (R31). */
  totalPrice: price.optional(),
  note: text(limits.lineNote).optional(),
  /** At a table: the guest whom the line is for, in their own words. */
  guestName: optionalLine(limits.guestName),
});
export type OrderLineInput = z.infer<typeof OrderLineInput>;

/** Foods of the dish or the option alone, as they were declared when it was ordered; left out where nothing was. `foodsOfLine` unites them. */
const declaredFoods = { allergens: z.array(z.string()).optional(), diets: z.array(z.string()).optional() };

/** `madeAt` is the time of the bump, `recalledAt` that of a later recall; both are null for guests. */
export const OrderLine = z.object({
  /** Counts from 1 within the order. */
  lineNumber: z.int(),
  itemId: idOf<ItemId>(),
  name: z.string(),
  nameTranslations: translations,
  quantity: z.int(),
  price,
  totalPrice: price,
  modifierList: z.array(idOf<ItemId>()),
  ...declaredFoods,
  options: z.array(
    z.object({
      _id: idOf<ItemId>(),
      name: z.string(),
      nameTranslations: translations,
      price,
      /** It is on one half: the first of the two on the left, the other on the right. Left out where it is on the whole. */
      isHalf: z.boolean().optional(),
      /** How many options above opened its list, one below the other; left out where the list is always asked. */
      depth: z.int().optional(),
      ...declaredFoods,
      modifierListId: idOf<ModifierListId>(),
      modifierListName: z.string(),
    }),
  ),
  note: z.string(),
  /** At a table: the guest whom the line is for. Empty where nobody gave a name. */
  guestName: z.string(),
  madeAt: instant.nullable(),
  recalledAt: instant.nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;
