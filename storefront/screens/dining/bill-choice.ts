/** The lines of a table's bill that a guest wants to pay. Pure. */
import { addMoney, type Currency, fromMajor, type MinorUnits } from '#contract/base/money.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';

/** All that is open, the guest's own dishes, or those that they tick. */
export type Choice = 'all' | 'own' | 'some';

type Bill = Pick<TableBill, 'orders'>;

export function keyOf(orderId: OrderId, lineNumber: number): string {
  return `${orderId} ${lineNumber}`;
}

/** The open lines of the choice. */
export function keysOf({ orders }: Bill, choice: Choice = 'all'): Set<string> {
  return new Set(
    orders.flatMap(({ _id, lines }) =>
      lines
        .filter(({ state, isYours }) => state === 'open' && (choice !== 'own' || isYours))
        .map(({ lineNumber }) => keyOf(_id, lineNumber)),
    ),
  );
}

export function linesOf({ orders }: Bill, chosen: ReadonlySet<string>): { orderId: OrderId; lineNumber: number }[] {
  return orders.flatMap(({ _id: orderId, lines }) =>
    lines
      .filter(({ lineNumber }) => chosen.has(keyOf(orderId, lineNumber)))
      .map(({ lineNumber }) => ({ orderId, lineNumber })),
  );
}

export function sumOf({ orders }: Bill, chosen: ReadonlySet<string>, currency: Currency): MinorUnits {
  const amounts = orders.flatMap(({ _id, lines }) =>
    lines.filter(({ lineNumber }) => chosen.has(keyOf(_id, lineNumber))).map(({ amount }) => amount),
  );
  return addMoney(...amounts.map((amount) => fromMajor(amount, currency)));
}
