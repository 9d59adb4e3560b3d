import type { RestaurantId } from '#contract/base/ids.ts';

type Sleeper = (restaurantId: RestaurantId) => void;

/** The event logs of this process: one, except in tests with several databases. */
const sleepers = new Set<Sleeper>();

/** Wakes this process's readers of a restaurant. Without open ones, other processes find the event within five seconds. */
export function wake(restaurantId: RestaurantId): void {
  for (const sleeper of sleepers) sleeper(restaurantId);
}

export function onWake(sleeper: Sleeper): () => void {
  sleepers.add(sleeper);
  return () => sleepers.delete(sleeper);
}
