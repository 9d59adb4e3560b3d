import type { ItemId, OutletId } from '#contract/base/ids.ts';
import type { SoldOutLength } from '#contract/base/enumerations.ts';
import { MINUTE, nextMidnight } from '#contract/base/time.ts';
import { idsIn } from '#server/db/ids-in.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { getItem, type ItemRow } from '#server/modules/menu/items/queries.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { nextOpeningOf } from '#server/modules/outlets/next-opening.ts';
import { getOutlet, listOutlets, type OutletRow } from '#server/modules/outlets/queries.ts';

const hours = { '1-hour': 1, '4-hours': 4 } as const;

/**
 * Marks an item or a modifier as sold out at one outlet or at all, or, with `length` null, as available. Each outlet
 * has its own end, by its zone and hours; `contract/menu/availability.ts` compares it with the clock, so that no job
 * has to bring it back (IN-07).
 * @throws request.not_found; outlet.none_of_yours to who works at outlets that were all deleted;
 * outlet.no_next_opening when no outlet opens within two weeks.
 */
export async function sellOut(
  tx: Tx,
  by: AuditContext & { actor: Pick<MerchantCaller, 'outletIds'> },
  itemId: ItemId,
  { length, outletId }: { length: SoldOutLength | null; outletId?: OutletId | undefined },
  at: Date,
): Promise<ItemRow> {
  const { restaurantId } = by;
  const { name } = await getItem(tx, restaurantId, itemId);
  const outlets =
    outletId === undefined
      ? await listOutlets(tx, restaurantId, 'merchant')
      : [await getOutlet(tx, restaurantId, outletId, 'merchant')];
  if (outlets.length === 0 && by.actor.outletIds !== null) throw new Refusal('outlet.none_of_yours');
  // Before the change, because the audit log is locked ahead of the restaurant's counter.
  await auditSellOut(tx, by, name, length, at);
  await tx
    .deleteFrom('item_sold_out')
    .where('restaurant_id', '=', restaurantId)
    .where('item_id', '=', itemId)
    .where('outlet_id', 'in', idsIn(outlets.map(({ id }) => id)))
    .execute();
  const rows = length === null ? [] : rowsOf(outlets, length, at);
  if (rows.length > 0) {
    await tx
      .insertInto('item_sold_out')
      .values(rows.map((row) => ({ ...row, restaurant_id: restaurantId, item_id: itemId })))
      .onConflict((conflict) =>
        conflict
          .columns(['restaurant_id', 'item_id', 'outlet_id'])
          .doUpdateSet((eb) => ({ sold_out_until: eb.ref('excluded.sold_out_until') })),
      )
      .execute();
  }
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return getItem(tx, restaurantId, itemId);
}

function auditSellOut(tx: Tx, by: AuditContext, name: string, length: SoldOutLength | null, at: Date) {
  return appendAuditEntry(
    tx,
    by.restaurantId,
    { ...by, at },
    length === null
      ? { action: 'item.back', subject: name }
      : { action: 'item.sold_out', subject: name, details: { until: length } },
  );
}

interface SoldOutEnd {
  outlet_id: OutletId;
  sold_out_until: Date | null;
}

/** Leaves out outlets that do not open within two weeks: they sell nothing until then. */
function rowsOf(outlets: readonly OutletRow[], length: SoldOutLength, at: Date): SoldOutEnd[] {
  const rows = outlets.flatMap((outlet): SoldOutEnd[] => {
    if (length === 'until-changed') return [{ outlet_id: outlet.id, sold_out_until: null }];
    const until = endOf(length, outlet, at);
    return until === null ? [] : [{ outlet_id: outlet.id, sold_out_until: until }];
  });
  if (rows.length === 0 && outlets.length > 0) throw new Refusal('outlet.no_next_opening');
  return rows;
}

function endOf(length: Exclude<SoldOutLength, 'until-changed'>, outlet: OutletRow, at: Date): Date | null {
  switch (length) {
    case '1-hour':
    case '4-hours':
      return new Date(Math.ceil(at.getTime() / MINUTE + hours[length] * 60) * MINUTE);
    case 'end-of-day':
      return nextMidnight(at, outlet.time_zone);
    case 'next-opening':
      return nextOpeningOf(outlet, ['delivery', 'pickup'], at);
  }
}
