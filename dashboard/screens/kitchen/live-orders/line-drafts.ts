/** The lines of an order while somebody changes them. Pure functions. */
import type { CallInput } from '#contract/base/client.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { PickedDish } from '../../../components/menu/dish-picker.tsx';
import { readName } from '../../../components/order/read-name.ts';

type LineInput = CallInput<'POST /order/propose-change'>['body']['lines'][number];

export interface LineDraft {
  key: string;
  /** Null: it is added. */
  lineNumber: number | null;
  name: string;
  options: string[];
  /** 0: it is taken off. */
  quantity: number;
  /** The dish that is ordered now; null: the one that was ordered. */
  dish: LineInput['dish'] | null;
}

export function draftOf({ cart }: Order): LineDraft[] {
  return cart.map((line) => ({
    key: String(line.lineNumber),
    lineNumber: line.lineNumber,
    name: readName(line),
    options: line.options.map(readName),
    quantity: line.quantity,
    dish: null,
  }));
}

/** The lines with a dish in the place of a line, or after the others. */
export function withDish(lines: readonly LineDraft[], place: LineDraft | null, picked: PickedDish): LineDraft[] {
  const { item, selections, options } = picked;
  const dish = { itemId: item._id, selections };
  if (place === null) {
    const key = `new ${lines.length}`;
    return [...lines, { key, lineNumber: null, name: item.name, options, quantity: 1, dish }];
  }
  const quantity = Math.max(1, place.quantity);
  return lines.map((line) => (line.key === place.key ? { ...line, name: item.name, options, quantity, dish } : line));
}

/** The lines as the server takes them. */
export function wantedLines(lines: readonly LineDraft[]): LineInput[] {
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ lineNumber, quantity, dish }) => ({
      quantity,
      ...(lineNumber !== null && { lineNumber }),
      ...(dish !== null && { dish }),
    }));
}

/** Whether anything is other than in the order. */
export function isTouched(lines: readonly LineDraft[], { cart }: Order): boolean {
  return lines.some(
    ({ lineNumber, quantity, dish }) =>
      (lineNumber === null && quantity > 0) ||
      dish !== null ||
      cart.some((line) => line.lineNumber === lineNumber && line.quantity !== quantity),
  );
}
