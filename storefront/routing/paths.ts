/** Every address of the guest's site (order-operations 2). Links and navigation are made here and nowhere else. */
import type { ItemId, OrderId } from '#contract/base/ids.ts';

/** The mode as addresses and calls write it. */
export type ModePath = 'delivery' | 'pickup' | 'dine-in';

/** Page after sign-in; anything else than this one word means the menu (R70). */
type AfterSignIn = 'checkout';

export type Paths = ReturnType<typeof pathsOf>;

/**
 * The addresses of the site of one restaurant, below `base`: '/demo', or '' on an own domain. Outlets appear by name, as the
 * specification has it.
 */
export function pathsOf(base: string) {
  const outlet = (mode: ModePath, outletName: string) => `${base}/${mode}/${encodeURIComponent(outletName)}`;
  const withNext = (path: string, next?: AfterSignIn) => (next === undefined ? path : `${path}?next=${next}`);
  return {
    base,
    menu: () => `${base}/menu`,
    choosePlace: (mode: ModePath) => `${base}/${mode}`,
    outlet,
    /** `lineId` opens a line of the basket again, with its choices. */
    item: (mode: ModePath, outletName: string, itemId: ItemId, lineId?: string) => {
      const query = new URLSearchParams(lineId === undefined ? { itemId } : { itemId, lineId });
      return `${outlet(mode, outletName)}/item?${query.toString()}`;
    },
    /** The address in the QR code of a table. */
    table: (code: string) => `${base}/t/${code}`,
    basket: () => `${base}/basket`,
    checkout: () => `${base}/checkout`,
    placed: (orderId: OrderId) => `${base}/checkout/${orderId}`,
    /** The way back from the gateway's page. */
    payment: (reference: string) => `${base}/payment/${reference}`,
    /** The bill of the table. It is a part of the page of payments, so that the first load knows no page more. */
    bill: () => `${base}/payment/table`,
    order: (orderId: OrderId) => `${base}/order/${orderId}`,
    receipt: (orderId: OrderId) => `${base}/order/${orderId}/receipt`,
    myOrders: () => `${base}/orders`,
    phone: (next?: AfterSignIn) => withNext(`${base}/auth`, next),
    code: (next?: AfterSignIn) => withNext(`${base}/auth/validate-otp`, next),
    register: (next?: AfterSignIn) => withNext(`${base}/auth/register`, next),
  };
}

/** The patterns that the router matches, below the base. */
export const patterns = {
  home: '/',
  menu: '/menu',
  choosePlace: '/:mode',
  outlet: '/:mode/:outletName',
  item: '/:mode/:outletName/item',
  basket: '/basket',
  checkout: '/checkout',
  placed: '/checkout/:orderId',
  payment: '/payment/:reference',
  order: '/order/:orderId',
  receipt: '/order/:orderId/receipt',
  myOrders: '/orders',
  phone: '/auth',
  code: '/auth/validate-otp',
  register: '/auth/register',
  table: '/t/:code',
} as const;

/** Pages that stay readable when the owner has closed the restaurant. */
export const patternsWhileClosed: readonly string[] = [
  patterns.payment,
  patterns.order,
  patterns.receipt,
  patterns.myOrders,
];

/** Reads `?next=` of the sign-in pages. */
export function afterSignIn(search: string): AfterSignIn | undefined {
  return new URLSearchParams(search).get('next') === 'checkout' ? 'checkout' : undefined;
}
