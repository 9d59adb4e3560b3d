import type { OutletId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import type { DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { requireOutlet } from '#server/modules/outlets/queries.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { writeArea } from './change-area.ts';
import { type AreaRow, listAreas } from './queries.ts';
import { changeZones } from './room-for-zones.ts';

/**
 * Saves the zones of a file, in its order; one whose name an area has already takes its place.
 * @throws request.not_found, request.invalid, area.name_taken where the file has a name twice, area.too_many, area.too_many_zones,
 * area.too_many_points.
 */
export async function importAreas(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  zones: readonly (DeliveryAreaChanges & { areaName: string })[],
  currency: Currency,
  at: Date,
): Promise<AreaRow[]> {
  const { restaurantId } = by;
  await requireOutlet(tx, restaurantId, outletId, 'merchant');
  const names = zones.map(({ areaName }) => areaName.toLowerCase());
  if (new Set(names).size < names.length) {
    throw new Refusal('area.name_taken', undefined, { areaName: fieldProblem('area.name_taken') });
  }
  const saved: AreaRow[] = [];
  await changeZones(tx, restaurantId, outletId, async () => {
    const known = new Map((await listAreas(tx, restaurantId, outletId)).map((area) => [area.name.toLowerCase(), area]));
    for (const [index, { minBasketValue, ...zone }] of zones.entries()) {
      const area = known.get(names[index]!);
      // A file that other programs wrote has no minimum; that of the area stays.
      const minimum = minBasketValue ?? (area === undefined ? 0 : undefined);
      const changes = { ...zone, ...(minimum === undefined ? {} : { minBasketValue: minimum }) };
      saved.push(await writeArea(tx, by, area ?? outletId, changes, currency, at));
    }
  });
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return saved;
}
