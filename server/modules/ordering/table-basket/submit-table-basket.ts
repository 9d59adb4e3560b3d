import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { NewOrder, OrderLineInput } from '#contract/ordering/orders.ts';
import type { SharedBasket } from '#contract/dining/table-sessions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  emptySeats,
  lockSeat,
  markChanged,
  type SeatRow,
  type SittingRow,
} from '#server/modules/dining/table-sessions.ts';
import { listProgress } from '../queries.ts';
import type { UnwrittenOrder } from '../place/write-order.ts';

/** So many orders of a sitting are shown. */
const mostRounds = 20;

/**
 * Empties the shared basket of a table for the order that is being written, in its transaction: exactly the lines that are ordered,
 * as the guest saw them, and once.
 * @throws Refusal table.sitting_over, also of another table than that of the order; order.round_sent when another phone was faster;
 *   order.table_basket_changed.
 */
export async function takeRound(
  tx: Tx,
  { restaurantId, orderId }: { restaurantId: RestaurantId; orderId: OrderId },
  { table_id: tableId, placed_at: at }: Pick<UnwrittenOrder, 'table_id' | 'placed_at'>,
  { items }: Pick<NewOrder, 'items'>,
  seen: SharedBasket,
): Promise<void> {
  const { sitting, seats, you } = await lockSeat(tx, restaurantId, seen, at);
  if (sitting.table_id !== tableId) throw new Refusal('table.sitting_over');
  if (sitting.version !== seen.version) throw await whyChanged(tx, restaurantId, sitting, seats);
  const shared = seats.flatMap(({ name, lines }) => lines.map((line) => lineText({ ...line, guestName: name })));
  if (!isSame(shared, items.map(lineText))) throw new Refusal('order.table_basket_changed');
  await emptySeats(tx, restaurantId, sitting.id);
  const rounds = [...sitting.rounds, { orderId, seat: you.number }].slice(-mostRounds);
  await tx
    .updateTable('sittings')
    .set({ rounds: JSON.stringify(rounds) })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', sitting.id)
    .execute();
  await markChanged(tx, restaurantId, sitting.id, at);
}

/** An order that emptied the basket is named; any other change is one. */
async function whyChanged(tx: Tx, restaurantId: RestaurantId, { rounds }: SittingRow, seats: SeatRow[]) {
  const last = rounds.at(-1);
  const isEmpty = seats.every(({ lines }) => lines.length === 0);
  const [order] = last === undefined || !isEmpty ? [] : await listProgress(tx, restaurantId, [last.orderId]);
  const sender = seats.find(({ number }) => number === last?.seat);
  if (order === undefined || sender === undefined) return new Refusal('order.table_basket_changed');
  return new Refusal('order.round_sent', { name: sender.name, orderNumber: order.order_number });
}

/** The same text for the same choice, in whatever order its options were sent. */
function lineText({
  itemId,
  selections = [],
  quantity,
  note = '',
  guestName = '',
}: Pick<OrderLineInput, 'itemId' | 'selections' | 'quantity' | 'note' | 'guestName'>): string {
  const options = selections.flatMap((list) => list.modifierIds.map((id) => `${list.modifierListId} ${id}`)).sort();
  return JSON.stringify([itemId, options, quantity, note, guestName]);
}

function isSame(some: string[], others: string[]): boolean {
  return JSON.stringify(some.sort()) === JSON.stringify(others.sort());
}
