/** The gateway of a restaurant: connected, read, disconnected. Its keys are sealed, and in no answer, log, export or error. */
import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import type { GatewayKind } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { ConnectedGateway, RefusedGateway } from '#contract/payments/payments.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import type { Schema } from '#server/db/schema.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { endOnlinePayments, lockMenu, setOnlinePayment } from '#server/modules/restaurants/queries.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { keyOf, seal, unseal } from '#server/sealing.ts';
import { type Gateway, type GatewayAccount, GatewayFailed, type GatewayKeys } from './gateway.ts';
import { openGateway } from './gateways/open-gateway.ts';

export type GatewayRow = Selectable<Schema['payment_gateways']>;

/** An account with its gateway. */
export interface OpenAccount {
  gateway: Gateway;
  account: GatewayRow;
}

const sealedUse = 'payment gateway';
const keyEndLength = 4;

/** The account at which guests pay now. */
export async function findGatewayRow(tx: Tx, restaurantId: RestaurantId): Promise<GatewayRow | null> {
  const row = await ofRestaurant(tx, restaurantId).where('disconnected_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** The account that a payment went with, also where guests pay at another one by now. */
export async function findAccount(tx: Tx, restaurantId: RestaurantId, id: string): Promise<GatewayRow | null> {
  const row = await ofRestaurant(tx, restaurantId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The account that a payment went with, if money can still go back through it; null where its keys are gone. */
export async function findRefundingAccount(tx: Tx, restaurantId: RestaurantId, id: string): Promise<GatewayRow | null> {
  const account = await findAccount(tx, restaurantId, id);
  return account !== null && account.sealed.length > 0 ? account : null;
}

/** The account, if guests still pay there: until the end of this transaction nobody disconnects it. */
export async function lockAccount(tx: Tx, restaurantId: RestaurantId, id: string): Promise<GatewayRow | null> {
  const row = await ofRestaurant(tx, restaurantId)
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row ?? null;
}

/** Waits for the payments that just begin at the account where guests pay: until the end of this transaction no other begins there. */
export async function stopPayments(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await ofRestaurant(tx, restaurantId).where('disconnected_at', 'is', null).forNoKeyUpdate().execute();
}

/**
 * Accounts whose transfers are shown, whose notifications are taken, and whose payments a new key is tried on: more than the last few
 * nobody has.
 */
const mostAccounts = 5;

/** The accounts at which guests pay or have paid, the last one first. */
export async function listAccounts(tx: Tx, restaurantId: RestaurantId): Promise<GatewayRow[]> {
  return ofRestaurant(tx, restaurantId)
    .orderBy(sql`disconnected_at is not null`)
    .orderBy('connected_at', 'desc')
    .limit(mostAccounts)
    .execute();
}

/** The accounts of a kind, the one that was connected last first. */
export async function listAccountsOfKind(
  tx: Tx,
  restaurantId: RestaurantId,
  { kind, isTest }: { kind: GatewayKind; isTest: boolean },
): Promise<GatewayRow[]> {
  return ofRestaurant(tx, restaurantId)
    .where('kind', '=', kind)
    .where('is_test', '=', isTest)
    .orderBy('connected_at', 'desc')
    .limit(mostAccounts)
    .execute();
}

function ofRestaurant(tx: Tx, restaurantId: RestaurantId) {
  return tx.selectFrom('payment_gateways').selectAll().where('restaurant_id', '=', restaurantId);
}

/** The gateway with the restaurant's keys. @throws GatewayFailed when they were sealed with another secret. */
export function openRestaurantGateway(
  row: Pick<GatewayRow, 'id' | 'kind' | 'sealed'>,
  config: Pick<Config, 'secret' | 'payments'>,
): Gateway {
  let keys: GatewayKeys;
  try {
    keys = JSON.parse(unseal(keyOf(config.secret, sealedUse), row.id, row.sealed).toString()) as GatewayKeys;
  } catch (error) {
    throw new GatewayFailed('The keys of a gateway were sealed with another secret', { cause: error });
  }
  return openGateway(row.kind, keys, config);
}

/**
 * Stores the keys of an account that has accepted them, in the row that it has already or in a new one. Guests pay there from now on.
 * The account that was connected before keeps its keys, for the payments that went with it.
 * @param seen what was connected before the account was asked.
 * @returns false, and stores nothing, where somebody else has changed that meanwhile: the keys may be none of the account any more.
 */
export async function storeGateway(
  tx: Tx,
  { secret }: Pick<Config, 'secret'>,
  by: AuditContext,
  {
    kind,
    keys,
    isTest,
    id = newId(),
  }: Omit<GatewayAccount, 'endOlder'> & { kind: GatewayKind; id?: string | undefined },
  { seen, at }: { seen: GatewayRow | null; at: Date },
): Promise<boolean> {
  const { restaurantId } = by;
  await lockMenu(tx, restaurantId);
  if (!isDeepStrictEqual(await findGatewayRow(tx, restaurantId), seen)) return false;
  await disconnect(tx, restaurantId, at);
  const row = {
    kind,
    sealed: seal(keyOf(secret, sealedUse), id, Buffer.from(JSON.stringify(keys))),
    is_test: isTest,
    key_end: keys.secretKey.slice(-keyEndLength),
    connected_at: at,
    disconnected_at: null,
    refused_since: null,
  };
  await tx
    .insertInto('payment_gateways')
    .values({ restaurant_id: restaurantId, id, ...row })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'id']).doUpdateSet(row))
    .execute();
  await setOnlinePayment(tx, restaurantId, isTest ? 'test' : 'live');
  const { key_end: keyEnd } = row;
  const isNewKey = seen?.kind === kind && seen.is_test === isTest && seen.key_end !== keyEnd;
  const details = { isTest: { after: isTest }, keyEnd: isNewKey ? { before: seen.key_end, after: keyEnd } : keyEnd };
  await appendAuditEntry(tx, restaurantId, { ...by, at }, { action: 'gateway.connected', subject: kind, details });
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return true;
}

/** Takes no more payments. The keys stay, because refunds need them. @throws request.not_found where no gateway is connected. */
export async function disconnectGateway(tx: Tx, by: AuditContext, at: Date): Promise<void> {
  const { restaurantId } = by;
  await lockMenu(tx, restaurantId);
  const kind = await disconnect(tx, restaurantId, at);
  if (kind === null) throw new Refusal('request.not_found');
  await setOnlinePayment(tx, restaurantId, null);
  await appendAuditEntry(tx, restaurantId, { ...by, at }, { action: 'gateway.disconnected', subject: kind });
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}

async function disconnect(tx: Tx, restaurantId: RestaurantId, at: Date): Promise<GatewayKind | null> {
  const row = await tx
    .updateTable('payment_gateways')
    .set({ disconnected_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('disconnected_at', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  return row?.kind ?? null;
}

/** The secret that seals the keys is gone: guests pay at the door until owners connect their gateways again. */
export async function disconnectAllGateways(tx: Tx, at: Date): Promise<void> {
  await tx
    .updateTable('payment_gateways')
    .set({ sealed: Buffer.alloc(0), disconnected_at: at })
    .execute();
  await endOnlinePayments(tx);
}

/**
 * Makes a call to the gateway of the account, and notes with the account whether the gateway refuses its keys, so that owners learn of it.
 * A restricted key that lacks the right to make one call is none of these: the gateway takes it for the next one.
 * @throws GatewayFailed
 */
export async function askGateway<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  account: GatewayRow,
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call().catch(async (error: unknown) => {
    if (error instanceof GatewayFailed && error.isKeyRefused) await noteKeys(db, account, clock());
    throw error;
  });
  if (account.refused_since !== null) await noteKeys(db, account, null);
  return answer;
}

/** Keys that have taken the place of those that the gateway was asked with are left alone. */
async function noteKeys(db: Db, { restaurant_id, id, sealed }: GatewayRow, refusedSince: Date | null): Promise<void> {
  await transaction(db, restaurant_id, (tx) =>
    tx
      .updateTable('payment_gateways')
      .set({ refused_since: refusedSince })
      .where('restaurant_id', '=', restaurant_id)
      .where('id', '=', id)
      .where('sealed', '=', sealed)
      .where('refused_since', refusedSince === null ? 'is not' : 'is', null)
      .execute(),
  );
}

/** The gateway where guests pay now, if it refuses its keys. */
export async function findRefusedGateway(tx: Tx, restaurantId: RestaurantId): Promise<RefusedGateway | null> {
  const row = await findGatewayRow(tx, restaurantId);
  return row?.refused_since ? { kind: row.kind, since: row.refused_since.toISOString() } : null;
}

export function gatewayForWire(row: GatewayRow): ConnectedGateway {
  const { kind, is_test: isTest, key_end: keyEnd, connected_at, refused_since } = row;
  const refusedSince = refused_since?.toISOString() ?? null;
  return { kind, isTest, keyEnd, connectedAt: connected_at.toISOString(), refusedSince };
}
