/** Which live orders a tab and a search show, and in which order (order-operations 2; screens, wireframe 4). */
import type { Order, OrderLine } from '#contract/ordering/orders.ts';
import { containsText } from '../../../components/list/text-search.ts';
import { reachedKitchenAt, isScheduled } from '#contract/ordering/scheduled-order.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';

export const orderTabs = ['all', 'new', 'kitchen', 'ready', 'scheduled'] as const;
export type OrderTab = (typeof orderTabs)[number];

const statusOfTab: Record<Exclude<OrderTab, 'all' | 'scheduled'>, OrderStatus> = {
  new: 'New',
  kitchen: 'Confirmed',
  ready: 'Ready',
};

/** Reads the tab from the address; anything unknown is All. */
export function orderTab(text: string | null): OrderTab {
  return orderTabs.find((tab) => tab === text) ?? 'all';
}

/** Scheduled orders are in their own tab alone until they fire (LO-17). */
export function isInTab(order: Order, tab: OrderTab): boolean {
  if (isScheduled(order) || tab === 'scheduled') return tab === 'scheduled' && isScheduled(order);
  return tab === 'all' || order.status === statusOfTab[tab];
}

/** A search in All finds scheduled orders as well. */
export function isListed(order: Order, tab: OrderTab, search: string): boolean {
  const isSearched = tab === 'all' && search.trim() !== '';
  return (isSearched || isInTab(order, tab)) && matchesSearch(order, search);
}

/** By id, number, name, phone, dish or option, in any of its languages. A number may be written with its # and without its letter, a phone with spaces. */
export function matchesSearch(order: Order, search: string): boolean {
  const text = search.trim();
  if (text === '') return true;
  const digits = text.replaceAll(/[\s()-]/g, '');
  return (
    containsText(order._id, text) ||
    (/\d/.test(text) && containsText(`#${order.orderName}`, text)) ||
    containsText(`#${order.orderNumber}`, text) ||
    containsText(order.customerName, text) ||
    (digits !== '' && order.phoneNo.includes(digits)) ||
    order.cart.some((line) => [line, ...line.options].some((thing) => isNamed(thing, text)))
  );
}

function isNamed({ name, nameTranslations }: Pick<OrderLine, 'name' | 'nameTranslations'>, text: string): boolean {
  return [name, ...Object.values(nameTranslations)].some((one) => containsText(one, text));
}

/** New orders first, the newest on top; then the others, the oldest on top; then those for later, by their time. */
export function inKitchenOrder(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => {
    const [aIsScheduled, bIsScheduled] = [isScheduled(a), isScheduled(b)];
    if (aIsScheduled !== bIsScheduled) return aIsScheduled ? 1 : -1;
    if (aIsScheduled) return reachedKitchenAt(a).localeCompare(reachedKitchenAt(b)) || a.orderNumber - b.orderNumber;
    const aIsNew = a.status === 'New';
    if (aIsNew !== (b.status === 'New')) return aIsNew ? -1 : 1;
    const oldestFirst = reachedKitchenAt(a).localeCompare(reachedKitchenAt(b)) || a.orderNumber - b.orderNumber;
    return aIsNew ? -oldestFirst : oldestFirst;
  });
}
