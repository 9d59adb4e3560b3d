import { CallError } from '#contract/base/client.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import { goTo } from '../../routing/navigation.ts';
import type { useSite } from '../../site.tsx';
import { placedOrderOf } from './after-payment.ts';

type Site = Pick<ReturnType<typeof useSite>, 'call' | 'paths'>;

/** Leads to the gateway's page; for a payment that has an outcome already, to the page that tells it. */
export function leaveToPay({ paths }: Pick<Site, 'paths'>, { state, url, reference }: GuestPayment): void {
  if (state === 'begun' && url !== null) location.assign(url);
  else goTo(paths.payment(reference));
}

/** Ends a begun payment because the guest pays otherwise. Returns it when it was paid meanwhile, else null. */
export async function endPayment({ call }: Pick<Site, 'call'>, reference: string): Promise<GuestPayment | null> {
  try {
    const { payment } = await call('POST /order/give-up-payment/:reference', { params: { reference }, body: {} });
    return placedOrderOf(payment) === null ? null : payment;
  } catch (error) {
    // It was begun by another account: the stored reference means nothing to this one.
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}
