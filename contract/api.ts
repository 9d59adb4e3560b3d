/** Every endpoint of the product. Paths are relative to the API root, `/api/v1`; each also answers with a trailing slash. */
import * as accounts from './accounts.ts';
import * as catalogue from './catalogue.ts';
import * as customers from './customers.ts';
import * as live from './live.ts';
import * as menus from './menus.ts';
import * as orders from './orders.ts';
import * as outlets from './outlets.ts';

export const apiRoot = '/api/v1';

export const api = {
  'POST /auth/signin': accounts.signIn,
  'POST /auth/signup': accounts.signUp,
  'POST /auth/signout': accounts.signOut,
  'GET /auth/me': accounts.getMe,
  'POST /auth/sent-otp': customers.sendCode,
  'POST /auth/verify-otp': customers.verifyCode,
  'POST /auth/register-customer': customers.registerCustomer,
  'GET /auth/customer': customers.getCustomer,

  'GET /site/:slug': catalogue.getCatalogue,

  'GET /menu/get-all-menus': menus.listMenus,
  'GET /menu/get-menu/:id': menus.getMenu,
  'POST /menu/get-all-categories': menus.listCategories,
  'GET /menu/get-categoryDetail/:id': menus.getCategory,
  'GET /menu/get-all-items-modifier': menus.listItems,
  'GET /menu/get-items-modifier/:id': menus.getItem,
  'GET /menu/get-all-modifier-list': menus.listModifierLists,
  'GET /menu/get-modifier-list/:id': menus.getModifierList,

  'GET /outlet/get-all-outlet': outlets.listOutlets,
  'GET /outlet/get-outlet/:id': outlets.getOutlet,
  'PUT /outlet/update-outlet/:id': outlets.updateOutlet,
  'GET /outlet/get-all-delivery-areas/:id': outlets.listDeliveryAreas,
  'GET /outlet/get-delivery-area/:id': outlets.getDeliveryArea,

  'POST /order/quote-order': orders.quoteOrder,
  'POST /order/create-order': orders.createOrder,
  'GET /order/get-order-details/:id': orders.getOrder,
  'GET /order/get-all-orders': orders.listOrders,
  'POST /order/update-order-status': orders.updateOrderStatus,

  'GET /events': live.streamEvents,
} as const;

export type Api = typeof api;
export type Route = keyof Api;
