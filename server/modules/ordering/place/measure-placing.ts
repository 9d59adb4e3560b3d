import type { Order } from '#contract/ordering/orders.ts';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/**
 * Counts an order by what became of it, with the time it took and the part of it that it waited for its turn. `begun` is
 * called when that came.
 */
export async function measurePlacing(
  { metrics, clock }: Pick<Deps, 'metrics' | 'clock'>,
  place: (begun: () => void) => Promise<Order>,
): Promise<Order> {
  if (metrics === null) return place(() => undefined);
  const beganAt = performance.now();
  const seconds = () => (performance.now() - beganAt) / 1000;
  const now = clock();
  try {
    const order = await place(() => metrics.orderWaited(seconds()));
    // The answer to a repeated key is the order of the first.
    if (new Date(order.createdAt) < now) metrics.orderRepeated(seconds());
    else metrics.orderPlaced(order.deliveryMode, seconds());
    return order;
  } catch (error) {
    metrics.orderRefused(reasonOf(error), seconds());
    throw error;
  }
}

/** Counts an order that is paid online where it is refused. A part of its time is the gateway's, so none is measured. */
export async function countRefusal<T>(metrics: Deps['metrics'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    metrics?.orderRefused(reasonOf(error), null);
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  return error instanceof DatabaseUnavailable ? 'server.unavailable' : 'server.error';
}
