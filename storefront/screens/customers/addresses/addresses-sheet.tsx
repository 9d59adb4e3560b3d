import { useEffect, useState } from 'react';
import type { StoredBasket, SavedAddress } from '../../../basket/stored-basket.ts';
import controls from '../../../components/controls.module.css';
import { ChevronIcon, PinIcon, TrashIcon } from '../../../components/icons.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { useToast } from '../../../components/toast.tsx';
import { areaName } from '../../../language/in-language.ts';
import { openSheet } from '../../../routing/navigation.ts';
import { isAddressComplete } from '../../../state/place-complete.ts';
import { useBasket, useSite } from '../../../site.tsx';
import { addressIn } from '../../ordering/order/names-of-order.ts';
import { isSamePlace, useAccountAddresses } from './account-addresses.ts';
import styles from './addresses-sheet.module.css';
import { useChooseAddress } from './choose-address.ts';

/** The drawer of addresses: the one that is chosen, those of the account, and the way to another. */
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
      <SavedAddresses />
    </Sheet>
  );
}

function SavedAddresses() {
  const { words } = useSite();
  const { basket, change } = useBasket();
  const toast = useToast();
  const { addresses, isRead, forget } = useAccountAddresses();
  const [deleted, setDeleted] = useState<Pick<StoredBasket, 'address' | 'outlet'> | null>(null);
  const { address } = basket;
  const others = addresses.filter((other) => address === null || !isSamePlace(other, address));

  const isNoneSaved = isRead && address === null && addresses.length === 0 && deleted === null;
  useEffect(() => {
    // An empty drawer would only be in the way of the new address.
    if (isNoneSaved) openSheet('delivery-address');
  }, [isNoneSaved]);

  function remove(): void {
    setDeleted({ address: basket.address, outlet: basket.outlet });
    const isDelivery = basket.orderingMode === 'Delivery';
    change((before) => ({ ...before, address: null, outlet: isDelivery ? null : before.outlet }));
    if (address !== null) forgetSaved(address);
  }

  function forgetSaved(forgotten: SavedAddress): void {
    forget(forgotten).catch((error: unknown) => toast({ text: words.failure(error, 'order'), tone: 'error' }));
  }

  return (
    <>
      {address === null ? null : <AddressRow address={address} onRemove={remove} />}
      {others.map((other) => (
        <AddressRow key={other._id} address={other} onRemove={() => forgetSaved(other)} />
      ))}
      {/* Said here and not in a toast, which cannot be tapped below an open drawer. */}
      {address === null && (others.length === 0 || deleted !== null) ? (
        <output className={styles.empty}>
          {deleted === null ? words.noAddress : words.addressDeleted}
          {deleted === null ? null : (
            <button
              type="button"
              className={controls.text}
              onClick={() => {
                change((before) => ({ ...before, ...deleted }));
                setDeleted(null);
              }}
            >
              {words.undo}
            </button>
          )}
        </output>
      ) : null}
    </>
  );
}

function AddressRow({ address, onRemove }: { address: SavedAddress; onRemove: () => void }) {
  const { menu, words, language } = useSite();
  const chooseAddress = useChooseAddress();
  const area = menu.areas.get(address.deliveryAreaId);
  const nameOfArea = area === undefined ? address.areaName : areaName(area, language);
  const { location } = addressIn(menu, { deliveryAreaId: address.deliveryAreaId, address }, language);
  return (
    <div className={styles.address}>
      <button
        type="button"
        className={styles.choose}
        disabled={area === undefined}
        onClick={() => (isAddressComplete(address) ? chooseAddress(address) : openSheet('delivery-address'))}
      >
        <PinIcon />
        <span className={styles.lines}>
          <span className={styles.name}>{isAddressComplete(address) ? nameOf(address.nickName) : nameOfArea}</span>
          <span className={styles.details}>
            {isAddressComplete(address) ? `${address.floor}, ${location}` : words.addAddress}
          </span>
          {area === undefined ? <span className={styles.details}>{words.noArea(nameOfArea)}</span> : null}
        </span>
        <ChevronIcon />
      </button>
      <button type="button" className={controls.round} aria-label={words.deleteAddress} onClick={onRemove}>
        <TrashIcon />
      </button>
    </div>
  );

  function nameOf(nickName: string): string {
    return words.addressNames[nickName as keyof typeof words.addressNames] ?? nickName;
  }
}
