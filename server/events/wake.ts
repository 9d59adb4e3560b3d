import type { RestaurantId } from '#contract/base/ids.ts';

type Sleeper = (restaurantId: RestaurantId) => void;

/** The event logs of this process; one, but for tests that have several databases. */
const sleepers = new Set<Sleeper>();

/** Tells this process's readers that a restaurant has a new event. Where none are open, others find it within a second. */
export function wake(restaurantId: RestaurantId): void {
  for (const sleeper of sleepers) sleeper(restaurantId);
}

export function onWake(sleeper: Sleeper): () => void {
  sleepers.add(sleeper);
  return () => sleepers.delete(sleeper);
}
