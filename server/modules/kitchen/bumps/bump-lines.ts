import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isUndo } from '#contract/ordering/order-status.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { actorOf, moveOrder, type MovingPerson } from '../../ordering/status/change-order-status.ts';
import { findOrder, lockOrder, type StoredOrder } from '../../ordering/queries.ts';
import { orderForWire } from '../../ordering/wire.ts';
import { writeBump } from '../../ordering/status/write-bump.ts';

type BumpDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/**
 * Marks these lines as made by the kitchen (LO-13). Lines that are already made stay as they are, so that a repeated
 * bump, or two at once, count once. The last line makes the order Ready.
 * @throws order.not_found, order.line_not_found; for an order that is not in the kitchen order.status_changed (who
 * moved it, and to what) or order.move_not_allowed.
 */
export function bumpLines(deps: BumpDeps, person: MovingPerson, orderId: OrderId, lines: readonly number[]) {
  return changeLines(deps, person, orderId, async (tx, order, now) => {
    const bumped = withLines(order, lines, true, now);
    const isReady = order.status === 'Confirmed' && bumped.lines.every(({ made_at }) => made_at !== null);
    await writeBump(tx, order, bumped, { isTold: !isReady, now });
    if (!isReady) return bumped;
    return moveOrder(tx, deps, bumped, { to: 'Ready', reason: null, isUndo: false }, {}, actorOf(person));
  });
}

/**
 * Calls made lines back, to be made again. Within the time of an undo (decision 32) a Ready order returns to the
 * kitchen; later it stays Ready, because the guest was told.
 * @throws as `bumpLines`.
 */
export function recallLines(deps: BumpDeps, person: MovingPerson, orderId: OrderId, lines: readonly number[]) {
  return changeLines(deps, person, orderId, async (tx, order, now) => {
    const recalled = withLines(order, lines, false, now);
    const isBack = recalled.bumps !== order.bumps && hasJustBecomeReady(order, now);
    await writeBump(tx, order, recalled, { isTold: !isBack, now });
    if (!isBack) return recalled;
    return moveOrder(tx, deps, recalled, { to: 'Confirmed', reason: null, isUndo: true }, {}, actorOf(person));
  });
}

function changeLines(
  { db, clock }: BumpDeps,
  { restaurantId }: MovingPerson,
  orderId: OrderId,
  change: (tx: Tx, order: StoredOrder, now: Date) => Promise<StoredOrder>,
): Promise<Order> {
  return transaction(db, restaurantId, async (tx) => {
    const order = await lockedInKitchen(tx, restaurantId, orderId);
    return orderForWire(await change(tx, order, clock()), 'merchant');
  });
}

/** The order, locked, as the previous holder of the lock left it. */
async function lockedInKitchen(tx: Tx, restaurantId: RestaurantId, orderId: OrderId): Promise<StoredOrder> {
  const [, order] = await Promise.all([lockOrder(tx, restaurantId, orderId), findOrder(tx, restaurantId, orderId)]);
  if (order === null) throw new Refusal('order.not_found');
  const { status, history } = order;
  if (status === 'Confirmed' || status === 'Ready') return order;
  if (history.length === 1) throw new Refusal('order.move_not_allowed', { from: status, to: 'Ready' });
  throw new Refusal('order.status_changed', { name: history.at(-1)!.actor_name, status });
}

/** The order with these lines made, or to be made again; the same object when nothing changes. */
function withLines(order: StoredOrder, numbers: readonly number[], isMade: boolean, now: Date): StoredOrder {
  const known = new Set(order.lines.map(({ line_number }) => line_number));
  if (numbers.some((number) => !known.has(number))) throw new Refusal('order.line_not_found');
  const changes = isMade ? { made_at: now, recalled_at: null } : { made_at: null, recalled_at: now };
  const lines = order.lines.map((line) =>
    numbers.includes(line.line_number) && (line.made_at !== null) !== isMade ? { ...line, ...changes } : line,
  );
  const isChanged = lines.some((line, index) => line !== order.lines[index]);
  return isChanged ? { ...order, lines, bumps: order.bumps + 1 } : order;
}

function hasJustBecomeReady({ status, history }: StoredOrder, now: Date): boolean {
  const last = history.at(-1)!;
  return status === 'Ready' && last.from_status === 'Confirmed' && isUndo('Ready', 'Confirmed', last.changed_at, now);
}
