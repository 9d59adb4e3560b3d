import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import type { OrderLineInput } from '#contract/ordering/order-lines.ts';
import type { SharedBasket } from '#contract/dining/table-sessions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  lockParticipant,
  submitParticipantLines,
  type ParticipantRow,
  type TableSessionRow,
} from '#server/modules/dining/table-sessions.ts';
import { orderName } from '../order-name.ts';
import { listProgress } from '../queries.ts';
import type { UnwrittenOrder } from '../place/write-order.ts';

/**
 * Empties the shared basket of a table for the order that is being written, in its transaction: exactly the ordered
 * lines, as the guest saw them, and once.
 * @throws table.session_over, also for another table than the order's; order.table_basket_sent when another phone was
 * faster; order.table_basket_changed.
 */
export async function submitTableBasket(
  tx: Tx,
  { restaurantId, orderId }: { restaurantId: RestaurantId; orderId: OrderId },
  { table_id: tableId, placed_at: at }: Pick<UnwrittenOrder, 'table_id' | 'placed_at'>,
  { items }: Pick<NewOrder, 'items'>,
  seen: SharedBasket,
): Promise<void> {
  const { tableSession, participants, you } = await lockParticipant(tx, restaurantId, seen, at);
  if (tableSession.table_id !== tableId) throw new Refusal('table.session_over');
  if (tableSession.version !== seen.version) throw await refusalForChange(tx, restaurantId, tableSession, participants);
  const chosenBy = whoChose(participants, items);
  if (chosenBy === null) throw new Refusal('order.table_basket_changed');
  await submitParticipantLines(tx, restaurantId, tableSession, { orderId, participant: you.number, chosenBy }, at);
}

/** The numbers of the phones that chose the items, in their order; null unless the items are all lines of the phones, once. */
function whoChose(participants: readonly ParticipantRow[], items: NewOrder['items']): number[] | null {
  const left = participants.flatMap(({ number, name, lines }) =>
    lines.map((line) => ({ number, signature: lineSignature({ ...line, guestName: name }) })),
  );
  if (left.length !== items.length) return null;
  const numbers: number[] = [];
  for (const item of items) {
    const signature = lineSignature(item);
    const found = left.findIndex((line) => line.signature === signature);
    if (found === -1) return null;
    numbers.push(...left.splice(found, 1).map(({ number }) => number));
  }
  return numbers;
}

/** An order that emptied the basket is named in the refusal; any other change is not. */
async function refusalForChange(
  tx: Tx,
  restaurantId: RestaurantId,
  { submitted_orders: submitted }: TableSessionRow,
  participants: ParticipantRow[],
) {
  const last = submitted.at(-1);
  const isEmpty = participants.every(({ lines }) => lines.length === 0);
  const [order] = last === undefined || !isEmpty ? [] : await listProgress(tx, restaurantId, [last.orderId]);
  const sender = participants.find(({ number }) => number === last?.participant);
  if (order === undefined || sender === undefined) return new Refusal('order.table_basket_changed');
  return new Refusal('order.table_basket_sent', {
    name: sender.name,
    orderNumber: order.order_number,
    orderName: orderName(order),
  });
}

/** Equal text for equal choices, whatever the sequence of their options. */
function lineSignature({
  itemId,
  selections = [],
  quantity,
  note = '',
  guestName = '',
}: Pick<OrderLineInput, 'itemId' | 'selections' | 'quantity' | 'note' | 'guestName'>): string {
  const options = selections.flatMap((list) => list.modifierIds.map((id) => `${list.modifierListId} ${id}`)).sort();
  return JSON.stringify([itemId, options, quantity, note, guestName]);
}
