import { isDeepStrictEqual } from 'node:util';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { OfferId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type Currency, currencyDigits, fromMajor, type MinorUnits, MoneyError } from '#contract/base/money.ts';
import type { OfferInput } from '#contract/ordering/offers/offers.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { benefitColumns, type OfferRow } from './wire.ts';
import { findOfferOfCode, listOfferRows, lockOffer, requireTargets } from './queries.ts';

interface Saving {
  by: AuditContext;
  currency: Currency;
  at: Date;
}

/** @throws offer.too_many, offer.code_taken, offer.card_exists; request.invalid for dishes, categories and outlets that are not there. */
export async function addOffer(tx: Tx, { by, currency, at }: Saving, input: OfferInput): Promise<OfferRow> {
  const { restaurantId } = by;
  const columns = columnsOf(input, currency);
  await requireTargets(tx, restaurantId, input);
  // The change of the menu has the restaurant's row locked: two people add one after the other.
  const others = await listOfferRows(tx, restaurantId, 'locked');
  if (others.length >= limits.offersMax) throw new Refusal('offer.too_many', { most: limits.offersMax });
  await requireFreeCode(tx, by, input.code, null);
  requireOneCard(others, input);
  const row = await tx
    .insertInto('offers')
    .values({ restaurant_id: restaurantId, id: newId<OfferId>(), ...columns, created_at: at, deleted_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(tx, { by, at }, 'offer.added', row);
  return row;
}

/**
 * Changes an offer as it was seen. A change that is sent again, because its answer was lost, is answered with the offer that it made.
 * @throws request.not_found, offer.changed, offer.code_taken, offer.card_exists; request.invalid as `addOffer` does.
 */
export async function updateOffer(
  tx: Tx,
  { by, currency, at }: Saving,
  id: OfferId,
  { version, ...input }: OfferInput & { version: number },
): Promise<OfferRow> {
  const { restaurantId } = by;
  const columns = columnsOf(input, currency);
  const offer = await lockOffer(tx, restaurantId, id);
  if (offer.version === version + 1 && isSaved(offer, columns)) return offer;
  if (offer.version !== version) throw new Refusal('offer.changed');
  await requireTargets(tx, restaurantId, addedTargets(offer, input));
  await requireFreeCode(tx, by, input.code, id);
  const others = (await listOfferRows(tx, restaurantId, 'read')).filter((other) => other.id !== id);
  requireOneCard(others, input);
  const row = await tx
    .updateTable('offers')
    .set({ ...columns, version: version + 1 })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(tx, { by, at }, 'offer.changed', row);
  return row;
}

/** Orders keep what it took off. @throws request.not_found */
export async function deleteOffer(tx: Tx, by: AuditContext, id: OfferId, at: Date): Promise<void> {
  const offer = await lockOffer(tx, by.restaurantId, id);
  await tx
    .updateTable('offers')
    .set({ deleted_at: at })
    .where('restaurant_id', '=', by.restaurantId)
    .where('id', '=', id)
    .execute();
  await audit(tx, { by, at }, 'offer.deleted', offer);
}

function audit(
  tx: Tx,
  { by, at }: { by: AuditContext; at: Date },
  action: 'offer.added' | 'offer.changed' | 'offer.deleted',
  { name, code }: OfferRow,
): Promise<void> {
  const details = code === null ? {} : { code };
  return appendAuditEntry(tx, by.restaurantId, { ...by, at }, { action, subject: name, details });
}

async function requireFreeCode(
  tx: Tx,
  { restaurantId }: AuditContext,
  code: string | null,
  own: OfferId | null,
): Promise<void> {
  const other = code === null ? null : await findOfferOfCode(tx, restaurantId, code);
  if (other !== null && other.id !== own) throw new Refusal('offer.code_taken', { name: other.name });
}

/** A guest with two cards would not know which one a dish is stamped on. */
function requireOneCard(others: readonly OfferRow[], { stamps }: OfferInput): void {
  const other = stamps === null ? undefined : others.find(({ stamps_needed: needed }) => needed !== null);
  if (other !== undefined) throw new Refusal('offer.card_exists', { name: other.name });
}

/** The dishes, categories and outlets that a change adds: those that were deleted since the offer named them are no obstacle. */
function addedTargets(offer: OfferRow, { scope, outlets }: OfferInput): Pick<OfferInput, 'scope' | 'outlets'> {
  const added = <Id>(ids: readonly Id[], before: readonly Id[] | null) => ids.filter((id) => !before?.includes(id));
  return {
    scope: scope && {
      categories: added(scope.categories, offer.category_ids),
      items: added(scope.items, offer.item_ids),
    },
    outlets: outlets && added(outlets, offer.outlet_ids),
  };
}

function columnsOf(input: OfferInput, currency: Currency) {
  const amountIn = (field: string) => (amount: number) => amountOf(field, amount, currency);
  return {
    ...benefitColumns(input.benefit, amountIn('benefit')),
    name: input.name,
    name_translations: input.nameTranslations,
    code: input.code,
    category_ids: input.scope?.categories ?? null,
    item_ids: input.scope?.items ?? null,
    outlet_ids: input.outlets,
    modes: input.modes,
    hours: input.hours === null ? null : JSON.stringify(input.hours),
    starts_at: input.from === null ? null : new Date(input.from),
    ends_at: input.until === null ? null : new Date(input.until),
    is_for_first_order: input.isForFirstOrder,
    uses_max: input.usesMax,
    uses_of_guest_max: input.usesOfGuestMax,
    minimum_minor: amountIn('minimumSubtotal')(input.minimumSubtotal),
    is_paused: input.isPaused,
    stamps_needed: input.stamps?.needed ?? null,
    stamp_minimum_minor: amountIn('stamps')(input.stamps?.minimum ?? 0),
    stamp_months: input.stamps?.months ?? null,
  };
}

function isSaved(offer: OfferRow, { hours, ...columns }: ReturnType<typeof columnsOf>): boolean {
  const sent = { ...columns, hours: hours === null ? null : (JSON.parse(hours) as OfferRow['hours']) };
  const names = Object.keys(sent) as (keyof typeof sent)[];
  return names.every((name) => isDeepStrictEqual(offer[name], sent[name]));
}

/** @throws request.invalid for more decimals than the currency has. */
function amountOf(field: string, amount: number, currency: Currency): MinorUnits {
  try {
    return fromMajor(amount, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const most = currencyDigits(currency);
    throw new Refusal('request.invalid', undefined, {
      [field]: most === 0 ? fieldProblem('no_decimals', { currency }) : fieldProblem('too_many_decimals', { most }),
    });
  }
}
