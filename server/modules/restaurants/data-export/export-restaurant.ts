import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';
import { Spool } from './spool.ts';
import { writeArchive } from './write-archive.ts';

/** Files that exist at a time, of all restaurants and of one; and how many of them are being written. */
const spoolsMax = 6;
const spoolsOfOneMax = 2;
const queueLimits = { running: 1, waiting: spoolsMax, waitingPerKey: spoolsOfOneMax };
/** Seconds after which somebody who was refused may try again. */
const retryAfterSeconds = 30;
/**
 * Milliseconds in which a failure is still an answer. An archive that takes longer is sent from then on as it is written, so that no proxy
 * gives up on it; whatever fails then breaks the connection.
 */
const answerWithinMs = 20_000;

/** An archive under way. */
interface ExportPlace {
  restaurantId: RestaurantId;
  spool: Spool | null;
}

/** Writes the archives of this server's restaurants into files of the data folder, from which clients fetch them as slowly as they like. */
export class Exports {
  readonly #deps: Pick<Deps, 'importDb' | 'config' | 'clock' | 'log'>;
  readonly #version: string;
  readonly #queue = new WorkQueue(queueLimits);
  readonly #places = new Set<ExportPlace>();

  constructor(deps: Pick<Deps, 'importDb' | 'config' | 'clock' | 'log'>, version: string) {
    this.#deps = deps;
    this.#version = version;
  }

  /** @throws export.no_room; QueueFull when too many archives are under way. */
  async begin(restaurantId: RestaurantId): Promise<AsyncIterable<Buffer>> {
    const place = this.#takePlace(restaurantId);
    try {
      place.spool = await Spool.open(join(this.#deps.config.dataDir, 'exports'));
      return await this.#fill(place.spool, restaurantId);
    } catch (error) {
      await place.spool?.close();
      this.#places.delete(place);
      throw error;
    }
  }

  async #fill(spool: Spool, restaurantId: RestaurantId): Promise<AsyncIterable<Buffer>> {
    const { config, clock, log } = this.#deps;
    const archive = { version: this.#version, takenAt: clock(), pictureBucket: config.pictureBucket, log };
    const filled = this.#queue.run(restaurantId, () =>
      spool.fill(writeArchive(this.#deps.importDb, restaurantId, archive)),
    );
    await Promise.race([filled, sleep(answerWithinMs, undefined, { ref: false })]);
    // From here on it surfaces where the file is read.
    filled.catch(() => undefined);
    return spool.pieces();
  }

  #takePlace(restaurantId: RestaurantId): ExportPlace {
    for (const place of this.#places) if (place.spool?.isClosed === true) this.#places.delete(place);
    const own = [...this.#places].filter((place) => place.restaurantId === restaurantId).length;
    if (own >= spoolsOfOneMax) throw new QueueFull(true, retryAfterSeconds);
    if (this.#places.size >= spoolsMax) throw new QueueFull(false, retryAfterSeconds);
    const place: ExportPlace = { restaurantId, spool: null };
    this.#places.add(place);
    return place;
  }
}
