import { type Currency, toMajor } from '#contract/base/money.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { AuditAction } from '#contract/staff/audit-log.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import type { AreaRow } from './queries.ts';

type AreaAction = Extract<AuditAction, `area.${string}`>;

/** Writes to the audit log that a person adds or changes an area, with what guests pay there; not that they rename or redraw it (R85). */
export async function auditSavedArea(
  tx: Tx,
  by: AuditContext,
  { before, after, currency }: { before: AreaRow | null; after: AreaRow; currency: Currency },
  at: Date,
): Promise<void> {
  const will = termsOf(after, currency);
  if (before === null) return auditArea(tx, by, 'area.added', after, at, will);
  const was = termsOf(before, currency);
  const names = (Object.keys(will) as (keyof typeof will)[]).filter((name) => was[name] !== will[name]);
  if (names.length === 0) return;
  const changed = names.map((name) => [name, { before: was[name], after: will[name] }] as const);
  await auditArea(tx, by, 'area.changed', after, at, Object.fromEntries(changed));
}

/** Comes ahead of the event of the change, as the audit log is locked before the restaurant's counter everywhere. */
export async function auditArea(
  tx: Tx,
  by: AuditContext,
  action: AreaAction,
  { name, outlet_id }: { name: string; outlet_id: OutletId },
  at: Date,
  terms: Record<string, unknown> = {},
): Promise<void> {
  const outlet = await tx
    .selectFrom('outlets')
    .select('name')
    .where('restaurant_id', '=', by.restaurantId)
    .where('id', '=', outlet_id)
    .executeTakeFirstOrThrow();
  const details = { outlet: outlet.name, ...terms };
  await appendAuditEntry(tx, by.restaurantId, { ...by, at }, { action, subject: name, details });
}

function termsOf(area: AreaRow, currency: Currency) {
  const textOf = (amount: AreaRow['fee_minor']) => `${currency} ${toMajor(amount, currency)}`;
  const { fee_tiers: tiers, free_from_minor: freeFrom } = area;
  return {
    minBasketValue: textOf(area.minimum_minor),
    deliveryFee: textOf(area.fee_minor),
    feeTiers: tiers.length === 0 ? 'none' : tiers.map(({ upTo, fee }) => `${upTo} m: ${textOf(fee)}`).join(', '),
    freeFrom: freeFrom === null ? 'none' : textOf(freeFrom),
  };
}
