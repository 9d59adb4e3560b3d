import type { RestaurantId } from '#contract/base/ids.ts';
import { type Currency, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getParticipant, type ParticipantClaim } from '#server/modules/dining/table-sessions.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { findGatewayRow } from '../../gateway-keys.ts';
import { guestPaymentForWire } from '../wire.ts';
import { findBegunOf, listBilledOrders, sumOf } from './bill-of-table.ts';

/** @throws table.session_over */
export function readBill(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  restaurantId: RestaurantId,
  claim: ParticipantClaim,
): Promise<TableBill> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const { tableSession, you } = await getParticipant(tx, restaurantId, claim, clock());
      const billed = await listBilledOrders(tx, restaurantId, tableSession);
      const begun = await findBegunOf(tx, restaurantId, tableSession, you);
      const currency = (billed[0]?.order.currency as Currency | undefined) ?? (await getCurrency(tx, restaurantId));
      const major = (amount: MinorUnits) => toMajor(amount, currency);
      const all = billed.flatMap(({ lines }) => lines);
      return {
        currency,
        orders: billed.map(({ order, lines }) => ({
          _id: order.id,
          orderName: orderName(order),
          status: order.status,
          lines: lines.map(({ line, amount, chosenBy, state }) => ({
            lineNumber: line.line_number,
            name: line.name,
            nameTranslations: line.name_translations,
            quantity: line.quantity,
            guestName: line.guest_name,
            isYours: chosenBy === you.number,
            amount: major(amount),
            state,
          })),
        })),
        total: major(sumOf(all)),
        paid: major(sumOf(all.filter(({ state }) => state === 'paid'))),
        canPay: (await findGatewayRow(tx, restaurantId)) !== null,
        payment: begun && guestPaymentForWire(config.secret, begun, null),
      };
    },
    { readOnly: true },
  );
}
