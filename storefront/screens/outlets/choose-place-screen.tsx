import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import { promisedMinutes } from '#contract/outlets/busy.ts';
import type { CatalogueArea } from '#contract/outlets/delivery-areas.ts';
import controls from '../../components/controls.module.css';
import { ChevronIcon, ClockIcon, PinIcon, SearchIcon } from '../../components/icons.tsx';
import { Notice, Page } from '../../components/page.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { addressLines, areaName, outletName } from '../../language/in-language.ts';
import { otherModeOf, outletState } from '../../state/menu.ts';
import { openSheet } from '../../routing/navigation.ts';
import { useParam } from '../../routing/router.tsx';
import { isAddressComplete } from '../../state/place-complete.ts';
import { useBasket, useNow, useSite } from '../../site.tsx';
import { stateText } from '../../language/times.ts';
import { useChooseAddress } from '../customers/addresses/choose-address.ts';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { areasServed, useAreaTerms } from './areas.ts';
import styles from './choose-place-screen.module.css';
import { useOpenAddresses } from './open-addresses.ts';

/** `/pickup` and `/delivery`: where the order is to go. */
export function ChoosePlaceScreen() {
  const mode = useParam('mode');
  if (mode === 'pickup') return <PickupScreen />;
  return mode === 'delivery' ? <DeliveryScreen /> : <NotFoundScreen />;
}

function PickupScreen() {
  const { menu, words } = useSite();
  const outlets = menu.catalogue.outlets;
  return (
    <Page title={words.orderTypes.Pickup}>
      <h2 className={styles.question}>{words.choosePickup}</h2>
      {outlets.length === 0 ? <Notice title={words.noOutlets} /> : null}
      <ul className={styles.outlets}>
        {outlets.map((outlet) => (
          <li key={outlet._id}>
            <OutletCard outlet={outlet} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function OutletCard({ outlet }: { outlet: CatalogueOutlet }) {
  const { words, paths, language } = useSite();
  const now = useNow();
  const minutes = promisedMinutes('pickup', outlet.modes.pickup, now);
  const { sameDate, nextDate } = outlet.orderingSchedule;
  const state = outletState(outlet, 'pickup', now);
  const otherMode = otherModeOf(outlet, 'pickup');
  const offText = otherMode === null ? words.notTakingOrders : words.modeNotAvailable('pickup', otherMode);
  const text = stateText(state, { now, outlet, words, language }) ?? offText;
  return (
    <a href={paths.outlet('pickup', outlet.name)} className={styles.card}>
      <Thumbnail image={outlet.image} name={outletName(outlet, language)} isLazy={false} />
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{outletName(outlet, language)}</bdi>
        </span>
        {outlet.address === null ? null : (
          <span className={styles.location}>
            <bdi>{addressLines(outlet.address, language).location}</bdi>
          </span>
        )}
        <span className={styles.facts}>
          <span className={styles.time}>
            <ClockIcon size={16} />
            {words.minutes(minutes, minutes + 10)}
          </span>
          {sameDate || nextDate ? <span className={styles.badge}>{words.scheduleOrder}</span> : null}
        </span>
        <span className={state.kind === 'open' ? styles.open : styles.closed}>{text}</span>
      </span>
    </a>
  );
}

function DeliveryScreen() {
  const { menu, words, language } = useSite();
  const terms = useAreaTerms();
  const areas = areasServed(menu, language);
  const openAddresses = useOpenAddresses();
  const chooseAddress = useChooseAddress();
  const { basket } = useBasket();

  function chooseArea({ _id, areaName, zone }: CatalogueArea): void {
    const kept = basket.address?.deliveryAreaId === _id ? basket.address : null;
    // Whether a zone has the door is found out by the drawer.
    if (zone !== undefined && kept === null) return openSheet('delivery-address');
    if (kept !== null && isAddressComplete(kept)) return chooseAddress(kept);
    chooseAddress(
      kept ?? { deliveryAreaId: _id, areaName, location: areaName, floor: '', instruction: '', nickName: 'Home' },
      () => openSheet('delivery-address'),
    );
  }

  return (
    <Page title={words.orderTypes.Delivery}>
      <h2 className={styles.question}>{words.whereToDeliver}</h2>
      <button
        type="button"
        className={`${controls.primary} ${controls.wide}`}
        aria-haspopup="dialog"
        onClick={openAddresses}
      >
        <SearchIcon />
        {words.search}
      </button>
      {areas.length === 0 ? (
        <Notice title={words.noAreas} />
      ) : (
        <section className={styles.areas} aria-labelledby="areas">
          <h2 id="areas" className={styles.heading}>
            {words.weDeliverTo}
          </h2>
          <ul>
            {areas.map((area) => (
              <li key={area._id}>
                <button type="button" className={styles.area} onClick={() => chooseArea(area)}>
                  <PinIcon />
                  <span className={styles.words}>
                    <span className={styles.name}>
                      <bdi>{areaName(area, language)}</bdi>
                    </span>
                    <span className={styles.location}>{terms(area)}</span>
                  </span>
                  <ChevronIcon />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}
