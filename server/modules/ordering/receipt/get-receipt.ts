import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { type Currency, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Receipt } from '#contract/ordering/receipt.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findRefundsOfOrder } from '#server/modules/payments/refunds-of-order.ts';
import { findTaxDetails } from '#server/modules/restaurants/tax-details.ts';
import { findOrder } from '../queries.ts';
import { type Audience, orderForWire } from '../wire.ts';

/**
 * The order as its guest has agreed to it, with its issuer at the time it was placed, and the money that went back since. Money that a
 * change gave back is no refund here: the total and the VAT are less by it.
 * @throws order.not_found
 */
export function getReceipt(
  db: Db,
  restaurantId: RestaurantId,
  orderId: OrderId,
  customerId: CustomerId | null,
  audience: Audience,
): Promise<Receipt> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const order = await findOrder(tx, restaurantId, orderId, customerId);
      if (order === null) throw new Refusal('order.not_found');
      const details = await findTaxDetails(tx, restaurantId, order.placed_at);
      const back = await findRefundsOfOrder(tx, restaurantId, orderId);
      const major = (amount: MinorUnits) => toMajor(amount, order.currency as Currency);
      return {
        order: orderForWire(order, audience),
        supplier: details && {
          legalName: details.legal_name,
          taxNumber: details.tax_number,
          address: details.address,
        },
        isTaxInvoice: details !== null && details.tax_number !== '' && order.status !== 'Cancelled',
        refunds: (back?.refunds ?? [])
          .filter(({ isOfChange }) => !isOfChange)
          .map(({ amount, at }) => ({ amount: major(amount), at: at.toISOString() })),
        remaining: back && major(back.remaining),
        paidAtTable: back?.atTable ? { amount: major(back.atTable.amount), tip: major(back.atTable.tip) } : null,
      };
    },
    { readOnly: true },
  );
}
