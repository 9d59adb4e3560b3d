import { useState } from 'react';
import type { BasketRecord } from '../../basket/record.ts';
import controls from '../../components/controls.module.css';
import { ChevronIcon, PinIcon, TrashIcon } from '../../components/icons.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { openSheet } from '../../navigation.ts';
import { isComplete } from '../../place.ts';
import { useBasket, useSite } from '../../site.tsx';
import styles from './addresses-sheet.module.css';
import { useChooseAddress } from './choose-address.ts';

/** The drawer of addresses: the saved one, and the way to another. */
export function AddressesSheet() {
  const { words } = useSite();
  return (
    <Sheet
      name="addresses"
      title={words.deliveryAddress}
      footer={
        <button
          type="button"
          className={`${controls.primary} ${controls.wide}`}
          onClick={() => openSheet('delivery-address')}
        >
          {words.addNewAddress}
        </button>
      }
    >
      <SavedAddressRow />
    </Sheet>
  );
}

function SavedAddressRow() {
  const { menu, words } = useSite();
  const { record, change } = useBasket();
  const [deleted, setDeleted] = useState<Pick<BasketRecord, 'address' | 'outlet'> | null>(null);
  const chooseAddress = useChooseAddress();
  const { address } = record;
  const isServed = address !== null && menu.areas.has(address.deliveryAreaId);

  function remove(): void {
    setDeleted({ address: record.address, outlet: record.outlet });
    const isDelivery = record.orderingMode === 'Delivery';
    change((before) => ({ ...before, address: null, outlet: isDelivery ? null : before.outlet }));
  }

  // Said here and not in a toast, which cannot be tapped below an open drawer.
  if (address === null) {
    return (
      <output className={styles.empty}>
        {deleted === null ? words.noAddress : words.addressDeleted}
        {deleted === null ? null : (
          <button
            type="button"
            className={controls.text}
            onClick={() => change((before) => ({ ...before, ...deleted }))}
          >
            {words.undo}
          </button>
        )}
      </output>
    );
  }
  return (
    <div className={styles.address}>
      <button
        type="button"
        className={styles.choose}
        disabled={!isServed}
        onClick={() => (isComplete(address) ? chooseAddress(address) : openSheet('new-address'))}
      >
        <PinIcon />
        <span className={styles.lines}>
          <span className={styles.name}>
            <bdi>{isComplete(address) ? nameOf(address.nickName) : address.areaName}</bdi>
          </span>
          <span className={styles.details}>
            <bdi>{isComplete(address) ? words.place(address) : words.addAddress}</bdi>
          </span>
          {isServed ? null : <span className={styles.details}>{words.noArea(address.areaName)}</span>}
        </span>
        <ChevronIcon />
      </button>
      <button type="button" className={controls.round} aria-label={words.deleteAddress} onClick={remove}>
        <TrashIcon />
      </button>
    </div>
  );

  function nameOf(nickName: string): string {
    return words.addressNames[nickName as keyof typeof words.addressNames] ?? nickName;
  }
}
