/** The transfers of the gateways to the bank, as they say now: nothing of them is stored, so nothing of them can be out of date. */
import type { OrderId, PaymentId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { toMajor } from '#contract/base/money.ts';
import { DAY } from '#contract/base/time.ts';
import type { Payout, PayoutEntry } from '#contract/payments/payouts.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import { findAccount, type GatewayRow, listAccounts, openRestaurantGateway } from '../gateway-keys.ts';
import { GatewayFailed, type Payouts } from '../gateway.ts';
import { refusingFailure } from './connect-gateway.ts';
import { findOrdersOfPayments } from './queries.ts';

interface Listed {
  payouts: Payout[];
  unread: string[];
  isTold: boolean;
}

/**
 * An account that the gateway does not show is named, and hides no other. An account that was connected twice has its transfers once.
 * @throws report.days_invalid
 */
export async function listPayouts(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
  days: { from: string; to: string },
): Promise<Listed> {
  const count = (Date.parse(days.to) - Date.parse(days.from)) / DAY + 1;
  if (count < 1 || count > limits.reportDaysMax)
    throw new Refusal('report.days_invalid', { most: limits.reportDaysMax });
  const accounts = await transaction(db, restaurantId, (tx) => listAccounts(tx, restaurantId), { readOnly: true });
  const lists = await Promise.all(accounts.map((account) => ofAccount(account, config, days)));
  const told = lists.filter((list) => list !== null);
  const payouts = new Map(told.flatMap((list) => list.payouts).map((payout) => [payout.payoutId, payout]));
  return {
    payouts: [...payouts.values()].toSorted((one, other) => other.arrivesOn.localeCompare(one.arrivesOn)),
    unread: told.flatMap(({ unread }) => unread),
    isTold: told.length > 0,
  };
}

async function ofAccount(
  account: GatewayRow,
  config: Deps['config'],
  days: { from: string; to: string },
): Promise<Omit<Listed, 'isTold'> | null> {
  const { id, is_test: isTest, key_end: keyEnd } = account;
  try {
    const payouts = openPayouts(account, config);
    if (payouts === null) return null;
    const listed = await payouts.list(days);
    return {
      payouts: listed.map((payout) => ({
        ...payout,
        account: id,
        amount: toMajor(payout.amount, payout.currency),
        isTest,
      })),
      unread: [],
    };
  } catch (error) {
    if (!(error instanceof GatewayFailed)) throw error;
    return { payouts: [], unread: [keyEnd] };
  }
}

/** @throws request.not_found; payment.gateway_unavailable; payment.keys_refused. */
export async function showPayout(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
  { account: accountId, payoutId }: { account: string; payoutId: string },
): Promise<{ entries: PayoutEntry[]; isWhole: boolean }> {
  const account = await transaction(db, restaurantId, (tx) => findAccount(tx, restaurantId, accountId), {
    readOnly: true,
  });
  if (account === null) throw new Refusal('request.not_found');
  const ask = async () => (await openPayouts(account, config)?.show(payoutId)) ?? null;
  const shown = await ask().catch(refusingFailure(account.kind));
  if (shown === null) throw new Refusal('request.not_found');
  const paymentIds = shown.entries.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]));
  const orders = await transaction(
    db,
    restaurantId,
    async (tx) =>
      new Map<PaymentId, { orderId: OrderId; orderName: string }>(
        (await findOrdersOfPayments(tx, restaurantId, paymentIds)).map((row) => [
          row.payment_id,
          { orderId: row.order_id, orderName: orderName(row) },
        ]),
      ),
    { readOnly: true },
  );
  return {
    entries: shown.entries.map(({ kind, paymentId, amount, currency, fee }) => ({
      kind,
      amount: toMajor(amount, currency),
      fee: fee === null ? null : toMajor(fee, currency),
      ...((paymentId !== null && orders.get(paymentId)) || { orderId: null, orderName: null }),
    })),
    isWhole: shown.isWhole,
  };
}

function openPayouts(account: GatewayRow, config: Deps['config']): Payouts | null {
  return openRestaurantGateway(account, config).payouts;
}
