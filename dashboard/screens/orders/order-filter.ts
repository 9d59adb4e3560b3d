/** Which live orders a tab and a search show, and in which order (order-operations 2; screens, wireframe 4). */
import type { Order, OrderLine } from '#contract/orders.ts';
import { contains } from '../../components/text-search.ts';
import type { OrderStatus } from '#contract/rules/order-status.ts';

export const orderTabs = ['all', 'new', 'kitchen', 'ready'] as const;
export type OrderTab = (typeof orderTabs)[number];

const statusOfTab: Record<Exclude<OrderTab, 'all'>, OrderStatus> = { new: 'New', kitchen: 'Confirmed', ready: 'Ready' };

/** Reads the tab from the address; anything unknown is All. */
export function orderTab(text: string | null): OrderTab {
  return orderTabs.find((tab) => tab === text) ?? 'all';
}

export function isInTab(order: Order, tab: OrderTab): boolean {
  return tab === 'all' || order.status === statusOfTab[tab];
}

/** By id, number, name, phone, dish or option, in any of its languages. A number may be written with its #, a phone with spaces. */
export function matchesSearch(order: Order, search: string): boolean {
  const text = search.trim();
  if (text === '') return true;
  const digits = text.replaceAll(/[\s()-]/g, '');
  return (
    contains(order._id, text) ||
    contains(`#${order.orderNumber}`, text) ||
    contains(order.customerName, text) ||
    (digits !== '' && order.phoneNo.includes(digits)) ||
    order.cart.some((line) => [line, ...line.options].some((thing) => isNamed(thing, text)))
  );
}

function isNamed({ name, nameTranslations }: Pick<OrderLine, 'name' | 'nameTranslations'>, text: string): boolean {
  return [name, ...Object.values(nameTranslations)].some((one) => contains(one, text));
}

/** New orders first, the newest on top; then the others, the oldest on top. */
export function inKitchenOrder(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => {
    const aIsNew = a.status === 'New';
    if (aIsNew !== (b.status === 'New')) return aIsNew ? -1 : 1;
    const oldestFirst = a.createdAt.localeCompare(b.createdAt) || a.orderNumber - b.orderNumber;
    return aIsNew ? -oldestFirst : oldestFirst;
  });
}
