import { AccountSheet } from './account/account-sheet.tsx';
import { AddressesSheet } from './place/addresses-sheet.tsx';
import { DeliveryAddressSheet } from './place/delivery-address-sheet.tsx';
import { NewAddressSheet } from './place/new-address-sheet.tsx';
import { OrderTypeSheet } from './place/order-type-sheet.tsx';

/** The drawers that open above any page; one at most is open. */
export function Sheets() {
  return (
    <>
      <OrderTypeSheet />
      <AddressesSheet />
      <DeliveryAddressSheet />
      <NewAddressSheet />
      <AccountSheet />
    </>
  );
}
