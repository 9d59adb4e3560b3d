import type { Route } from '#contract/api.ts';
import type { CallInput } from '#contract/client.ts';
import type { OrderId } from '#contract/ids.ts';
import { limits } from '#contract/limits.ts';
import type { TestApp } from './app.ts';
import { deliveryOrder, largeBurger } from './orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from './restaurant.ts';

/** What there is to call with: a restaurant and one of its orders. */
export interface Sample extends TestRestaurant {
  orderId: OrderId;
}

/** A restaurant, and an order of one of its guests. */
export async function makeSample({ db, call }: TestApp): Promise<Sample> {
  const made = await makeRestaurant(db);
  const guest = await makeCustomer(db, made.id);
  const { order } = await call('POST /order/create-order', { body: basket(made) }, guest.token);
  return { ...made, orderId: order._id };
}

/** A call of each endpoint that is right in this restaurant. An endpoint without a row does not compile (R22). */
export const sampleInput: { [R in Route]: (sample: Sample) => CallInput<R> } = {
  'POST /auth/signin': () => ({ body: { email: 'nobody@example.test', password: 'violet anchor 47 lamps' } }),
  'POST /auth/signup': () => ({
    body: {
      firstName: 'Layla',
      lastName: 'Haddad',
      email: `layla${Math.random().toString(36).slice(2)}@example.test`,
      country: 'United Arab Emirates',
      countryCode: '+971',
      mobileNumber: '501234567',
      restaurant: 'Harbour Grill',
      outlets: '1 outlet',
      chatfoodInformer: 'Friend',
      password: 'violet anchor 47 lamps',
    },
  }),
  'POST /auth/signout': () => ({}),
  'GET /auth/me': () => ({}),
  'POST /auth/sent-otp': ({ slug }) => ({ body: { restaurantName: slug, number: '+971501112233' } }),
  'POST /auth/verify-otp': ({ slug }) => ({
    body: { restaurantName: slug, number: '+971501112233', otpCode: '00000' },
  }),
  'POST /auth/register-customer': ({ slug }) => ({
    body: { restaurantName: slug, number: '+971509999999', name: 'Omar', email: 'omar@example.test' },
  }),
  'GET /auth/customer': () => ({}),

  'GET /site/:slug': ({ slug }) => ({ params: { slug } }),

  'GET /menu/get-all-menus': () => ({}),
  'GET /menu/get-menu/:id': ({ menuId }) => ({ params: { id: menuId } }),
  'POST /menu/get-all-categories': ({ menuId }) => ({ body: { menuId } }),
  'GET /menu/get-categoryDetail/:id': ({ categories }) => ({ params: { id: categories.mains } }),
  'GET /menu/get-all-items-modifier': () => ({}),
  'GET /menu/get-items-modifier/:id': ({ items }) => ({ params: { id: items.burger } }),
  'GET /menu/get-all-modifier-list': () => ({}),
  'GET /menu/get-modifier-list/:id': ({ lists }) => ({ params: { id: lists.size } }),

  'GET /outlet/get-all-outlet': () => ({}),
  'GET /outlet/get-outlet/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'PUT /outlet/update-outlet/:id': ({ outletId }) => ({ params: { id: outletId }, form: { status: true } }),
  'GET /outlet/get-all-delivery-areas/:id': ({ outletId }) => ({ params: { id: outletId } }),
  'GET /outlet/get-delivery-area/:id': ({ areaId }) => ({ params: { id: areaId } }),

  'POST /order/quote-order': (sample) => ({ body: basket(sample) }),
  'POST /order/create-order': (sample) => ({ body: basket(sample) }),
  'GET /order/get-order-details/:id': ({ orderId }) => ({ params: { id: orderId } }),
  'GET /order/get-all-orders': () => ({ query: {} }),
  'POST /order/update-order-status': ({ orderId }) => ({ body: { orderId, status: 'Confirmed' } }),

  'GET /events': ({ orderId }) => ({ query: { orderId } }),
};

/**
 * Two burgers with options (43.75), another whose options are named by list (25.75), and a water (5.50), delivered: tax of 5 %
 * is 3.75, the fee 5.00.
 */
function basket(made: TestRestaurant) {
  const { items, lists, modifiers } = made;
  const byList = {
    itemId: items.burger,
    quantity: 1,
    selections: [
      { modifierListId: lists.size, modifierIds: [modifiers.large] },
      { modifierListId: lists.extras, modifierIds: [modifiers.cheese] },
    ],
    note: 'x'.repeat(limits.lineNote),
  };
  return deliveryOrder(made, [largeBurger(made, 2), byList, { itemId: items.water, quantity: 1 }], 83.75);
}
