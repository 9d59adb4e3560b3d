/** The offers that a basket may get, as read with its other facts. */
import { type RawBuilder, sql } from 'kysely';
import type { Mode } from '#contract/base/enumerations.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { CategoryId, CustomerId, ItemId, OfferId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import { comparableCode } from '#contract/base/comparable-code.ts';
import type { OfferBenefit } from '#contract/ordering/offers/offer.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import type { Tx } from '#server/db/transaction.ts';
import { hasOrderedSql, stampsSql } from './take-offers.ts';

/** One offer, of JSON: `from` and `until` are instants. Null is no limit. */
export interface OfferFacts {
  id: OfferId;
  name: string;
  nameTranslations: Translations;
  code: string | null;
  benefit: OfferBenefit;
  scope: { categories: CategoryId[]; items: ItemId[] } | null;
  outlets: OutletId[] | null;
  modes: Mode[] | null;
  hours: OpeningHours | null;
  from: string | null;
  until: string | null;
  isForFirstOrder: boolean;
  usesMax: number | null;
  usesOfGuestMax: number | null;
  minimumSubtotal: MinorUnits;
  isPaused: boolean;
  /** Stamps of the full card that it is the reward of; null: it is none. */
  stampsNeeded: number | null;
  /** The one guest whom a voucher is for; null: everybody. */
  customerId: CustomerId | null;
  uses: number;
}

/** The code that a guest typed, as it is compared; null: none. */
export function codeOf({ offerCode }: { offerCode?: string | null }): string | null {
  return comparableCode(offerCode ?? '') || null;
}

/** All offers that apply by themselves and are not paused, and the one of the code, as a JSON list. Reads beside `restaurants`. */
export function offerFacts(code: string | null): RawBuilder<unknown> {
  return sql`
    (select coalesce(json_agg(json_build_object(
        'id', id, 'name', name, 'nameTranslations', name_translations, 'code', code,
        'benefit', case kind
          when 'percent' then json_build_object('kind', kind, 'basisPoints', percent_bp)
          when 'amount' then json_build_object('kind', kind, 'amount', amount_minor)
          when 'buy_get' then json_build_object('kind', kind, 'buy', buy_portions, 'get', free_portions)
          else json_build_object('kind', kind) end,
        'scope', case when item_ids is not null then json_build_object('categories', category_ids, 'items', item_ids) end,
        'outlets', outlet_ids, 'modes', modes, 'hours', hours, 'from', starts_at, 'until', ends_at,
        'isForFirstOrder', is_for_first_order, 'usesMax', uses_max, 'usesOfGuestMax', uses_of_guest_max,
        'minimumSubtotal', minimum_minor, 'isPaused', is_paused, 'stampsNeeded', stamps_needed, 'customerId', customer_id,
        'uses', uses)), '[]')
      from offers
      where offers.restaurant_id = restaurants.id and deleted_at is null
        and (code = ${code} or (code is null and not is_paused)))`;
}

/** The past of a guest, as far as the limits of offers ask for it. */
export interface OfferGuest {
  /** Null: nobody has signed in yet. */
  customerId: CustomerId | null;
  /** Guests without a number are nobody in particular: each scan of a table's code makes another one. */
  isKnown: boolean;
  hasOrdered: boolean;
  uses: Partial<Record<OfferId, number>>;
  /** On the card, where they want to use it. */
  stamps: number;
}

/** Nobody has signed in yet: the limits of a guest are looked at when the order is placed. */
export const newGuest: OfferGuest = { customerId: null, isKnown: true, hasOrdered: false, uses: {}, stamps: 0 };

/** Queries only where an offer has a limit for each guest, or the guest wants to use their stamp card. */
export async function findOfferGuest(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { restaurantId, customerId, isWithoutPhone = false }: OfferGuestId,
  offers: readonly OfferFacts[],
  { usesStampCard = false, now }: { usesStampCard: boolean | undefined; now: Date },
): Promise<OfferGuest> {
  const card = usesStampCard ? offers.find(({ stampsNeeded }) => stampsNeeded !== null) : undefined;
  const isAsked = card ?? offers.find(({ isForFirstOrder, usesOfGuestMax }) => isForFirstOrder || usesOfGuestMax);
  const guest = { ...newGuest, customerId };
  if (isAsked === undefined) return guest;
  if (isWithoutPhone) return { ...guest, isKnown: false };
  return read(async (tx) => {
    const stamps = card === undefined ? sql`0` : stampsSql({ restaurantId, customerId }, sql`${card.id}`, now);
    const { rows } = await sql<Omit<OfferGuest, 'customerId' | 'isKnown'>>`
      select ${hasOrderedSql(restaurantId, customerId)} as "hasOrdered",
        (select coalesce(json_object_agg(offer_id, uses), '{}') from (
          select offer_id, count(*)::int as uses from offer_uses
          where restaurant_id = ${restaurantId} and customer_id = ${customerId} group by offer_id) as used) as uses, ${stamps} as stamps`.execute(
      tx,
    );
    return { customerId, isKnown: true, ...rows[0]! };
  });
}

interface OfferGuestId {
  restaurantId: RestaurantId;
  customerId: CustomerId;
  isWithoutPhone?: boolean;
}
