/** Phones of a table session. */
import type { SharedLine, TableSession } from '#contract/dining/table-sessions.ts';
import type { TestApp } from '../servers/app.ts';
import { makeCustomer, type TestRestaurant } from './restaurant.ts';
import { tableOrder } from './tables.ts';
import { whenFree } from './when-free.ts';

/** Participants' keys, as phones generate them. */
export const [sara, omar, lina] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

/**
 * The calls of guests' phones, which come again where those of others had them wait too long; `code` is that of the table.
 */
export function phonesAt(server: TestApp, made: TestRestaurant, code: string) {
  const join = async (participantKey: string, table = code, token = made.siteToken) =>
    (await whenFree(() => server.call('POST /dining/join-table-session', { body: { table, participantKey } }, token)))
      .tableSession;
  const read = async (tableSession: TableSession, participantKey: string, token = made.siteToken) =>
    (
      await server.call(
        'POST /dining/read-table-session',
        { body: { tableSessionId: tableSession._id, participantKey } },
        token,
      )
    ).tableSession;
  const share = async (tableSession: TableSession, participantKey: string, lines: SharedLine[], name?: string) => {
    const body = { tableSessionId: tableSession._id, participantKey, lines, ...(name === undefined ? {} : { name }) };
    return (await whenFree(() => server.call('POST /dining/share-lines', { body }, made.siteToken))).tableSession;
  };
  const remove = async (
    tableSession: TableSession,
    participantKey: string,
    participant: number,
    token = made.siteToken,
  ) =>
    (
      await whenFree(() =>
        server.call(
          'POST /dining/remove-lines',
          { body: { tableSessionId: tableSession._id, participantKey, participant } },
          token,
        ),
      )
    ).tableSession;
  const water = (id: string, quantity = 1): SharedLine => {
    return { id, itemId: made.items.water, selections: [], quantity, note: '' };
  };
  /** Orders the whole basket as the phone last saw it; a water costs 5.50 plus 5 % tax. */
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

/** The guests with the ids and quantities of their lines: [['Sara', ['s1 2']]]. */
export function linesOf({ participants }: TableSession) {
  return participants.map(({ name, lines }) => [name, lines.map(({ id, quantity }) => `${id} ${quantity}`)]);
}
