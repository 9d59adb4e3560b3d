import { AccountSheet } from './customers/account/account-sheet.tsx';
import { AddressesSheet } from './customers/addresses/addresses-sheet.tsx';
import { DeliveryAddressSheet } from './customers/addresses/delivery-address-sheet.tsx';
import { OrderTypeSheet } from './outlets/order-type-sheet.tsx';
import { OrderTimeSheet } from './ordering/order-time/order-time-sheet.tsx';

/** The drawers that open above any page; one at most is open. */
export function Sheets() {
  return (
    <>
      <OrderTypeSheet />
      <AddressesSheet />
      <DeliveryAddressSheet />
      <OrderTimeSheet />
      <AccountSheet />
    </>
  );
}

/** Keeps the menu for when there is no connection, once the page has been seen. The worker lies beside the manifest. */
function registerServiceWorker(): void {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href;
  // Pages without encryption have no workers, and some browsers forbid them.
  if (manifest !== undefined && 'serviceWorker' in navigator)
    navigator.serviceWorker.register(new URL('service-worker.js', manifest)).catch(() => undefined);
}

if (typeof document !== 'undefined') registerServiceWorker();
