import { Optional } from '../../components/boundary.tsx';
import { ChevronIcon, ClockIcon, PinIcon, StoreIcon } from '../../components/icons.tsx';
import { WidePicture } from '../../components/picture.tsx';
import { orderingModeOf } from '../../basket/stored-basket.ts';
import { dot } from '../../language/dot.ts';
import { addressLines, areaName, outletName } from '../../language/in-language.ts';
import { coverOf, otherModeOf, outletState, minutesNow, readiestOutlet } from '../../state/menu.ts';
import { useHydrated } from '../../routing/navigation.ts';
import type { Place } from '../../state/place.ts';
import { useBasket, useNow, useSession, useSite } from '../../site.tsx';
import { tableText } from '../../state/table.ts';
import { foreignCity, stateText } from '../../language/times.ts';
import { lazyPart } from '../lazy.tsx';
import { useOpenAddresses } from '../outlets/open-addresses.ts';
import { useChooseOrderType } from '../outlets/choose-order-type.ts';
import styles from './menu-header.module.css';

// Parts for a guest's own order and table are loaded only when there is one.
const ActiveOrder = lazyPart(() => import('./active-order.tsx').then((file) => file.ActiveOrder));
const LaterButton = lazyPart(() => import('./scheduled-time-button.tsx').then((file) => file.ScheduledTimeButton));
const ServiceRequestButtons = lazyPart(() =>
  import('../dining/service-request-buttons.tsx').then((file) => file.ServiceRequestButtons),
);

/**
 * The restaurant, the place that the order goes to, and whether orders are taken: said before a dish is tapped (C05,
 * C06).
 */
export function MenuHeader({ place }: { place: Place }) {
  const { menu, restaurantName } = useSite();
  const session = useSession();
  const isAtTable = place.mode === 'dine-in' && place.table !== null;
  const { logo } = menu.catalogue.restaurant;
  const cover = coverOf(menu.catalogue);
  return (
    <div className={styles.header}>
      <div className={cover === null ? `${styles.cover} ${styles.plain}` : styles.cover}>
        {cover === null ? null : <WidePicture image={cover} className={styles.picture} />}
        {session === null && !isAtTable ? null : (
          <Optional>
            <ActiveOrder isAtTable={isAtTable} />
          </Optional>
        )}
      </div>
      <div className={styles.title}>
        {logo === null ? (
          <span aria-hidden="true" className={styles.logo}>
            {Array.from(restaurantName)[0]}
          </span>
        ) : (
          <img className={styles.logo} src={`${logo}-176.webp`} width={64} height={64} alt="" decoding="async" />
        )}
        <h1 className={styles.name}>
          <bdi>{restaurantName}</bdi>
        </h1>
      </div>
      {place.mode === 'dine-in' ? <TableBar place={place} /> : <LocationBar place={place} />}
      <ServiceRequests place={place} />
      <OpenState place={place} />
    </div>
  );
}

/** The table is known when the script has taken over; its buttons find their room kept. */
function ServiceRequests({ place: { mode, table } }: { place: Place }) {
  const isHydrated = useHydrated();
  if (mode !== 'dine-in' || (isHydrated && table === null)) return null;
  return (
    <div className={styles.calls}>
      {table === null ? null : (
        <Optional>
          <ServiceRequestButtons code={table.code} />
        </Optional>
      )}
    </div>
  );
}

/** The place is the table's: there is nothing to choose. */
function TableBar({ place: { outlet, table } }: { place: Place }) {
  const { words, language } = useSite();
  const minutes = minutesNow(outlet, 'dine-in', useNow());
  return (
    <p className={styles.location}>
      <StoreIcon />
      <span className={styles.chosen}>
        <span className={styles.placeName}>
          {table === null ? words.scanCode : tableText(table, words)}
          {minutes === null ? null : (
            <span className={styles.time}>
              {dot}
              {words.minutes(minutes, minutes + 10)}
            </span>
          )}
        </span>
        <span dir="auto" className={styles.terms}>
          {outlet === null ? null : outletName(outlet, language)}
        </span>
      </span>
    </p>
  );
}

function LocationBar({ place }: { place: Place }) {
  const { mode, outlet, area } = place;
  const { words, paths, price, language } = useSite();
  const openAddresses = useOpenAddresses();
  const { basket } = useBasket();
  const here = useStateHere(place);
  // The time that was chosen stands where the page of the server says 'Open', so that nothing below it is pushed.
  const now = useNow();
  const isAhead = basket.orderDate !== null && new Date(basket.orderDate) > now;
  const isScheduled = isAhead && outlet !== null && here?.state.kind === 'open';
  const isPickup = mode === 'pickup';
  const isChosen = isPickup ? outlet !== null : area !== null;
  const from = minutesNow(outlet, mode, now);
  const time = isChosen && from !== null ? words.minutes(from, from + 10) : null;
  const address = outlet?.address && addressLines(outlet.address, language);
  const details = isPickup ? address?.location : area && deliveryTerms();

  function deliveryTerms(): string {
    const fee = area!.deliveryFee === 0 ? words.deliveryFeeFree : words.deliveryFor(price(area!.deliveryFee));
    return words.deliveryTerms(fee, area!.minBasketValue === 0 ? null : price(area!.minBasketValue));
  }

  const content = (
    <>
      {isPickup ? <StoreIcon /> : <PinIcon />}
      <span className={styles.chosen}>
        {isChosen ? (
          <>
            <span className={styles.placeName}>
              <bdi>{isPickup ? outletName(outlet!, language) : areaName(area!, language)}</bdi>
              {time === null ? null : (
                <span className={styles.time}>
                  {dot}
                  {time}
                </span>
              )}
            </span>
            <span dir="auto" className={styles.terms}>
              {details}
            </span>
          </>
        ) : (
          <span className={styles.placeName}>{isPickup ? words.selectOutlet : words.selectAddress}</span>
        )}
        {isScheduled ? null : <OpenLine place={place} isScheduled={false} />}
      </span>
      <ChevronIcon />
    </>
  );
  const className = isScheduled ? styles.way : styles.location;
  const way = isPickup ? (
    <a className={className} href={paths.choosePlace('pickup')}>
      {content}
    </a>
  ) : (
    <button type="button" className={className} aria-haspopup="dialog" onClick={openAddresses}>
      {content}
    </button>
  );
  if (!isScheduled) return way;
  return (
    <div className={`${styles.location} ${styles.scheduled}`}>
      {way}
      <OpenLine place={place} isScheduled />
    </div>
  );
}

/** The outlet whose state is told, with it; before one is chosen, the one that is ready soonest. */
function useStateHere({ mode, outlet }: Place) {
  const { menu } = useSite();
  const now = useNow();
  return outlet === null ? readiestOutlet(menu, mode, now) : { outlet, state: outletState(outlet, mode, now) };
}

/** Until when an open outlet takes orders, or the time that was chosen; what keeps a guest from ordering has a line of its own. */
function OpenLine({ place, isScheduled }: { place: Place; isScheduled: boolean }) {
  const { words, language } = useSite();
  const now = useNow();
  const here = useStateHere(place);
  const isHydrated = useHydrated();
  if (here?.state.kind !== 'open') return null;
  const city = isHydrated ? foreignCity(now, here.outlet.timeZone, language) : null;
  return (
    <span className={styles.open}>
      {isScheduled ? (
        <Optional>
          <LaterButton />
        </Optional>
      ) : (
        stateText(here.state, { now, outlet: here.outlet, words, language })
      )}
      {city === null ? null : <span className={styles.zone}> {words.zoneNote(city)}</span>}
    </span>
  );
}

/** Why an order has to wait, and the way to choose a later time. */
function OpenState({ place }: { place: Place }) {
  const { mode } = place;
  const { words, language } = useSite();
  const now = useNow();
  const isHydrated = useHydrated();
  const chooseOrderType = useChooseOrderType();
  const here = useStateHere(place);
  if (here === null) return <p className={`${styles.state} ${styles.closed}`}>{words.noOutlets}</p>;

  const { timeZone } = here.outlet;
  const text = stateText(here.state, { now, outlet: here.outlet, words, language });
  if (text === null) {
    const otherMode = otherModeOf(here.outlet, mode);
    if (otherMode === null) return <p className={`${styles.state} ${styles.closed}`}>{words.notTakingOrders}</p>;
    return (
      <button type="button" className={styles.unavailable} onClick={() => chooseOrderType(orderingModeOf(otherMode))}>
        {words.modeNotAvailable(mode, otherMode)}
      </button>
    );
  }
  if (here.state.kind === 'open' && mode !== 'dine-in') return null;
  const city = isHydrated && here.state.kind !== 'hours_not_set' ? foreignCity(now, timeZone, language) : null;
  return (
    <p className={here.state.kind === 'open' ? styles.state : `${styles.state} ${styles.closed}`}>
      <ClockIcon size={18} />
      {text}
      {city === null ? null : <span className={styles.zone}>{words.zoneNote(city)}</span>}
      {isHydrated && here.state.kind !== 'open' ? (
        <Optional>
          <LaterButton />
        </Optional>
      ) : null}
    </p>
  );
}
