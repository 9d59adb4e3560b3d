import controls from '../../components/controls.module.css';
import { ChevronIcon, PinIcon, TrashIcon } from '../../components/icons.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useToast } from '../../components/toast.tsx';
import { openSheet } from '../../navigation.ts';
import { isComplete } from '../../place.ts';
import { useBasket, useSite } from '../../site.tsx';
import styles from './addresses-sheet.module.css';
import { useChooseAddress } from './choose-address.ts';

/** The drawer of addresses: the saved one, and the way to another. */
export function AddressesSheet() {
  const { menu, words } = useSite();
  const { record, change } = useBasket();
  const toast = useToast();
  const chooseAddress = useChooseAddress();
  const { address } = record;
  const isServed = address !== null && menu.areas.has(address.deliveryAreaId);

  function remove(): void {
    const before = record;
    const isDelivery = record.orderingMode === 'Delivery';
    change((present) => ({ ...present, address: null, outlet: isDelivery ? null : present.outlet }));
    const undo = () => change((present) => ({ ...present, address: before.address, outlet: before.outlet }));
    toast({ text: words.addressDeleted, tone: 'note', action: { label: words.undo, run: undo } });
  }

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
      {address === null ? (
        <p className={styles.empty}>{words.noAddress}</p>
      ) : (
        <div className={styles.address}>
          <button
            type="button"
            className={styles.choose}
            disabled={!isServed}
            onClick={() => (isComplete(address) ? chooseAddress(address) : openSheet('new-address'))}
          >
            <PinIcon />
            <span className={styles.lines}>
              <span className={styles.name}>{isComplete(address) ? nameOf(address.nickName) : address.areaName}</span>
              <span className={styles.details}>
                {isComplete(address) ? `${address.floor}, ${address.location}` : words.addAddress}
              </span>
              {isServed ? null : <span className={styles.details}>{words.noArea(address.areaName)}</span>}
            </span>
            <ChevronIcon />
          </button>
          <button type="button" className={controls.round} aria-label={words.deleteAddress} onClick={remove}>
            <TrashIcon />
          </button>
        </div>
      )}
    </Sheet>
  );

  function nameOf(nickName: string): string {
    return words.addressNames[nickName as keyof typeof words.addressNames] ?? nickName;
  }
}
