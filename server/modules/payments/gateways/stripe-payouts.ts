/** Transfers of Stripe to the bank, and their parts. */
import type { Stripe } from 'stripe';
import { type Currency, isCurrency } from '#contract/base/currency-digits.ts';
import type { PayoutKind, PayoutState } from '#contract/base/enumerations.ts';
import type { PaymentId } from '#contract/base/ids.ts';
import { type MinorUnits, MoneyError } from '#contract/base/money.ts';
import { DAY } from '#contract/base/time.ts';
import { GatewayFailed, type GatewayPayout, type GatewayPayoutEntry } from '../gateway.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { hasCode } from './stripe-calls.ts';
import { paymentOf } from './stripe-ids.ts';

/** A transfer a day for a year. */
const mostPayouts = 400;
/** Payments of one transfer that are read: twenty calls. */
const mostEntries = 2_000;
/** Refunds that somebody made at Stripe name their payment intent alone, which is asked for our id. */
const mostAsked = 50;

const states: Record<string, PayoutState> = { paid: 'arrived', failed: 'failed', canceled: 'failed' };
const kinds: Partial<Record<Stripe.BalanceTransaction.Type, PayoutKind>> = {
  charge: 'captured',
  payment: 'captured',
  refund: 'refunded',
  payment_refund: 'refunded',
};

/** Stripe says the day of arrival as its midnight in UTC. */
export async function listPayouts(
  stripe: Stripe,
  { from, to }: { from: string; to: string },
): Promise<GatewayPayout[]> {
  const arrival_date = { gte: Date.parse(from) / 1000, lt: (Date.parse(to) + DAY) / 1000 };
  const payouts = await stripe.payouts.list({ arrival_date, limit: 100 }).autoPagingToArray({ limit: mostPayouts });
  return payouts.map((payout): GatewayPayout => {
    const currency = requireCurrency(payout.currency);
    return {
      payoutId: payout.id,
      state: states[payout.status] ?? 'on_its_way',
      amount: fromStripeAmount(payout.amount, currency),
      currency,
      arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
      isItemised: payout.automatic,
    };
  });
}

export async function showPayout(
  stripe: Stripe,
  payoutId: string,
): Promise<{ entries: GatewayPayoutEntry[]; isWhole: boolean } | null> {
  // Stripe's own form, so that nothing else gets into the address of the call.
  if (!/^po_\w+$/.test(payoutId)) return null;
  const payout = await findPayout(stripe, payoutId);
  if (payout?.automatic !== true) return null;
  const parts = await stripe.balanceTransactions
    .list({ payout: payoutId, limit: 100, expand: ['data.source'] })
    .autoPagingToArray({ limit: mostEntries });
  const payments = paymentsOf(stripe);
  const entries: GatewayPayoutEntry[] = [];
  // The transfer itself is one of its own parts.
  for (const part of parts.filter(({ type }) => type !== 'payout')) {
    const currency = requireCurrency(part.currency);
    const ours = (amount: number) => fromStripeAmount(amount, currency);
    entries.push({
      kind: kinds[part.type] ?? 'other',
      paymentId: await payments(part.source),
      amount: ours(part.amount),
      currency,
      fee: feeIn(ours, part.fee),
    });
  }
  return { entries, isWhole: parts.length < mostEntries };
}

async function findPayout(stripe: Stripe, payoutId: string): Promise<Stripe.Payout | null> {
  try {
    return await stripe.payouts.retrieve(payoutId);
  } catch (error) {
    if (hasCode(error, 'resource_missing')) return null;
    throw error;
  }
}

/** Finds the payment that a part is of, by the ids in its metadata or in that of its payment intent. */
function paymentsOf(stripe: Stripe): (source: Stripe.BalanceTransaction['source']) => Promise<PaymentId | null> {
  const asked = new Map<string, Promise<PaymentId | null>>();
  return async (source) => {
    if (source === null || typeof source === 'string') return null;
    const { metadata, payment_intent: intent } = source as {
      metadata?: Stripe.Metadata | null;
      payment_intent?: string | { id: string } | null;
    };
    const paymentId = paymentOf(metadata);
    if (paymentId !== null || typeof intent !== 'string') return paymentId;
    if (!asked.has(intent) && asked.size >= mostAsked) return null;
    const answer =
      asked.get(intent) ?? stripe.paymentIntents.retrieve(intent).then((found) => paymentOf(found.metadata));
    asked.set(intent, answer);
    return answer;
  };
}

function requireCurrency(code: string): Currency {
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) throw new GatewayFailed(`stripe pays out in ${currency}, which is no currency here`);
  return currency;
}

/** A fee can have fractions that no amount of the currency has. */
export function feeIn(ours: (amount: number) => MinorUnits, fee: number): MinorUnits | null {
  try {
    return ours(fee);
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}
