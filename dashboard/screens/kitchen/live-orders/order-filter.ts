/** Which live orders a tab and a search show, and in which order (order-operations 2; screens, wireframe 4). */
import type { OrderId } from '#contract/base/ids.ts';
import { latinDigits } from '#contract/base/latin-digits.ts';
import { mayBePhone, searchedPhone, searchedText } from '#contract/base/searched-text.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { containsText, isNamed } from '../../../components/list/text-search.ts';
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

/** By id, number, name, phone, dish or option, in any of its languages. A number may be written with its # and without its letter, a phone as it is dialled. */
export function matchesSearch(order: Order, search: string): boolean {
  const text = latinDigits(searchedText(search)).trim();
  if (text === '') return true;
  return (
    containsText(order._id, text) ||
    (/\d/.test(text) && containsText(`#${order.orderName}`, text)) ||
    containsText(`#${order.orderNumber}`, text) ||
    containsText(order.customerName, text) ||
    isInPhone(order.phoneNo, text) ||
    order.cart.some((line) => [line, ...line.options].some((thing) => isNamed(thing, text)))
  );
}

function isInPhone(phone: string, text: string): boolean {
  const digits = mayBePhone(text) ? searchedPhone(text) : '';
  if (digits === '') return false;
  return text.startsWith('+') ? phone.startsWith(`+${digits}`) : phone.includes(digits);
}

/** New orders first, then the others, then those for later; the one that has waited for longest on top of each. */
export function inKitchenOrder(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => {
    const [aIsScheduled, bIsScheduled] = [isScheduled(a), isScheduled(b)];
    if (aIsScheduled !== bIsScheduled) return aIsScheduled ? 1 : -1;
    if (aIsScheduled) return byArrival(a, b);
    const aIsNew = a.status === 'New';
    if (aIsNew !== (b.status === 'New')) return aIsNew ? -1 : 1;
    return byArrival(a, b);
  });
}

/**
 * The list as it stands on the screen: what was there keeps its place, and what has come since is at the end, so that
 * no arrival moves an order from under a finger.
 */
export function inSteadyOrder(before: readonly OrderId[], orders: readonly Order[]): Order[] {
  const places = new Map(before.map((id, place) => [id, place]));
  const placeOf = ({ _id }: Order) => places.get(_id) ?? before.length;
  return orders.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The order that somebody accepts after this one: the next in the list, or the first. */
export function nextToAccept(listed: readonly Order[], accepted: OrderId): Order | null {
  const place = listed.findIndex(({ _id }) => _id === accepted);
  const waits = ({ _id, status }: Order) => status === 'New' && _id !== accepted;
  const waiting = [...listed.slice(place + 1), ...listed.slice(0, Math.max(place, 0))];
  return waiting.find((order) => waits(order) && !isScheduled(order)) ?? null;
}

function byArrival(a: Order, b: Order): number {
  return reachedKitchenAt(a).localeCompare(reachedKitchenAt(b)) || a.orderNumber - b.orderNumber;
}
