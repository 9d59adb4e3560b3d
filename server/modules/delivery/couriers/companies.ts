/** The courier companies of a restaurant. Their secrets are sealed, and in no answer, log, export or error. */
import type { Selectable } from 'kysely';
import type { CourierCompanyId, RestaurantId } from '#contract/base/ids.ts';
import type { CourierCompany } from '#contract/delivery/couriers.ts';
import type { Config } from '#server/config.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { keyOf, seal, unseal } from '#server/sealing.ts';
import { CourierFailed, type CourierService } from './courier.ts';
import { openDeliveryService } from './open-delivery.ts';

export type CompanyRow = Selectable<Schema['courier_companies']>;

const sealedUse = 'courier company';

export const courierNotifyPath = '/delivery/courier-events/:restaurantId/:companyId';

/** By name, without those that were removed. */
export function listCompanies(tx: Tx, restaurantId: RestaurantId): Promise<CompanyRow[]> {
  return ofRestaurant(tx, restaurantId).where('removed_at', 'is', null).orderBy('name').orderBy('id').execute();
}

/** Locked, so that nobody removes it while an order is given to it. @throws request.not_found also for one that was removed. */
export async function requireCompany(tx: Tx, restaurantId: RestaurantId, id: CourierCompanyId): Promise<CompanyRow> {
  const row = await ofRestaurant(tx, restaurantId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('request.not_found');
  return row;
}

/** Null also where it was removed. */
export async function findCompany(
  tx: Tx,
  restaurantId: RestaurantId,
  id: CourierCompanyId,
): Promise<CompanyRow | null> {
  const row = await ofRestaurant(tx, restaurantId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

function ofRestaurant(tx: Tx, restaurantId: RestaurantId) {
  return tx.selectFrom('courier_companies').selectAll().where('restaurant_id', '=', restaurantId);
}

export function sealSecret({ secret }: Pick<Config, 'secret'>, id: CourierCompanyId, clientSecret: string): Buffer {
  return seal(keyOf(secret, sealedUse), id, Buffer.from(clientSecret));
}

/** The company with the restaurant's keys. @throws CourierFailed where they were sealed with another secret. */
export function openCompany(row: CompanyRow, config: Pick<Config, 'secret' | 'mode'>): CourierService {
  const { id, api_url: apiUrl, merchant_id: merchantId, client_id: clientId, sealed } = row;
  let clientSecret: string;
  try {
    clientSecret = unseal(keyOf(config.secret, sealedUse), id, sealed).toString();
  } catch (error) {
    throw new CourierFailed('The keys of a courier company were sealed with another secret', 'keys', { cause: error });
  }
  return openDeliveryService({ apiUrl, merchantId, clientId, clientSecret }, config);
}

/** The secret that seals the keys is gone: owners connect their companies again. */
export async function removeAllCompanies(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable('courier_companies')
    .set({ sealed: Buffer.alloc(0), removed_at: at })
    .where('removed_at', 'is', null)
    .execute();
}

export function companyForWire(row: CompanyRow, { publicUrl }: Pick<Config, 'publicUrl'>): CourierCompany {
  return {
    _id: row.id,
    name: row.name,
    apiUrl: row.api_url,
    merchantId: row.merchant_id,
    clientId: row.client_id,
    outletIds: row.outlet_ids,
    takesMoney: row.takes_money,
    notifyUrl: `${publicUrl}${courierNotifyPath.replace(':restaurantId', row.restaurant_id).replace(':companyId', row.id)}`,
  };
}
