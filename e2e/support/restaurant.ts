/** Additions to the restaurant of `openRestaurant` that journeys need. */
import type { ItemId, OutletId } from '#contract/base/ids.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import { DAY_MINUTES, MINUTE, wallTime, weekdays } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { alwaysOpen } from '#server/test/data/restaurant.ts';
import { makeTables } from '#server/test/data/tables.ts';
import type { Call, Place } from './test.ts';

/** Opening hours at that time of one day, some days from now, and closed on all others. */
export function openOnDay(days: number, period: { start: string; end: string }, timeZone = 'Asia/Dubai') {
  const { weekday } = wallTime(new Date(Date.now() + days * DAY_MINUTES * MINUTE), timeZone);
  const hours: OpeningHours = weekdays.map((day) => ({
    day,
    open: day === weekday,
    periods: day === weekday ? [period] : [],
  }));
  return { hours, weekday };
}

/** Adds a second outlet, which takes pickups at any time and does not sell one of the items. */
export async function addOutlet(db: Db, place: Place, { name, without }: { name: string; without: ItemId }) {
  const id = newId<OutletId>();
  await changeMenu(db, place.id, async (tx) => {
    const first = await tx.selectFrom('outlets').selectAll().where('id', '=', place.outletId).executeTakeFirstOrThrow();
    await tx
      .insertInto('outlets')
      .values({ ...first, id, name, name_key: name.toLowerCase(), order_prefix: '' })
      .execute();
    const ofOutlet = { restaurant_id: place.id, outlet_id: id };
    const modes = (['delivery', 'pickup', 'dine-in'] as const).map((mode) => ({
      ...ofOutlet,
      mode,
      accepts_orders: mode === 'pickup',
      takes_cash: true,
      opening_hours: JSON.stringify(alwaysOpen),
    }));
    await tx.insertInto('outlet_modes').values(modes).execute();
    await tx
      .insertInto('item_inactive_outlets')
      .values({ ...ofOutlet, item_id: without })
      .execute();
  });
  return { id, name };
}

/** Allows scheduled orders for today and tomorrow, so that there is a slot at any time of day. */
export function takeTomorrow(db: Db, place: Place): Promise<unknown> {
  return changeMenu(db, place.id, (tx) =>
    tx.updateTable('outlets').set({ takes_next_date: true }).where('id', '=', place.outletId).execute(),
  );
}

/** Adds tables on the terrace of the outlet, which takes dine-in orders, with cash and card. */
export async function openTables(call: Call, place: Place, names: string[]) {
  const { token } = place.owner;
  const body = {
    mode: 'dine-in',
    delivery: true,
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: true },
  } as const;
  const { outlet } = await call('GET /outlet/get-outlet/:id', { params: { id: place.outletId } }, token);
  const hours = outlet.modes.find(({ mode }) => mode === 'pickup')!.openingHours;
  const openingHours = hours.map(({ day, open, periods }) => ({ day, open, periods: [...periods] }));
  await call(
    'POST /outlet/update-ordering-modes/:id',
    { params: { id: place.outletId }, body: { ...body, openingHours } },
    token,
  );
  return makeTables({ call } as never, { token, outletId: place.outletId, names, area: 'Terrace' });
}
