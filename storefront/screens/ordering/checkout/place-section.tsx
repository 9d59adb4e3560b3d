import { useEffect } from 'react';
import controls from '../../../components/controls.module.css';
import { addressLines, areaName, outletName } from '../../../language/in-language.ts';
import { openSheet } from '../../../routing/navigation.ts';
import { minutesNow } from '../../../state/menu.ts';
import { isAddressComplete } from '../../../state/place-complete.ts';
import type { Place } from '../../../state/place.ts';
import { useBasket, useNow, useSite } from '../../../site.tsx';
import { tableText } from '../../../state/table.ts';
import { addressIn } from '../order/names-of-order.ts';
import { withMetres } from '../../customers/addresses/metres.ts';
import { useOpenAddresses } from '../../outlets/open-addresses.ts';
import styles from './place-section.module.css';
import { Section } from './section.tsx';

/** Where the order goes. */
export function PlaceSection({ place, isMissing }: { place: Place; isMissing: boolean }) {
  if (place.mode === 'dine-in') return <TablePlace place={place} />;
  return place.mode === 'pickup' ? (
    <PickupPlace place={place} />
  ) : (
    <DeliveryPlace place={place} isMissing={isMissing} />
  );
}

function TablePlace({ place: { outlet, table } }: { place: Place }) {
  const { words, language } = useSite();
  const minutes = minutesNow(outlet, 'dine-in', useNow());
  return (
    <Section title={table === null ? words.orderTypes['Dine-in'] : tableText(table, words)}>
      <p className={styles.line}>{table === null || outlet === null ? words.scanCode : outletName(outlet, language)}</p>
      {minutes === null ? null : <p className={styles.line}>{words.servedIn(minutes)}</p>}
    </Section>
  );
}

function PickupPlace({ place: { outlet } }: { place: Place }) {
  const { words, paths, language } = useSite();
  const change = (
    <a href={paths.choosePlace('pickup')} className={controls.text}>
      {words.change}
    </a>
  );
  if (outlet === null)
    return (
      <Section title={words.orderTypes.Pickup} action={change}>
        {words.selectOutlet}
      </Section>
    );
  return (
    <Section title={words.pickupFrom(outletName(outlet, language))} action={change}>
      {outlet.address === null ? null : (
        <p className={styles.line}>
          <bdi>{addressLines(outlet.address, language).location}</bdi>
        </p>
      )}
    </Section>
  );
}

function DeliveryPlace({ place: { outlet, area }, isMissing }: { place: Place; isMissing: boolean }) {
  const { menu, words, language } = useSite();
  const { basket, change: changeBasket } = useBasket();
  const openAddresses = useOpenAddresses();
  const { address } = basket;
  const present = address && withMetres(menu, address);
  const isMoved = present?.metres !== address?.metres;
  useEffect(() => {
    // The outlet has another pin than when the address was chosen.
    if (isMoved) changeBasket((before) => ({ ...before, address: before.address && withMetres(menu, before.address) }));
  }, [isMoved, changeBasket, menu]);
  const change = (
    <button type="button" className={controls.text} onClick={() => openSheet('addresses')}>
      {words.change}
    </button>
  );
  if (area === null || outlet === null) {
    return (
      <Section title={words.orderTypes.Delivery}>
        <button type="button" className={`${controls.secondary} ${controls.wide}`} onClick={openAddresses}>
          {words.selectAddress}
        </button>
      </Section>
    );
  }
  return (
    <Section title={words.deliveryTo(areaName(area, language))} action={change}>
      {isAddressComplete(address) ? (
        <p className={styles.line}>
          <bdi>{words.place(addressIn(menu, { deliveryAreaId: area._id, address: address! }, language))}</bdi>
        </p>
      ) : (
        <button
          type="button"
          className={`${controls.secondary} ${controls.wide}`}
          onClick={() => openSheet('delivery-address')}
        >
          {words.addAddress}
        </button>
      )}
      {isMissing && !isAddressComplete(address) ? (
        <p className={controls.error} role="alert">
          {words.addressRequired}
        </p>
      ) : null}
      {address?.instruction ? (
        <p className={styles.line}>
          <bdi>{address.instruction}</bdi>
        </p>
      ) : null}
    </Section>
  );
}
