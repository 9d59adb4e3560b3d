/** Tables of an outlet with dine-in, and their codes. */
import type { OutletId } from '#contract/base/ids.ts';
import { NewOrder } from '#contract/ordering/orders.ts';
import type { TestApp } from '../servers/app.ts';
import type { TestLine } from './orders.ts';
import { makeOwner, type TestRestaurant } from './restaurant.ts';

/** Switches dine-in on, with cash and card. @returns a token of the owner. */
export async function openDineIn(server: TestApp, made: TestRestaurant): Promise<string> {
  const { token } = await makeOwner(server.db, made.id);
  const body = {
    mode: 'dine-in',
    delivery: true,
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: true },
  } as const;
  await server.call('POST /outlet/update-ordering-modes/:id', { params: { id: made.outletId }, body }, token);
  return token;
}

/** The tables with their codes; in an area if one is named. */
export async function makeTables(
  { call }: TestApp,
  { token, outletId, names, area }: { token: string; outletId: OutletId; names: string[]; area?: string },
) {
  const params = { id: outletId };
  const saved =
    area === undefined ? null : await call('POST /dining/update-area/:id', { params, body: { name: area } }, token);
  const body = { names, areaId: saved?.area._id ?? null };
  const { tables } = await call('POST /dining/add-tables/:id', { params, body }, token);
  return tables.map((table) => ({ ...table, code: codeIn(table.address) }));
}

/** The code at the end of a table's address. */
export function codeIn(address: string): string {
  return address.split('/').at(-1)!;
}

/** An order at the table, paid in cash. `totalPrice` is the guest's claim, in major units. */
export function tableOrder(
  made: TestRestaurant,
  table: string | null,
  items: TestLine[],
  totalPrice: number,
  more = {},
) {
  return NewOrder.parse({
    outletId: made.outletId,
    deliveryMode: 'dine-in',
    table,
    paymentMethod: 'cash at table',
    items,
    totalPrice,
    ...more,
  });
}
