import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { makeOrder } from '../../../test/order.ts';
import { allDayCounts } from './all-day.ts';
import type { Ticket } from './tickets.ts';

const [line] = makeOrder().cart;
const option = (id: string) => ({ ...line!.options[0]!, _id: id as ItemId, name: id });
const aLine = (name: string, quantity: number, options: string[] = [], change: Partial<OrderLine> = {}): OrderLine => ({
  ...line!,
  itemId: name as ItemId,
  name,
  quantity,
  options: options.map(option),
  ...change,
});
const ticket = (cart: OrderLine[], kind: Ticket['kind'] = 'open', change: Partial<Order> = {}): Ticket => ({
  order: makeOrder({ cart, ...change }),
  kind,
  lines: cart,
  elsewhere: 0,
});
const brief = (tickets: Ticket[]) =>
  allDayCounts(tickets).map(
    ({ name, quantity, options }) =>
      `${quantity} ${name}${options.map((one) => `, ${one.quantity} ${one.name}`).join('')}`,
  );
const made = '2026-01-01T12:05:00.000Z';

describe('all day', () => {
  test('adds up dishes and their options over all tickets, the most first', () => {
    expect(
      brief([
        ticket([aLine('burger', 2, ['cheese', 'bacon']), aLine('water', 1)]),
        ticket([aLine('burger', 3, ['cheese']), aLine('fries', 4)]),
      ]),
    ).toEqual(['5 burger, 5 cheese, 2 bacon', '4 fries', '1 water']);
  });
  test('leaves out what is made and what was cancelled', () => {
    expect(brief([ticket([aLine('burger', 2, [], { madeAt: made }), aLine('water', 1)])])).toEqual(['1 water']);
    expect(brief([ticket([aLine('burger', 2)], 'stopped')])).toEqual([]);
  });
  test('counts of an order that was Ready only what was called back', () => {
    expect(brief([ticket([aLine('burger', 2, [], { recalledAt: made }), aLine('water', 1)], 'again')])).toEqual([
      '2 burger',
    ]);
  });

  test('is what counting portion by portion comes to', () => {
    const lines = fc.array(
      fc.record({
        name: fc.constantFrom('burger', 'fries', 'water'),
        quantity: fc.integer({ min: 1, max: 9 }),
        options: fc.uniqueArray(fc.constantFrom('cheese', 'bacon', 'onion')),
        isMade: fc.boolean(),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 5 }), (orders) => {
        // One entry for each portion, and one for each option of it.
        const portions = orders
          .flat()
          .flatMap(({ name, quantity, options, isMade }) =>
            isMade
              ? []
              : Array.from({ length: quantity }, () => [name, ...options.map((one) => `${name}/${one}`)]).flat(),
          );
        const expected = Object.fromEntries(
          [...new Set(portions)].map((key) => [key, portions.filter((one) => one === key).length]),
        );
        const tickets = orders.map((cart) =>
          ticket(
            cart.map(({ name, quantity, options, isMade }) =>
              aLine(name, quantity, options, { madeAt: isMade ? made : null }),
            ),
          ),
        );
        const counted = Object.fromEntries(
          allDayCounts(tickets).flatMap((item) => [
            [item.name, item.quantity],
            ...item.options.map((one) => [`${item.name}/${one.name}`, one.quantity]),
          ]),
        );
        expect(counted).toEqual(expected);
      }),
    );
  });
});
