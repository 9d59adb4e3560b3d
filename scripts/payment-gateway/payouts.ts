/** Transfers to the bank of what was captured, less refunds and fees. */
import type { Stripe } from 'stripe';
import { type Account, type BalancePart, type MadePayout, newId, secondsNow } from './accounts.ts';
import { invalid, missing, requireKnown } from './api-error.ts';
import { pageOf } from './lists.ts';
import { chargeOf } from './money.ts';
import type { Params } from './params.ts';

const payoutNames: readonly (keyof Stripe.PayoutListParams)[] = ['arrival_date', 'limit', 'starting_after', 'expand'];
const partNames: readonly (keyof Stripe.BalanceTransactionListParams)[] = [
  'payout',
  'limit',
  'starting_after',
  'expand',
];
const daySeconds = 86_400;

/** Transfers all that no earlier transfer has, one transfer a currency; it arrives today. */
export function payOut(account: Account, isAutomatic = true): void {
  const paid = new Set(account.payouts.flatMap(({ parts }) => parts.map(({ id }) => id)));
  const open = partsOf(account).filter(({ id }) => !paid.has(id));
  for (const currency of new Set(open.map((part) => part.currency))) {
    const parts = open.filter((part) => part.currency === currency);
    const amount = parts.reduce((sum, { net }) => sum + net, 0);
    const created = secondsNow();
    const payout: MadePayout['payout'] = {
      id: newId('po'),
      object: 'payout',
      amount,
      arrival_date: created - (created % daySeconds),
      automatic: isAutomatic,
      created,
      currency,
      livemode: false,
      status: 'paid',
    };
    const itself = {
      id: newId('txn'),
      object: 'balance_transaction',
      type: 'payout',
      fee: 0,
      created,
      currency,
    } as const;
    account.payouts.unshift({
      payout,
      parts: [{ ...itself, amount: -amount, net: -amount, source: payout }, ...parts],
    });
  }
}

function partsOf(account: Account): BalancePart[] {
  const captured = [...account.checkouts.values()].flatMap((checkout): BalancePart[] => {
    const { intent } = checkout;
    const charge = intent && chargeOf(checkout, intent);
    if (!intent || !charge?.balance_transaction) return [];
    const source = { ...charge, metadata: intent.metadata, payment_intent: intent.id };
    return [{ ...charge.balance_transaction, created: intent.created, type: 'charge', source }];
  });
  const refunded = account.refunds.map((refund): BalancePart => {
    const { id, amount, created, currency } = refund;
    const kept = { id: `txn_${id}`, object: 'balance_transaction', created, currency, fee: 0, type: 'refund' } as const;
    return { ...kept, amount: -amount, net: -amount, source: refund };
  });
  return [...captured, ...refunded];
}

export function listPayouts(account: Account, params: Params) {
  requireKnown(params.names, payoutNames);
  const arrival = params.group('arrival_date');
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = {
    gte: arrival.whole('gte') ?? undefined,
    lt: arrival.whole('lt') ?? undefined,
  };
  const all = account.payouts
    .map(({ payout }) => payout)
    .filter(({ arrival_date }) => arrival_date >= gte && arrival_date < lt);
  return pageOf(all, params, '/v1/payouts');
}

export function findPayout(account: Account, id: string): MadePayout['payout'] {
  return requirePayout(account, id).payout;
}

export function listParts(account: Account, params: Params) {
  requireKnown(params.names, partNames);
  const { payout, parts } = requirePayout(account, params.text('payout') ?? '');
  if (!payout.automatic) throw invalid('Balance transaction history can only be filtered on automatic transfers.');
  const isExpanded = params.list('expand').includes('data.source');
  const shown = parts.map((part) => (isExpanded ? part : { ...part, source: (part.source as { id: string }).id }));
  return pageOf(shown, params, '/v1/balance_transactions');
}

function requirePayout(account: Account, id: string): MadePayout {
  const found = account.payouts.find(({ payout }) => payout.id === id);
  if (found === undefined) throw missing('payout', id);
  return found;
}
