import type { Selectable } from 'kysely';
import {
  basisPointsFromPercent,
  type Currency,
  type MinorUnits,
  percentFromBasisPoints,
  toMajor,
} from '#contract/base/money.ts';
import type { AppliedOffer, ListedOffer, RefusedOffer } from '#contract/ordering/offers/offers.ts';
import type { Schema } from '#server/db/schema.ts';
import type { KeptOffer } from '#server/db/schema/kept-facts.ts';
import type { LackedOffer } from './examine-offers.ts';

export type OfferRow = Selectable<Schema['offers']>;

export function offerForWire(row: OfferRow, currency: Currency): ListedOffer {
  return {
    _id: row.id,
    name: row.name,
    nameTranslations: row.name_translations,
    code: row.code,
    benefit: benefitForWire(row, currency),
    scope: row.item_ids === null ? null : { categories: row.category_ids ?? [], items: row.item_ids },
    outlets: row.outlet_ids,
    modes: row.modes,
    hours: row.hours && row.hours.map((day) => ({ ...day, periods: [...day.periods] })),
    from: row.starts_at?.toISOString() ?? null,
    until: row.ends_at?.toISOString() ?? null,
    isForFirstOrder: row.is_for_first_order,
    usesMax: row.uses_max,
    usesOfGuestMax: row.uses_of_guest_max,
    minimumSubtotal: toMajor(row.minimum_minor, currency),
    isPaused: row.is_paused,
    stamps: stampsForWire(row, currency),
    uses: row.uses,
    version: row.version,
  };
}

function stampsForWire(row: OfferRow, currency: Currency): ListedOffer['stamps'] {
  const { stamps_needed: needed, stamp_minimum_minor: minimum, stamp_months: months } = row;
  return needed === null ? null : { needed, minimum: toMajor(minimum, currency), months };
}

function benefitForWire(row: OfferRow, currency: Currency): ListedOffer['benefit'] {
  switch (row.kind) {
    case 'percent':
      return { kind: row.kind, percent: percentFromBasisPoints(row.percent_bp!) };
    case 'amount':
      return { kind: row.kind, amount: toMajor(row.amount_minor!, currency) };
    case 'buy_get':
      return { kind: row.kind, buy: row.buy_portions!, get: row.free_portions! };
    case 'free_item':
    case 'free_delivery':
      return { kind: row.kind };
  }
}

/** The columns of a benefit; those of other kinds are null. */
export function benefitColumns(
  benefit: ListedOffer['benefit'],
  amountOf: (amount: number) => MinorUnits,
): Pick<OfferRow, 'kind' | 'percent_bp' | 'amount_minor' | 'buy_portions' | 'free_portions'> {
  return {
    kind: benefit.kind,
    percent_bp: benefit.kind === 'percent' ? basisPointsFromPercent(benefit.percent) : null,
    amount_minor: benefit.kind === 'amount' ? amountOf(benefit.amount) : null,
    buy_portions: benefit.kind === 'buy_get' ? benefit.buy : null,
    free_portions: benefit.kind === 'buy_get' ? benefit.get : null,
  };
}

export function appliedForWire(offer: KeptOffer, currency: Currency): AppliedOffer {
  const { name, nameTranslations, code, amount, off } = offer;
  return { name, nameTranslations, code, amount: toMajor(amount, currency), off };
}

export function refusedForWire({ offer, code, refusal }: LackedOffer, currency: Currency): RefusedOffer {
  return {
    name: offer?.name ?? null,
    nameTranslations: offer?.nameTranslations ?? {},
    code,
    reason: refusal.reason,
    ...('from' in refusal ? { from: refusal.from.toISOString() } : {}),
    ...('missing' in refusal ? { missing: toMajor(refusal.missing, currency) } : {}),
  };
}
