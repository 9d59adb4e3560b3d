/** Things that a driver did without a connection: kept until they are sent, in their order. */
import type { OrderId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';

/** The end of an order. */
export type UnsentEnd =
  | { kind: 'handOver'; orderId: OrderId; code?: string; name?: string; photo?: Blob }
  | { kind: 'fail'; orderId: OrderId; reason: string };

/** `sort`: the stops by hand; null is by distance. `at`: when it was done, in milliseconds. */
export type Unsent = (UnsentEnd | { kind: 'sort'; orderIds: OrderId[] | null }) & { at?: number };

export function isEnd(one: Unsent): one is Unsent & UnsentEnd {
  return one.kind !== 'sort';
}

/** The last thing done with an order replaces what was done with it before, and the last sorting those before it. */
export function withUnsent(list: readonly Unsent[], added: Unsent): Unsent[] {
  return [...list.filter((one) => subjectOf(one) !== subjectOf(added)), added];
}

function subjectOf(one: Unsent): string {
  return isEnd(one) ? one.orderId : 'sort';
}

/** The stops as the driver has sorted them, also while that waits to be sent. */
export function sortedStops<Stop extends { _id: OrderId }>(stops: readonly Stop[], list: readonly Unsent[]): Stop[] {
  const sort = list.find((one) => one.kind === 'sort');
  if (!sort?.orderIds) return [...stops];
  const { orderIds } = sort;
  const place = ({ _id }: Stop) => (orderIds.includes(_id) ? orderIds.indexOf(_id) : orderIds.length);
  return stops.toSorted((one, other) => place(one) - place(other));
}

/** A photo is too large for the storage of a browser: it waits in the page. */
export function storedText(list: readonly Unsent[]): string {
  return JSON.stringify(list.filter((one) => one.kind !== 'handOver' || one.photo === undefined));
}

/** Anything of another shape is left out. */
export function parseUnsent(text: string | null): Unsent[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

/**
 * The stored list of another driver on the same phone, who may not come back: nothing in it is kept for more than a day, because it may
 * name who took an order. Null: nothing is left.
 */
export function storedTextOfOther(text: string | null, now: number): string | null {
  // Pages of before have stored no time: the day begins now.
  const kept = parseUnsent(text)
    .map((one) => ({ ...one, at: one.at ?? now }))
    .filter(({ at }) => now - at < DAY);
  return kept.length === 0 ? null : storedText(kept);
}

function isUnsent(one: unknown): one is Unsent {
  const { kind, orderId, orderIds, reason, code, name } = Object(one) as Record<string, unknown>;
  if (kind === 'sort')
    return orderIds === null || (Array.isArray(orderIds) && orderIds.every((id) => typeof id === 'string'));
  if (typeof orderId !== 'string') return false;
  return kind === 'fail' ? typeof reason === 'string' : kind === 'handOver' && typeof (code ?? name) === 'string';
}
