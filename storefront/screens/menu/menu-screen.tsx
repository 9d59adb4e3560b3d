import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { orderingModeOf } from '../../basket/stored-basket.ts';
import { outletName } from '../../language/in-language.ts';
import { findOutlet } from '../../state/menu.ts';
import { goTo, isItemPath, useArrival } from '../../routing/navigation.ts';
import type { ModePath } from '../../routing/paths.ts';
import { type Place, placeOf, kitchenStart } from '../../state/place.ts';
import { useAddress, useParam } from '../../routing/router.tsx';
import { useBasket, useSite, useTitle } from '../../site.tsx';
import { loadLazyWords } from '../../words/load-words.ts';
import { LazyItemPanel, loadItemPanel } from './item/lazy-item-panel.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { useSwitchPlace } from '../outlets/switch-place.tsx';
import { BasketBar } from './basket-bar.tsx';
import { BasketRail } from './basket-rail.tsx';
import { MenuHeader } from './menu-header.tsx';
import { MenuList } from './menu-list.tsx';
import styles from './menu-screen.module.css';
import { TopBar } from './top-bar.tsx';

/**
 * The menu, at every address that shows it: the home, an outlet's, and an item's, which opens above it. One component, so
 * that going from one to the other keeps the menu where it was scrolled to.
 */
export function MenuScreen() {
  const { menu, language } = useSite();
  const { basket } = useBasket();
  const { path } = useAddress();
  const modeInAddress = useParam('mode');
  const nameInAddress = useParam('outletName');
  const chosen = placeOf(menu, basket);
  const isHome = modeInAddress === undefined || nameInAddress === undefined;
  const mode = isModePath(modeInAddress) ? modeInAddress : chosen.mode;
  const outlet = isHome ? chosen.outlet : findOutlet(menu, nameInAddress);
  const area = chosen.mode === mode && chosen.outlet === outlet ? chosen.area : null;
  const table = mode === 'dine-in' ? basket.table : null;
  // The same object as long as it says the same: every dish of the menu is given it.
  const { orderDate } = basket;
  const place = useMemo(
    (): Place => ({ mode, outlet, area, table, startsAt: kitchenStart({ orderDate }, mode, outlet) }),
    [mode, outlet, area, table, orderDate],
  );

  if (isHome) {
    return (
      <MenuPage place={place} title="">
        <ForgetPendingItem />
      </MenuPage>
    );
  }
  if (mode !== modeInAddress || outlet === null) return <NotFoundScreen />;
  return (
    <MenuPage place={place} title={outletName(outlet, language)}>
      <AddressIsPlace place={place} />
      {isItemPath(path) ? <LazyItemPanel place={{ ...place, outlet }} /> : <OpenPendingItem place={place} />}
    </MenuPage>
  );
}

function MenuPage({ place, title, children }: { place: Place; title: string; children?: ReactNode }) {
  const { words, paths } = useSite();
  const hasBasket = useBasket().basket.items.length > 0;
  const { path } = useAddress();
  useTitle(isItemPath(path) ? null : title);
  const main = useArrival<HTMLElement>();
  // Before the first tap, and while there is a connection.
  useEffect(() => {
    const timer = setTimeout(preloadItemPanel, preloadDelayMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <a href="#main" className={`visually-hidden ${styles.skip}`} onClick={skipToMenu}>
        {words.skipToMenu}
      </a>
      <TopBar place={place}>
        {/* Past all dishes, for keyboards. */}
        {hasBasket ? (
          <a href={paths.basket()} className={`visually-hidden ${styles.skip}`}>
            {words.basket}
          </a>
        ) : null}
      </TopBar>
      <div className={styles.columns} onPointerDown={preloadItemPanel}>
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <MenuHeader place={place} />
          <MenuList place={place} />
        </main>
        <BasketRail />
      </div>
      <BasketBar />
      {children}
    </>
  );
}

/** Milliseconds after which the menu has been painted and answers taps. */
const preloadDelayMilliseconds = 300;

/** A load that fails here is tried again when the guest opens a dish. One after the other: see `preloadScreens`. */
function preloadItemPanel(): void {
  if (navigator.onLine)
    loadItemPanel()
      .then(loadLazyWords)
      .catch(() => undefined);
}

function isModePath(word: string | undefined): word is ModePath {
  return word === 'delivery' || word === 'pickup' || word === 'dine-in';
}

/** Without a trace in the address, where it would be taken for a drawer. */
function skipToMenu(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Opening the address of an outlet chooses it; the guest is asked where that would cost lines of the basket. */
function AddressIsPlace({ place: { mode, outlet } }: { place: Place }) {
  const { menu, paths, basketStore } = useSite();
  const switchPlace = useSwitchPlace();

  const follow = useEffectEvent((mode: ModePath, outlet: CatalogueOutlet | null) => {
    // Not what is rendered: while hydrating that is nobody's basket.
    const basket = basketStore.get();
    const orderingMode = orderingModeOf(mode);
    // The table is not in the address: its code has to be scanned.
    if (mode === 'dine-in' && basket.table === null) return;
    if (outlet === null || (basket.orderingMode === orderingMode && basket.outlet?._id === outlet._id)) return;
    switchPlace({
      place: { orderingMode, outlet },
      onKeep: () => {
        const kept = placeOf(menu, basket);
        goTo(kept.outlet === null ? paths.menu() : paths.outlet(kept.mode, kept.outlet.name), { replace: true });
      },
    });
  });
  useEffect(() => follow(mode, outlet), [mode, outlet]);
  return null;
}

/** Opens the dish that was tapped before the place was chosen. */
function OpenPendingItem({ place: { mode, outlet } }: { place: Place }) {
  const { paths } = useSite();
  const { basket, change } = useBasket();

  const open = useEffectEvent((pending: ItemId | null) => {
    if (pending === null || outlet === null) return;
    change((before) => ({ ...before, item: null }));
    goTo(paths.item(mode, outlet.name, pending));
  });
  useEffect(() => open(basket.item), [basket.item]);
  return null;
}

/** A guest who comes back without a place has turned away from the dish that was tapped before. */
function ForgetPendingItem() {
  const { basketStore } = useSite();
  useEffect(() => {
    if (basketStore.get().item !== null) basketStore.change((before) => ({ ...before, item: null }));
  }, [basketStore]);
  return null;
}
