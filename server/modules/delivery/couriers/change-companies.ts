import type { CourierCompanyId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { courierLimits } from '#contract/delivery/courier-limits.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { mayCall } from '#server/modules/outbound/public-fetch.ts';
import { requireOutlets } from '#server/modules/outlets/queries.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { type CompanyRow, listCompanies, requireCompany, sealSecret } from './companies.ts';
import { CourierFailed } from './courier.ts';
import { type CourierAccount, openDeliveryService } from './open-delivery.ts';
import { countOpen } from './courier-rows.ts';

type CompanyDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

interface CompanyTerms {
  name: string;
  /** Null means all. */
  outletIds: readonly OutletId[] | null;
  takesMoney: boolean;
}

/**
 * Connects a company that accepts the keys, which it is asked outside any transaction.
 * @throws courier.address_not_possible, courier.keys_refused, courier.not_reached, courier.too_many, request.not_found for an outlet.
 */
export async function connectCompany(
  { db, config, clock }: CompanyDeps,
  by: AuditContext,
  { name, outletIds, takesMoney, ...account }: CompanyTerms & CourierAccount,
): Promise<CompanyRow> {
  const { restaurantId } = by;
  if (!mayCall(account.apiUrl, config) || /[?#]/.test(account.apiUrl)) {
    throw new Refusal('courier.address_not_possible');
  }
  await openDeliveryService(account, config).signIn().catch(refusingFailure(name));
  return menuTransaction(db, restaurantId, async (tx) => {
    await requireOutlets(tx, restaurantId, outletIds ?? []);
    await requireRoom(tx, restaurantId);
    const id = newId<CourierCompanyId>();
    const row = {
      restaurant_id: restaurantId,
      id,
      name,
      api_url: account.apiUrl,
      merchant_id: account.merchantId,
      client_id: account.clientId,
      sealed: sealSecret(config, id, account.clientSecret),
      outlet_ids: outletIds && [...outletIds],
      takes_money: takesMoney,
      connected_at: clock(),
      removed_at: null,
    };
    await tx.insertInto('courier_companies').values(row).execute();
    await audit(tx, clock(), by, 'courier.connected', name);
    return row;
  });
}

/** Locks the restaurant's number of companies until this transaction ends. @throws courier.too_many */
async function requireRoom(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await lockMenu(tx, restaurantId);
  const most = courierLimits.companiesMax;
  if ((await listCompanies(tx, restaurantId)).length >= most) throw new Refusal('courier.too_many', { most });
}

/** @throws request.not_found for the company and for an outlet. */
export function changeCompany(
  { db, clock }: CompanyDeps,
  by: AuditContext,
  id: CourierCompanyId,
  { name, outletIds, takesMoney }: { [Term in keyof CompanyTerms]?: CompanyTerms[Term] | undefined },
): Promise<CompanyRow> {
  const { restaurantId } = by;
  return transaction(db, restaurantId, async (tx) => {
    const before = await requireCompany(tx, restaurantId, id);
    await requireOutlets(tx, restaurantId, outletIds ?? [], before.outlet_ids);
    const changed = {
      name: name ?? before.name,
      outlet_ids: outletIds === undefined ? before.outlet_ids : outletIds && [...outletIds],
      takes_money: takesMoney ?? before.takes_money,
    };
    await tx
      .updateTable('courier_companies')
      .set(changed)
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', id)
      .execute();
    await audit(tx, clock(), by, 'courier.changed', changed.name);
    return { ...before, ...changed };
  });
}

/** Forgets the keys. @throws request.not_found, courier.is_out */
export function removeCompany({ db, clock }: CompanyDeps, by: AuditContext, id: CourierCompanyId): Promise<void> {
  const { restaurantId } = by;
  return transaction(db, restaurantId, async (tx) => {
    const { name } = await requireCompany(tx, restaurantId, id);
    const now = clock();
    if ((await countOpen(tx, restaurantId, id, now)) > 0) throw new Refusal('courier.is_out', { name });
    await tx
      .updateTable('courier_companies')
      .set({ sealed: Buffer.alloc(0), removed_at: now })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', id)
      .execute();
    await audit(tx, now, by, 'courier.removed', name);
  });
}

/** Turns a failure of the company into the refusal that people read. */
export function refusingFailure(name: string) {
  return (error: unknown): never => {
    if (!(error instanceof CourierFailed)) throw error;
    if (error.kind === 'keys' || error.kind === 'not_allowed') throw new Refusal('courier.keys_refused', { name });
    throw new Refusal(error.kind === 'refused' ? 'courier.not_here' : 'courier.not_reached', { name });
  };
}

function audit(
  tx: Tx,
  at: Date,
  { restaurantId, actor, requestId }: AuditContext,
  action: 'courier.connected' | 'courier.changed' | 'courier.removed',
  subject: string,
): Promise<void> {
  return appendAuditEntry(tx, restaurantId, { actor, requestId, at }, { action, subject });
}
