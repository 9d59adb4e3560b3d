/** Phones at a table that share a basket. */
import type { SharedLine, TableSession } from '#contract/dining/table-sessions.ts';
import type { TestApp } from '../servers/app.ts';
import { makeCustomer, type TestRestaurant } from './restaurant.ts';
import { tableOrder } from './tables.ts';

/** Keys of participants, as phones make them. */
export const [sara, omar, lina] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

/** What the phones of guests call; `code` is that of the table. */
export function phonesAt(server: TestApp, made: TestRestaurant, code: string) {
  const join = async (participantKey: string, table = code, token = made.siteToken) =>
    (await server.call('POST /dining/join-table-session', { body: { table, participantKey } }, token)).tableSession;
  const read = async (tableSession: TableSession, participantKey: string, token = made.siteToken) =>
    (await server.call('POST /dining/read-table-session', { body: { tableSessionId: tableSession._id, participantKey } }, token)).tableSession;
  const share = async (tableSession: TableSession, participantKey: string, lines: SharedLine[], name?: string) => {
    const body = { tableSessionId: tableSession._id, participantKey, lines, ...(name === undefined ? {} : { name }) };
    return (await server.call('POST /dining/share-lines', { body }, made.siteToken)).tableSession;
  };
  const remove = async (tableSession: TableSession, participantKey: string, participant: number, token = made.siteToken) =>
    (await server.call('POST /dining/remove-lines', { body: { tableSessionId: tableSession._id, participantKey, participant } }, token)).tableSession;
  const water = (id: string, quantity = 1): SharedLine => {
    return { id, itemId: made.items.water, selections: [], quantity, note: '' };
  };
  /** All of the basket as the phone has seen it; a water is 5.50, and 5 % are added. */
  const order = async (
    seen: TableSession,
    participantKey: string,
    totalPrice: number,
    { guest, key, ...more }: { guest?: string; key?: string; table?: string; deliveryMode?: string } = {},
  ) => {
    const token = guest ?? (await makeCustomer(server.db, made.id)).token;
    const items = seen.participants.flatMap(({ name, lines }) =>
      lines.map(({ itemId, quantity }) => ({ itemId, quantity, guestName: name })),
    );
    const sharedBasket = { tableSessionId: seen._id, participantKey, version: seen.version };
    const body = tableOrder(made, code, items, totalPrice, { sharedBasket, ...more });
    const input = { body, ...(key === undefined ? {} : { idempotencyKey: key }) };
    return (await server.call('POST /order/create-order', input, token)).order;
  };
  return { join, read, share, remove, water, order };
}

/** [['Sara', ['s1 2']]]: the guests with the ids and numbers of their lines. */
export function linesOf({ participants }: TableSession) {
  return participants.map(({ name, lines }) => [name, lines.map(({ id, quantity }) => `${id} ${quantity}`)]);
}
