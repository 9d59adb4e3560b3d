/**
 * The words of the guest's site in English that the page comes with: what the menu, a dish and choosing a place say. Labels that
 * stand in the specification are verbatim (order-operations 2, 4, 5). What only later screens
 * say is in en-later.ts; every word is in ar.ts and ar-later.ts as well.
 */
import type { ModePath } from '../routing/paths.ts';

export const en = {
  orderTypes: { Delivery: 'Delivery', Pickup: 'Pickup', 'Dine-in': 'Dine-in' },
  table: (name: string) => `Table ${name}`,
  scanCode: 'Scan the code on your table to order.',
  orderType: 'Order type',
  logIn: 'Log in / Sign up',
  account: 'Your account',
  close: 'Close',
  back: 'Back',
  skipToMenu: 'Skip to the menu',

  selectAddress: 'Select Delivery Address',
  selectOutlet: 'Select an outlet for pickup',
  deliveryTerms: (fee: string, minimum: string | null) =>
    minimum === null ? fee : `${fee}\u00a0· min.\u00a0order\u00a0${minimum}`,
  /** The fee of a delivery, named. */
  deliveryFor: (fee: string) => `Delivery\u00a0${fee}`,
  deliveryFeeFree: 'Free delivery',
  minutes: (from: number, to: number) => `${from} - ${to} min`,
  openUntil: (time: string) => `Open until ${time}`,
  openAlways: 'Open',
  closed: (reason: string | null) => (reason === null ? 'Closed' : `Closed: ${reason}`),
  closedOpensAt: (closed: string, when: string) => `${closed}. Opens ${when}`,
  opensAgain: (when: string) => `Orders are paused. Opens again ${when}`,
  today: (time: string) => `at ${time}`,
  tomorrow: (time: string) => `tomorrow at ${time}`,
  onDay: (day: string, time: string) => `${day} at ${time}`,
  zoneNote: (city: string) => `(${city} time)`,
  modeNotAvailable: (mode: ModePath, otherMode: ModePath) =>
    `We are sorry ${mode} is not available at this outlet please change mode to ${otherMode}`,
  testMode: 'Test mode: no money moves',
  notTakingOrders: 'This outlet is not taking orders now',
  hoursNotSet: 'This outlet has not set its opening hours yet',

  searchMenu: 'Search menu',
  menuCategories: 'Menu categories',
  emptyMenu: 'The menu is being written. Come back soon.',
  soldOut: 'Sold out',
  from: (price: string) => `From ${price}`,
  popular: 'Popular',
  addDish: (name: string) => `Add ${name}`,
  removeDish: (name: string) => `Remove ${name}`,
  /** Read aloud once a dish is in the basket. */
  added: (name: string, count: string, total: string) => `${name} added, ${count}, ${total}`,
  removed: (name: string) => `${name} was removed`,
  undo: 'Undo',
  inBasket: (count: number) => `${count} in your basket`,

  viewBasket: 'View basket',
  /** The amount that is missing for the minimum of a delivery. */
  toGo: (amount: string) => `${amount} to the minimum`,
  itemCount: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  basket: 'Basket',
  emptyBasket: 'Your basket is empty',
  emptyBasketHint: 'Choose something from the menu and it waits for you here.',
  backToMenu: 'Back to menu',

  increase: 'Increase',
  decrease: 'Decrease',
  basketFull: 'The basket is full. Place this order first.',

  noOutlets: 'No outlet is open for orders yet.',

  comma: ', ',
  list: (parts: readonly string[]) => parts.join(', '),
  loading: 'Loading',
  tryAgain: 'Try again',
  notFoundTitle: 'Not found',
  notFound: 'This page was not found',
  notFoundHint: 'The address may be old, or the dish may have left the menu.',
  offline: 'You are offline. The menu stays readable; ordering needs a connection.',
  crashed: 'Something went wrong on this page.',
};
