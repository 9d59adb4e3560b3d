import { fromMajor } from '#contract/base/money.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { Totals } from '../../../components/totals.tsx';
import { useSite } from '../../../site.tsx';

/** The charged amounts, as they are stored with the order. */
export function OrderTotals({ order }: { order: Order }) {
  const { menu } = useSite();
  const amount = (major: number) => fromMajor(major, menu.currency);
  return (
    <Totals
      amounts={{
        subtotal: amount(order.subtotal),
        offers: order.offers,
        tax: amount(order.taxAmount),
        taxRate: order.taxRate,
        taxInclusive: order.taxInclusive,
        deliveryFee: order.deliveryFee === null ? null : amount(order.deliveryFee),
        tip: order.tip === null ? null : amount(order.tip),
        total: amount(order.totalPrice),
      }}
    />
  );
}
