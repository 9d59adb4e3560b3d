import type { Selectable } from 'kysely';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import type { Schema } from '#server/db/schema.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

export type Customer = Selectable<Schema['customers']>;
type PhoneCode = Selectable<Schema['phone_codes']>;

/** Stores the code of a number; an earlier code is void from now on (R14). */
export async function storeCode(
  tx: Tx,
  restaurantId: RestaurantId,
  phone: string,
  codeHash: Buffer,
  now: Date,
): Promise<void> {
  const code = {
    code_hash: codeHash,
    wrong_tries: 0,
    used_at: null,
    created_at: now,
    expires_at: new Date(now.getTime() + limits.codeValidSeconds * 1000),
  };
  await tx
    .insertInto('phone_codes')
    .values({ restaurant_id: restaurantId, phone, ...code })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'phone']).doUpdateSet(code))
    .execute();
}

/** The code of a number, locked, so that parallel tries wait for the end of this transaction. */
export async function findCodeForUpdate(tx: Tx, restaurantId: RestaurantId, phone: string): Promise<PhoneCode | null> {
  const code = await tx
    .selectFrom('phone_codes')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirst();
  return code ?? null;
}

export async function updateCode(
  tx: Tx,
  restaurantId: RestaurantId,
  phone: string,
  change: { used_at: Date } | { wrong_tries: number },
): Promise<void> {
  await tx
    .updateTable('phone_codes')
    .set(change)
    .where('restaurant_id', '=', restaurantId)
    .where('phone', '=', phone)
    .execute();
}

export async function findCustomerByPhone(tx: Tx, restaurantId: RestaurantId, phone: string): Promise<Customer | null> {
  const customer = await tx
    .selectFrom('customers')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('phone', '=', phone)
    .executeTakeFirst();
  return customer ?? null;
}

/** Whether somebody with the number has placed an order. */
export async function hasOrdered(tx: Tx, restaurantId: RestaurantId, phone: string): Promise<boolean> {
  const order = await tx
    .selectFrom('customers')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.restaurant_id', '=', 'customers.restaurant_id')
        .onRef('orders.customer_id', '=', 'customers.id'),
    )
    .select('orders.id')
    .where('customers.restaurant_id', '=', restaurantId)
    .where('customers.phone', '=', phone)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

export async function findCustomer(tx: Tx, restaurantId: RestaurantId, id: CustomerId): Promise<Customer | null> {
  const customer = await tx
    .selectFrom('customers')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return customer ?? null;
}

/**
 * The customer of an open session.
 * @throws auth.required when their data was erased since the session began.
 */
export async function getSignedInCustomer(tx: Tx, restaurantId: RestaurantId, id: CustomerId): Promise<Customer> {
  const customer = await findCustomer(tx, restaurantId, id);
  if (customer === null) throw new Refusal('auth.required');
  return customer;
}

/** The new customer of a table, who gave no number. */
export async function insertCustomerAtTable(
  tx: Tx,
  { restaurantId, name }: { restaurantId: RestaurantId; name: string },
  now: Date,
): Promise<Customer> {
  return tx
    .insertInto('customers')
    .values({
      restaurant_id: restaurantId,
      id: newId<CustomerId>(),
      phone: null,
      name,
      email: '',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The new customer; null, without any change, when the number is already registered at the restaurant (R20). */
export async function insertCustomer(
  tx: Tx,
  customer: { restaurantId: RestaurantId; id?: CustomerId; phone: string; name: string; email: string },
  now: Date,
): Promise<Customer | null> {
  const { restaurantId, id = newId<CustomerId>(), phone, name, email } = customer;
  const inserted = await tx
    .insertInto('customers')
    .values({
      restaurant_id: restaurantId,
      id,
      phone,
      name,
      email,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'phone']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

/** Removes the codes older than a day, of all restaurants (R90). */
export async function removeOldCodes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  await platformTransaction(db, 'clean-up', (tx) =>
    tx.deleteFrom('phone_codes').where('created_at', '<', before).execute(),
  );
}

/** Voids every code, of all restaurants: the secret that they were hashed with is gone. */
export async function deleteAllCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('phone_codes').execute();
}
