/** Every screen of the guest's site, by address. What the first visit does not need is loaded when it is opened. */
import { Route, Switch } from 'wouter';
import { patterns } from './paths.ts';
import { later, loadedWhenShown } from './screens/later.tsx';
import { MenuScreen } from './screens/menu/menu-screen.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { ChoosePlaceScreen } from './screens/place/choose-place-screen.tsx';

const loadBasket = () => import('./screens/basket/basket-screen.tsx').then((file) => file.BasketScreen);
const loadCheckout = () => import('./screens/checkout/checkout-screen.tsx').then((file) => file.CheckoutScreen);
const loadPlaced = () => import('./screens/checkout/placed-screen.tsx').then((file) => file.PlacedScreen);
const loadSheets = () => import('./screens/sheets.tsx').then((file) => file.Sheets);

const BasketScreen = later(loadBasket);
const CheckoutScreen = later(loadCheckout);
const PlacedScreen = later(loadPlaced);
const OrderScreen = later(() => import('./screens/order/order-screen.tsx').then((file) => file.OrderScreen));
const PhoneScreen = later(() => import('./screens/auth/phone-screen.tsx').then((file) => file.PhoneScreen));
const CodeScreen = later(() => import('./screens/auth/code-screen.tsx').then((file) => file.CodeScreen));
const RegisterScreen = later(() => import('./screens/auth/register-screen.tsx').then((file) => file.RegisterScreen));

/** The drawers of every page. */
export const Sheets = loadedWhenShown(loadSheets);

/** Loads what a guest who has seen the menu opens next, so that a tap need not wait for the network. */
export function loadAhead(): void {
  // Whoever has no connection now asks again by opening it.
  Promise.all([loadSheets(), loadBasket(), loadCheckout(), loadPlaced()]).catch(() => undefined);
}

/** The first that matches; the menu stands at its addresses as one component, so that it is kept between them. */
export function Routes() {
  return (
    <Switch>
      <Route path={patterns.home} component={MenuScreen} />
      <Route path={patterns.menu} component={MenuScreen} />
      <Route path={patterns.basket} component={BasketScreen} />
      <Route path={patterns.checkout} component={CheckoutScreen} />
      <Route path={patterns.placed} component={PlacedScreen} />
      <Route path={patterns.order} component={OrderScreen} />
      <Route path={patterns.phone} component={PhoneScreen} />
      <Route path={patterns.code} component={CodeScreen} />
      <Route path={patterns.register} component={RegisterScreen} />
      <Route path={patterns.choosePlace} component={ChoosePlaceScreen} />
      <Route path={patterns.item} component={MenuScreen} />
      <Route path={patterns.outlet} component={MenuScreen} />
      <Route component={NotFoundScreen} />
    </Switch>
  );
}
