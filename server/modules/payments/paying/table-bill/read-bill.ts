import type { RestaurantId } from '#contract/base/ids.ts';
import { type Currency, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getParticipant, type ParticipantClaim } from '#server/modules/dining/table-sessions.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import { takesOnlineAtTables } from '#server/modules/outlets/queries.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { findGatewayRow } from '../../gateway-keys.ts';
import { guestPaymentForWire } from '../wire.ts';
import { findBegunOf, listBilledOrders, stateOfLine, sumOf } from './bill-of-table.ts';

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
          lines: lines.map(({ line, amount, chosenBy, portions }) => ({
            lineNumber: line.line_number,
            name: line.name,
            nameTranslations: line.name_translations,
            quantity: line.quantity,
            guestName: line.guest_name,
            isYours: chosenBy === you.number,
            amount: major(amount),
            state: stateOfLine({ portions }),
            portions: portions.map((portion) => ({ amount: major(portion.amount), state: portion.state })),
          })),
        })),
        total: major(sumOf(all)),
        paid: major(sumOf(all.flatMap(({ portions }) => portions.filter(({ state }) => state === 'paid')))),
        canPay:
          (await findGatewayRow(tx, restaurantId)) !== null &&
          (await takesOnlineAtTables(tx, restaurantId, tableSession.outlet_id)),
        payment: begun && guestPaymentForWire(config.secret, begun, null),
      };
    },
    { readOnly: true },
  );
}
