/** The offers of a restaurant, as its people write them (decision 78), and as an order or a quote names them. */
import * as z from 'zod';
import { editors, endpoint } from '../../base/endpoint.ts';
import {
  confirmed,
  done,
  idOf,
  idParams,
  instant,
  line,
  mode,
  newOpeningHours,
  openingHours,
  price,
  translatedLines,
  translations,
} from '../../base/fields.ts';
import { offerTargets } from '../../base/enumerations.ts';
import type { CategoryId, ItemId, OfferId, OutletId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { comparableCode } from '../../base/comparable-code.ts';

const some = <Id extends string>(max: number) => z.array(idOf<Id>()).min(1).max(max);
const portions = z.int().min(1).max(limits.offerPortionsMax);

/** `percent` has two decimals at most, `amount` those of the restaurant's currency. */
const OfferTerms = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: z.number().min(0.01).max(100).multipleOf(0.01) }),
  z.object({ kind: z.literal('amount'), amount: price.min(Number.MIN_VALUE, 'required') }),
  z.object({ kind: z.literal('free_item') }),
  z.object({ kind: z.literal('buy_get'), buy: portions, get: portions }),
  z.object({ kind: z.literal('free_delivery') }),
]);

/**
 * `needed` stamps make a full card. `minimum` is the least subtotal after discounts of an order that earns one, `months` is for how long
 * the card is good after its last stamp; null: always.
 */
const StampTerms = z.object({
  needed: z.int().min(1).max(limits.stampsNeededMax),
  minimum: price.default(0),
  months: z.int().min(1).max(limits.stampMonthsMax).nullable().default(null),
});

/**
 * `code` null: the offer applies by itself. `scope` null: the whole basket. Null is no limit in every condition: `from` and `until` are
 * instants, the latter no part of it, `hours` are by the clock of the outlet.
 */
const offerFields = {
  name: line(limits.name),
  nameTranslations: translatedLines(limits.name).default({}),
  code: z
    .string()
    .max(limits.offerCode)
    .transform(comparableCode)
    .pipe(z.string().regex(/^[\p{L}\p{N}_-]+$/u, 'characters_not_allowed'))
    .nullable()
    .default(null),
  benefit: OfferTerms,
  scope: z
    .object({
      categories: z.array(idOf<CategoryId>()).max(limits.offerTargetsMax),
      items: z.array(idOf<ItemId>()).max(limits.offerTargetsMax),
    })
    .nullable()
    .default(null),
  outlets: some<OutletId>(limits.outletsNamedMax).nullable().default(null),
  modes: z.array(mode).min(1).max(3).nullable().default(null),
  hours: newOpeningHours.nullable().default(null),
  from: instant.nullable().default(null),
  until: instant.nullable().default(null),
  isForFirstOrder: z.boolean().default(false),
  usesMax: z.int().min(1).max(limits.offerUsesMax).nullable().default(null),
  usesOfGuestMax: z.int().min(1).max(limits.offerUsesMax).nullable().default(null),
  minimumSubtotal: price.default(0),
  isPaused: z.boolean().default(false),
  /** Not null: the offer is the reward of a full stamp card (decision 83). */
  stamps: StampTerms.nullable().default(null),
};

/** Groups of portions are of named dishes; the fee of a delivery is of none. */
export const OfferInput = z
  .object(offerFields)
  .superRefine(({ benefit, scope, from, until, code, isForFirstOrder, stamps }, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const isEmpty = scope !== null && scope.categories.length + scope.items.length === 0;
    const isOfGroups = benefit.kind === 'free_item' || benefit.kind === 'buy_get';
    if (isEmpty || (isOfGroups && scope === null)) problem('scope', 'offer.dishes_missing');
    if (benefit.kind === 'free_delivery' && scope !== null) problem('scope', 'offer.dishes_without_use');
    if (from !== null && until !== null && until <= from) problem('until', 'offer.ends_first');
    if (stamps === null) return;
    const isReward = benefit.kind === 'free_item' || (benefit.kind === 'amount' && scope === null);
    if (!isReward) problem('benefit', 'offer.card_reward');
    if (code !== null) problem('code', 'offer.card_has_no_code');
    if (isForFirstOrder) problem('isForFirstOrder', 'offer.card_not_first');
  });
export type OfferInput = z.infer<typeof OfferInput>;

/** `uses` are those of orders that were not cancelled, and of payments that are awaited. `version` grows with every change. */
export const ListedOffer = z.object({
  _id: idOf<OfferId>(),
  name: z.string(),
  nameTranslations: translations,
  code: z.string().nullable(),
  benefit: OfferTerms,
  scope: z.object({ categories: z.array(idOf<CategoryId>()), items: z.array(idOf<ItemId>()) }).nullable(),
  outlets: z.array(idOf<OutletId>()).nullable(),
  modes: z.array(mode).nullable(),
  hours: openingHours.nullable(),
  from: instant.nullable(),
  until: instant.nullable(),
  isForFirstOrder: z.boolean(),
  usesMax: z.int().nullable(),
  usesOfGuestMax: z.int().nullable(),
  minimumSubtotal: price,
  isPaused: z.boolean(),
  stamps: z.object({ needed: z.int(), minimum: price, months: z.int().nullable() }).nullable(),
  uses: z.int(),
  version: z.int(),
});
export type ListedOffer = z.infer<typeof ListedOffer>;

/** An offer that was applied: what it takes off, and off what. The sum of those `off` the basket is the discount. */
export const AppliedOffer = z.object({
  name: z.string(),
  nameTranslations: translations,
  code: z.string().nullable(),
  amount: price,
  off: z.enum(offerTargets),
});
export type AppliedOffer = z.infer<typeof AppliedOffer>;

/** An offer that does not apply yet: the one of the guest's code, or one that only lacks something in the basket. */
export const RefusedOffer = z.object({
  /** Null where no offer has the code. */
  name: z.string().nullable(),
  nameTranslations: translations,
  code: z.string().nullable(),
  reason: z.enum([
    'unknown',
    'too_many_tries',
    'ended',
    'used_up',
    'already_used',
    'first_order_only',
    'number_needed',
    'card_not_full',
    'other_outlet',
    'other_mode',
    'not_yet',
    'other_hours',
    'below_minimum',
    'nothing_to_take_off',
  ]),
  /** With not_yet: when it begins. */
  from: instant.optional(),
  /** With below_minimum: how much is missing. */
  missing: price.optional(),
});
export type RefusedOffer = z.infer<typeof RefusedOffer>;

export const listOffers = endpoint({
  summary: 'All offers of the restaurant, the newest first.',
  callers: editors,
  answer: z.object({ offers: z.array(ListedOffer) }),
  errors: [],
});

const answer = z.object({ offer: ListedOffer, ...confirmed });

export const addOffer = endpoint({
  summary: 'Add an offer.',
  callers: editors,
  isRestaurantWide: true,
  body: OfferInput,
  answer,
  errors: ['offer.code_taken', 'offer.card_exists', 'offer.too_many'],
});

export const updateOffer = endpoint({
  summary: 'Change an offer as it was seen.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<OfferId>(),
  body: z.intersection(OfferInput, z.object({ version: z.int() })),
  answer,
  errors: ['request.not_found', 'offer.code_taken', 'offer.card_exists', 'offer.changed'],
});

export const deleteOffer = endpoint({
  summary: 'Delete an offer. Orders keep what it took off.',
  callers: editors,
  isRestaurantWide: true,
  params: idParams<OfferId>(),
  answer: done,
  errors: ['request.not_found'],
});
