/** The delivery addresses a guest has saved at a restaurant: they belong to the account, not to a device. */
import { sql } from 'kysely';
import type { CustomerAddress, NewAddress } from '#contract/customers/customers.ts';
import type { AddressId, CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { getArea, listCatalogueAreas } from '#server/modules/outlets/delivery-areas/queries.ts';

/** The most recently used first. */
export async function listAddresses(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
): Promise<CustomerAddress[]> {
  const rows = await tx
    .selectFrom('customer_addresses')
    .select([
      'id as _id',
      'delivery_area_id as deliveryAreaId',
      'area_name as areaName',
      'location',
      'floor',
      'instruction',
      'nickname as nickName',
      'latitude',
      'longitude',
      'postcode',
    ])
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ latitude, longitude, postcode, ...address }) => ({
    ...address,
    ...(latitude === null || longitude === null ? {} : { position: { latitude, longitude } }),
    ...(postcode === '' ? {} : { postcode }),
  }));
}

/** The addresses of a guest that a person may see: people of some outlets see the addresses that those deliver to. */
export async function listAddressesFor(
  tx: Tx,
  { restaurantId, outletIds }: Pick<MerchantCaller, 'restaurantId' | 'outletIds'>,
  id: CustomerId,
): Promise<CustomerAddress[]> {
  const addresses = await listAddresses(tx, restaurantId, id);
  if (outletIds === null) return addresses;
  const areas = new Set((await listCatalogueAreas(tx, restaurantId)).map(({ id }) => id));
  return addresses.filter(({ deliveryAreaId }) => areas.has(deliveryAreaId));
}

/** @throws request.not_found for an unknown area; auth.required for a guest whose data was erased meanwhile. */
export async function saveAddress(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  { deliveryAreaId, areaName, location, floor, instruction, nickName, position, postcode }: NewAddress,
  now: Date,
): Promise<CustomerAddress[]> {
  await lockCustomer(tx, restaurantId, customerId);
  await getArea(tx, restaurantId, deliveryAreaId);
  const place = {
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    postcode: postcode ?? '',
  };
  await tx
    .insertInto('customer_addresses')
    .values({
      restaurant_id: restaurantId,
      customer_id: customerId,
      id: newId<AddressId>(),
      delivery_area_id: deliveryAreaId,
      area_name: areaName,
      location,
      floor,
      instruction,
      nickname: nickName,
      ...place,
      used_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`restaurant_id, customer_id, delivery_area_id, lower(location), lower(floor), nickname`)
        .doUpdateSet({ area_name: areaName, location, floor, instruction, ...place, used_at: now }),
    )
    .execute();
  const addresses = await listAddresses(tx, restaurantId, customerId);
  const tooMany = addresses.slice(limits.addressesPerGuest).map(({ _id }) => _id);
  for (const id of tooMany) await deleteAddress(tx, restaurantId, customerId, id);
  return addresses.slice(0, limits.addressesPerGuest);
}

/** @throws request.not_found */
export async function deleteAddress(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  id: AddressId,
): Promise<void> {
  const deleted = await tx
    .deleteFrom('customer_addresses')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new Refusal('request.not_found');
}

/** Makes one guest's devices save one after the other, so that two of them cannot pass the limit together. */
async function lockCustomer(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<void> {
  const found = await tx
    .selectFrom('customers')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('auth.required');
}
