import type { RestaurantId } from '#contract/base/ids.ts';
import { outsideOutlets } from '#server/db/outlet-scope.ts';
import type { Deps } from '#server/deps.ts';
import type { EventStream } from '#server/http/streams/event-stream.ts';
import type { StreamReader } from './follower.ts';
import { RestaurantStreams } from './restaurant-streams.ts';

/** The restaurants that somebody follows in this process. */
export class FollowedRestaurants {
  readonly #deps: Pick<Deps, 'db' | 'events' | 'log'>;
  readonly #open = new Map<RestaurantId, RestaurantStreams>();

  constructor(deps: Pick<Deps, 'db' | 'events' | 'log'>) {
    this.#deps = deps;
  }

  /** The streams of a restaurant read for all followers; each follower is then told what its outlets allow. */
  follow(restaurantId: RestaurantId, reader: StreamReader, stream: EventStream): Promise<void> {
    return outsideOutlets(() => this.#streamsOf(restaurantId).follow(reader, stream));
  }

  #streamsOf(restaurantId: RestaurantId): RestaurantStreams {
    const found = this.#open.get(restaurantId);
    if (found) return found;
    const streams = new RestaurantStreams(restaurantId, this.#deps, () => this.#open.delete(restaurantId));
    this.#open.set(restaurantId, streams);
    return streams;
  }
}
