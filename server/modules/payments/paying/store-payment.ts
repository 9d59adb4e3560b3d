import { MINUTE } from '#contract/base/time.ts';
import { ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { GatewayRow } from '../gateway-keys.ts';
import { enqueueLooks } from '../settling.ts';
import type { StoredPayment } from './queries.ts';

/** Milliseconds for which a guest who pays keeps the portions, or the lines of a bill. */
const holdMs = 10 * MINUTE;

type PaymentTerms = Pick<
  StoredPayment,
  | 'restaurant_id'
  | 'id'
  | 'order_id'
  | 'outlet_id'
  | 'customer_id'
  | 'currency'
  | 'amount_minor'
  | 'request_key'
  | 'request_hash'
  | 'entry'
  | 'stock_held'
  | 'table_session_id'
  | 'participant'
>;

/** Writes a payment that begins now, and has it looked at in case its notifications are lost. */
export async function storePayment(
  tx: Tx,
  account: Pick<GatewayRow, 'id' | 'kind' | 'is_test'>,
  { now, ...terms }: PaymentTerms & { now: Date },
): Promise<StoredPayment> {
  const payment = {
    ...terms,
    gateway: account.kind,
    is_test: account.is_test,
    account_id: account.id,
    gateway_id: null,
    url: null,
    captured_minor: ZERO,
    refunded_minor: ZERO,
    state: 'begun',
    begun_at: now,
    placed_at: null,
    version: 0,
    held_until: new Date(now.getTime() + holdMs),
    problem: null,
    problem_at: null,
    problem_seen_at: null,
  } satisfies StoredPayment;
  await tx.insertInto('payments').values(payment).execute();
  await enqueueLooks(tx, terms.restaurant_id, terms.id, { heldMs: holdMs, now });
  return payment;
}
