/** Every screen of the guest's site, by address. What the first visit does not need is loaded when it is opened. */
import { patterns, patternsWhileClosed } from './paths.ts';
import { type Page, Routes } from './router.tsx';
import { lazyScreen, lazyPart } from '../screens/lazy.tsx';
import { loadSearchResults } from '../screens/menu/menu-list.tsx';
import { MenuScreen } from '../screens/menu/menu-screen.tsx';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { useSite } from '../site.tsx';

const loadBasket = () => import('../screens/ordering/basket/basket-screen.tsx').then((file) => file.BasketScreen);
const loadPlaced = () => import('../screens/ordering/checkout/placed-screen.tsx').then((file) => file.PlacedScreen);
async function loadCheckout() {
  // The confirmation is loaded together with the checkout, so that it shows even when the connection is lost after
  // placing.
  const [{ CheckoutScreen }] = await Promise.all([
    import('../screens/ordering/checkout/checkout-screen.tsx'),
    loadPlaced(),
  ]);
  return CheckoutScreen;
}
const loadChoosePlace = () =>
  import('../screens/outlets/choose-place-screen.tsx').then((file) => file.ChoosePlaceScreen);
const loadSheets = () => import('../screens/sheets.tsx').then((file) => file.Sheets);

const ChoosePlaceScreen = lazyScreen(loadChoosePlace);
const BasketScreen = lazyScreen(loadBasket);
const CheckoutScreen = lazyScreen(loadCheckout);
const PlacedScreen = lazyScreen(loadPlaced);
const PaymentScreen = lazyScreen(() =>
  import('../screens/payments/payment-screen.tsx').then((file) => file.PaymentScreen),
);
const OrderScreen = lazyScreen(() =>
  import('../screens/ordering/order/order-screen.tsx').then((file) => file.OrderScreen),
);
const ReceiptScreen = lazyScreen(() =>
  import('../screens/ordering/receipt/receipt-screen.tsx').then((file) => file.ReceiptScreen),
);
const MyOrdersScreen = lazyScreen(() =>
  import('../screens/ordering/my-orders/my-orders-screen.tsx').then((file) => file.MyOrdersScreen),
);
const TableScreen = lazyScreen(() => import('../screens/dining/table-screen.tsx').then((file) => file.TableScreen));
const PhoneScreen = lazyScreen(() =>
  import('../screens/customers/sign-in/phone-screen.tsx').then((file) => file.PhoneScreen),
);
const CodeScreen = lazyScreen(() =>
  import('../screens/customers/sign-in/code-screen.tsx').then((file) => file.CodeScreen),
);
const RegisterScreen = lazyScreen(() =>
  import('../screens/customers/sign-in/register-screen.tsx').then((file) => file.RegisterScreen),
);

const ClosedScreen = lazyScreen(() =>
  import('../screens/restaurants/closed-screen.tsx').then((file) => file.ClosedScreen),
);

/** The drawers of every page. */
export const Sheets = lazyPart(loadSheets);

/**
 * Loads what a guest who has seen the menu opens next, so that a tap need not wait for the network: one after the other, because
 * asking for all at once would keep a phone from answering for a tenth of a second.
 */
export async function preloadScreens(): Promise<void> {
  if (!navigator.onLine) return;
  for (const load of [loadChoosePlace, loadSheets, loadSearchResults, loadBasket, loadPlaced, loadCheckout]) {
    // A load that fails here is tried again when the guest opens the screen.
    await load().catch(() => undefined);
  }
}

const pages: readonly Page[] = [
  { pattern: patterns.home, Component: MenuScreen },
  { pattern: patterns.menu, Component: MenuScreen },
  { pattern: patterns.basket, Component: BasketScreen },
  { pattern: patterns.checkout, Component: CheckoutScreen },
  { pattern: patterns.placed, Component: PlacedScreen },
  { pattern: patterns.payment, Component: PaymentScreen },
  { pattern: patterns.order, Component: OrderScreen },
  { pattern: patterns.receipt, Component: ReceiptScreen },
  { pattern: patterns.myOrders, Component: MyOrdersScreen },
  { pattern: patterns.phone, Component: PhoneScreen },
  { pattern: patterns.code, Component: CodeScreen },
  { pattern: patterns.register, Component: RegisterScreen },
  { pattern: patterns.table, Component: TableScreen },
  { pattern: patterns.choosePlace, Component: ChoosePlaceScreen },
  { pattern: patterns.item, Component: MenuScreen },
  { pattern: patterns.outlet, Component: MenuScreen },
];

const pagesWhileClosed = pages.filter(({ pattern }) => patternsWhileClosed.includes(pattern));

/** The page that is open. */
export function OpenScreen() {
  const { isClosed } = useSite().menu.catalogue.restaurant;
  if (isClosed === true) return <Routes pages={pagesWhileClosed} missing={ClosedScreen} />;
  return <Routes pages={pages} missing={NotFoundScreen} />;
}
