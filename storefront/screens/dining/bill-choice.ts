/** The lines of a table's bill that a guest wants to pay. Pure. */
import { addMoney, type Currency, fromMajor, type MinorUnits } from '#contract/base/money.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';

/** All that is open, the guest's own dishes, or those that they tick. */
export type Choice = 'all' | 'own' | 'some';

type Bill = Pick<TableBill, 'orders'>;

/** The name of one portion of a line: guests share a bottle. */
export function keyOf(orderId: OrderId, lineNumber: number, portion: number): string {
  return `${orderId} ${lineNumber} ${portion}`;
}

/** The open portions of the choice. */
export function keysOf({ orders }: Bill, choice: Choice = 'all'): Set<string> {
  return new Set(
    orders.flatMap(({ _id, lines }) =>
      lines
        .filter(({ isYours }) => choice !== 'own' || isYours)
        .flatMap(({ lineNumber, portions }) =>
          portions.flatMap(({ state }, portion) => (state === 'open' ? [keyOf(_id, lineNumber, portion)] : [])),
        ),
    ),
  );
}

export function linesOf(
  { orders }: Bill,
  chosen: ReadonlySet<string>,
): { orderId: OrderId; lineNumber: number; portions: number[] }[] {
  return orders
    .flatMap(({ _id: orderId, lines }) =>
      lines.map(({ lineNumber, portions: all }) => ({
        orderId,
        lineNumber,
        portions: [...all.keys()].filter((portion) => chosen.has(keyOf(orderId, lineNumber, portion))),
      })),
    )
    .filter(({ portions }) => portions.length > 0);
}

export function sumOf({ orders }: Bill, chosen: ReadonlySet<string>, currency: Currency): MinorUnits {
  const amounts = orders.flatMap(({ _id, lines }) =>
    lines.flatMap(({ lineNumber, portions }) =>
      portions.filter((_, portion) => chosen.has(keyOf(_id, lineNumber, portion))).map(({ amount }) => amount),
    ),
  );
  return addMoney(...amounts.map((amount) => fromMajor(amount, currency)));
}
