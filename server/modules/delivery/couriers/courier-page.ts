import { isId, type CourierCompanyId, type DeliveryId, type RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { LruCache } from '#server/lru-cache.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';
import { courierNotifyPath, findCompany, openCompany } from './companies.ts';
import { CourierFailed, type CourierService, NotGenuine } from './courier.ts';
import { enqueueCourier, findCourierRow } from './courier-rows.ts';
import { isSignedEvent } from './open-delivery.ts';

/** Milliseconds in which notifications about one delivery are one reason to look. */
const lookEveryMs = 1_000;
/** Milliseconds for which a company, or that there is none, is believed without a look. */
const rememberMs = 5_000;

/**
 * Takes the notifications of courier companies, which are hints to look at a delivery and change nothing by themselves: one that comes
 * twice, late, in another order or never changes nothing either. Anybody can post one, and its signature takes the company's key: a flood
 * of forged ones looks for each company every five seconds, one look at a time.
 */
export function courierPage({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): OpenRoute {
  const known = new LruCache<string, { service: CourierService | null; untilMs: number }>(1_000);
  const queue = new WorkQueue({ running: 1, waiting: 16, longestWaitMs: 1_000 });
  const recall = (id: string) => {
    const found = known.get(id);
    return found !== undefined && performance.now() < found.untilMs ? found : null;
  };

  async function find(restaurantId: RestaurantId, companyId: CourierCompanyId): Promise<CourierService | null> {
    const key = `${restaurantId} ${companyId}`;
    const look = async () => {
      // Others may have looked for the same company while this one waited.
      const found = recall(key);
      if (found !== null) return found.service;
      const read = await transaction(db, restaurantId, (tx) => findCompany(tx, restaurantId, companyId), {
        readOnly: true,
      });
      const service = read && openCompany(read, config);
      known.set(key, { service, untilMs: performance.now() + rememberMs }, 1);
      return service;
    };
    const found = recall(key);
    if (found !== null) return found.service;
    return queue.run(restaurantId, look).catch((error: unknown) => {
      throw error instanceof QueueFull ? new Refusal('server.unavailable', { seconds: error.seconds }) : error;
    });
  }

  return {
    method: 'POST',
    url: courierNotifyPath,
    why: 'A courier company says that something happened; it signs, and knows no bearer tokens.',
    takesBytes: true,
    handler: async (request, reply) => {
      const { restaurantId, companyId } = request.params as { restaurantId: string; companyId: string };
      if (!isId(restaurantId) || !isId(companyId)) throw new Refusal('request.not_found');
      const { body } = request;
      const headers = request.headers as Record<string, string | undefined>;
      if (!Buffer.isBuffer(body) || !isSignedEvent(headers)) throw new Refusal('request.invalid');
      const id = restaurantId as RestaurantId;
      const deliveryId = await readGenuine(async () => {
        const service = await find(id, companyId as CourierCompanyId);
        if (service === null) throw new Refusal('request.not_found');
        return service.readNotification(body, headers);
      });
      if (deliveryId !== null)
        await transaction(db, id, async (tx) => {
          const row = await findCourierRow(tx, id, deliveryId);
          if (row?.companyId !== companyId) return;
          const now = clock();
          const key = `${deliveryId} at ${Math.floor(now.getTime() / lookEveryMs)}`;
          // The next whole second, so that none that comes before it is left out.
          const delayMs = lookEveryMs - (now.getTime() % lookEveryMs);
          await enqueueCourier(tx, id, deliveryId, { isOnce: true, key, delayMs, now });
        });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  };
}

async function readGenuine(read: () => Promise<DeliveryId | null>): Promise<DeliveryId | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotGenuine) throw new Refusal('request.invalid');
    if (error instanceof CourierFailed) throw new Refusal('request.not_found');
    throw error;
  }
}
