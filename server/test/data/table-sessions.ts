/** Phones at a table that share a basket. */
import type { SharedLine, Sitting } from '#contract/dining/table-sessions.ts';
import type { TestApp } from '../servers/app.ts';
import { makeCustomer, type TestRestaurant } from './restaurant.ts';
import { tableOrder } from './tables.ts';

/** Keys of seats, as phones make them. */
export const [sara, omar, lina] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

/** What the phones of guests call; `code` is that of the table. */
export function phonesAt(server: TestApp, made: TestRestaurant, code: string) {
  const join = async (seat: string, table = code, token = made.siteToken) =>
    (await server.call('POST /dining/join-sitting', { body: { table, seat } }, token)).sitting;
  const read = async (sitting: Sitting, seat: string, token = made.siteToken) =>
    (await server.call('POST /dining/read-sitting', { body: { sitting: sitting._id, seat } }, token)).sitting;
  const share = async (sitting: Sitting, seat: string, lines: SharedLine[], name?: string) => {
    const body = { sitting: sitting._id, seat, lines, ...(name === undefined ? {} : { name }) };
    return (await server.call('POST /dining/share-lines', { body }, made.siteToken)).sitting;
  };
  const remove = async (sitting: Sitting, seat: string, guest: number, token = made.siteToken) =>
    (await server.call('POST /dining/remove-lines', { body: { sitting: sitting._id, seat, guest } }, token)).sitting;
  const water = (id: string, quantity = 1): SharedLine => {
    return { id, itemId: made.items.water, selections: [], quantity, note: '' };
  };
  /** All of the basket as the phone has seen it; a water is 5.50, and 5 % are added. */
  const order = async (
    seen: Sitting,
    seat: string,
    totalPrice: number,
    { guest, key, ...more }: { guest?: string; key?: string; table?: string; deliveryMode?: string } = {},
  ) => {
    const token = guest ?? (await makeCustomer(server.db, made.id)).token;
    const items = seen.seats.flatMap(({ name, lines }) =>
      lines.map(({ itemId, quantity }) => ({ itemId, quantity, guestName: name })),
    );
    const sharedBasket = { sitting: seen._id, seat, version: seen.version };
    const body = tableOrder(made, code, items, totalPrice, { sharedBasket, ...more });
    const input = { body, ...(key === undefined ? {} : { idempotencyKey: key }) };
    return (await server.call('POST /order/create-order', input, token)).order;
  };
  return { join, read, share, remove, water, order };
}

/** [['Sara', ['s1 2']]]: the guests with the ids and numbers of their lines. */
export function linesOf({ seats }: Sitting) {
  return seats.map(({ name, lines }) => [name, lines.map(({ id, quantity }) => `${id} ${quantity}`)]);
}
