import { createHash } from 'node:crypto';
import type { PaymentId, RestaurantId, OrderId } from '#contract/base/ids.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { Language } from '#contract/base/enumerations.ts';
import {
  addMoney,
  type Currency,
  formatMoney,
  fromMajor,
  type MinorUnits,
  MoneyError,
  ZERO,
} from '#contract/base/money.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import { shareInProportion } from '#contract/ordering/offers/share-discount.ts';
import { greatestTip } from '#contract/ordering/tips.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getParticipant, lockParticipant, type ParticipantClaim } from '#server/modules/dining/table-sessions.ts';
import { takesOnlineAtTables } from '#server/modules/outlets/queries.ts';
import { takesTips } from '#server/modules/restaurants/queries.ts';
import type { Gateway } from '../../gateway.ts';
import { findGatewayRow, type GatewayRow, lockAccount } from '../../gateway-keys.ts';
import { refusingFailure } from '../connect-gateway.ts';
import { giveUpPayment } from '../give-up-payment.ts';
import { openOrRefuse, openPage } from '../open-page.ts';
import type { StoredPayment } from '../queries.ts';
import { storePayment } from '../store-payment.ts';
import {
  type BilledLine,
  type ChosenLine,
  choosePortions,
  chooseWhole,
  countLapsed,
  findBegunOf,
  holdOrders,
  listBilledOrders,
  sumOf,
  writeLines,
} from './bill-of-table.ts';
import { shareToMove } from './share-to-move.ts';

type PayDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>;

/** Lines of a bill that a phone wants to pay. */
interface Choice {
  lines: readonly { orderId: OrderId; lineNumber: number; portions?: readonly number[] | undefined }[];
  /** In major units. */
  tip: number | null;
  /** Absent: the restaurant's own. */
  language?: Language | undefined;
}

/** Milliseconds in which the payments that a phone gives up are counted. */
const hourMs = 60 * MINUTE;

export function readChoice({ lines, tip, language }: CallInput<'POST /dining/pay-bill'>['body']): Choice {
  return { lines, tip: tip ?? null, language };
}

/**
 * Takes lines of the table's orders for a payment, and opens a page at the gateway where somebody pays them. The table session is
 * locked meanwhile, so that no line is ever in two payments.
 * @throws Refusal with the codes that `contract/payments/table-bill.ts` declares for pay-bill.
 */
export async function payBill(
  deps: PayDeps,
  restaurantId: RestaurantId,
  claim: ParticipantClaim,
  choice: Choice,
): Promise<StoredPayment> {
  const { db, clock } = deps;
  const requestHash = hashOf(choice);
  const { account, former } = await transaction(
    db,
    restaurantId,
    async (tx) => {
      const { tableSession, you } = await getParticipant(tx, restaurantId, claim, clock());
      return {
        account: await findGatewayRow(tx, restaurantId),
        former: await findBegunOf(tx, restaurantId, tableSession, you),
      };
    },
    { readOnly: true },
  );
  if (account === null) throw new Refusal('order.payment_not_available');
  const open = { gateway: openOrRefuse(account, deps), account };
  if (former !== null && former.request_hash.equals(requestHash)) return openPage(deps, open, former, false);
  if (former !== null) {
    const left = await giveUpPayment(deps, restaurantId, former).catch(refusingFailure(former.gateway));
    if (left.state !== 'lapsed' && left.state !== 'released') return left;
  }
  const facts = { ...open, requestHash };
  const [begun, isOurs] = await transaction(db, restaurantId, (tx) => store(tx, deps, claim, choice, facts));
  return openPage(deps, open, begun, isOurs);
}

/** @returns the payment, and whether this request began it; another one of the same phone may have been faster. */
async function store(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  claim: ParticipantClaim,
  { lines: chosen, tip, language }: Choice,
  {
    gateway,
    account: { id: accountId, restaurant_id: restaurantId },
    requestHash,
  }: {
    gateway: Gateway;
    account: GatewayRow;
    requestHash: Buffer;
  },
): Promise<[StoredPayment, boolean]> {
  const now = clock();
  const { tableSession, you } = await lockParticipant(tx, restaurantId, claim, now);
  const other = await findBegunOf(tx, restaurantId, tableSession, you);
  if (other?.request_hash.equals(requestHash) === true) return [other, false];
  // Lines that are kept for nothing are kept from others.
  const lapsed = await countLapsed(tx, restaurantId, tableSession, you, new Date(now.getTime() - hourMs));
  if (other !== null || lapsed >= mostLapsed) throw new Refusal('rate.limited', { seconds: 60 });
  if (!(await takesOnlineAtTables(tx, restaurantId, tableSession.outlet_id)))
    throw new Refusal('order.payment_not_available');
  const ids = [...new Set(chosen.map(({ orderId }) => orderId))];
  await holdOrders(tx, restaurantId, ids);
  const billed = await listBilledOrders(tx, restaurantId, tableSession);
  const lines = requireOpen(
    billed.flatMap((one) => one.lines),
    chosen,
  );
  const [{ order }] = billed as [(typeof billed)[number]];
  const currency = order.currency as Currency;
  const cost = sumOf(lines);
  const given = await requireTip(tx, restaurantId, tip, cost, currency);
  const amount = addMoney(cost, given);
  if (!gateway.canMove(amount, currency)) throw new Refusal('payment.amount_not_possible');
  const ofOrders = [...Map.groupBy(lines, ({ billed }) => billed.line.order_id).values()];
  const tips = shareToMove(given, ofOrders.map(sumOf), currency);
  // The share of an order that is cancelled later goes back alone.
  const canMoveAlone = ofOrders.every((own, index) => gateway.canMove(addMoney(sumOf(own), tips[index]!), currency));
  if (!canMoveAlone) throw new Refusal('payment.amount_not_possible');
  // Locked until the payment is there: the account stays the one that it goes with.
  const account = await lockAccount(tx, restaurantId, accountId);
  if (account === null) throw new Refusal('order.payment_not_available');
  const id = newId<PaymentId>();
  const payment = await storePayment(tx, account, {
    restaurant_id: restaurantId,
    id,
    // No order has this id: the payment is for lines of several.
    order_id: id as string as OrderId,
    outlet_id: order.outlet_id,
    customer_id: null,
    currency,
    amount_minor: amount,
    request_key: null,
    request_hash: requestHash,
    entry: { language: language ?? null },
    stock_held: {},
    table_session_id: tableSession.id,
    participant: you.number,
    now,
  });
  await writeLines(
    tx,
    payment,
    ofOrders.flatMap((own, index) => withTips(own, tips[index]!)),
  );
  return [payment, true];
}

/** The language is no part of it: the guest may have changed it between two tries. */
function hashOf({ lines, tip }: Choice): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([lines.map(textOf).toSorted(), tip ?? 0]))
    .digest();
}

/** A phone that begins again and again keeps lines from others for an hour at most. */
const mostLapsed = 4 * limits.openOrdersMax;

function nameOf({ orderId, lineNumber }: { orderId: OrderId; lineNumber: number }): string {
  return `${orderId} ${lineNumber}`;
}

function textOf({ portions, ...line }: Choice['lines'][number]): string {
  return portions === undefined
    ? nameOf(line)
    : `${nameOf(line)} ${portions.toSorted((one, other) => one - other).join(',')}`;
}

/** The tip of an order, shared by what its lines cost. */
function withTips(lines: readonly ChosenLine[], tip: MinorUnits) {
  const tips = shareInProportion(
    tip,
    lines.map(({ amount }) => amount),
  );
  return lines.map((chosen, index) => ({ chosen, tip: tips[index]! }));
}

/** The chosen lines, each once. @throws table.lines_not_open unless all of what is chosen is of this table and open. */
function requireOpen(lines: readonly BilledLine[], chosen: Choice['lines']): ChosenLine[] {
  const byLine = Map.groupBy(chosen, nameOf);
  const found = lines.flatMap((billed) => {
    const { line } = billed;
    const wanted = byLine.get(nameOf({ orderId: line.order_id, lineNumber: line.line_number }));
    if (wanted === undefined) return [];
    const isWhole = wanted.some(({ portions }) => portions === undefined);
    return [
      isWhole
        ? chooseWhole(billed)
        : choosePortions(
            billed,
            wanted.flatMap(({ portions = [] }) => portions),
          ),
    ];
  });
  const open = found.filter((one) => one !== null);
  if (open.length !== byLine.size) throw new Refusal('table.lines_not_open');
  return open;
}

/** @throws order.tip_not_taken; order.tip_too_large, also for an amount that is none. */
async function requireTip(
  tx: Tx,
  restaurantId: RestaurantId,
  tip: number | null,
  cost: MinorUnits,
  currency: Currency,
): Promise<MinorUnits> {
  if (tip === null || tip === 0) return ZERO;
  if (!(await takesTips(tx, restaurantId, 'dine-in'))) throw new Refusal('order.tip_not_taken');
  const most = greatestTip(cost);
  try {
    const given = fromMajor(tip, currency);
    if (given <= most) return given;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  throw new Refusal('order.tip_too_large', { most: formatMoney(most, currency, 'en') });
}
