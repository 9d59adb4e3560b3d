import type { Route } from '#contract/base/api.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { Sample } from './sample-input.ts';

type MenuRoute = Extract<Route, `${string} /menu/${string}`>;

/** Valid calls about menus, items and modifier lists in the sample restaurant. */
export const sampleMenuInput: { [R in MenuRoute]: (sample: Sample) => CallInput<R> } = {
  'GET /menu/get-all-menus': () => ({}),
  'GET /menu/get-menu/:id': ({ menuId }) => ({ params: { id: menuId } }),
  'POST /menu/get-all-categories': ({ menuId }) => ({ body: { menuId } }),
  'GET /menu/get-all-categories': ({ menuId }) => ({ query: { menuId } }),
  'GET /menu/get-categoryDetail/:id': ({ categories }) => ({ params: { id: categories.mains } }),
  'GET /menu/get-all-items-modifier': () => ({}),
  'GET /menu/get-items-modifier/:id': ({ items }) => ({ params: { id: items.burger } }),
  'GET /menu/get-all-modifier-list': () => ({}),
  'GET /menu/get-modifier-list/:id': ({ lists }) => ({ params: { id: lists.size } }),

  'GET /menu/check': () => ({}),
  'POST /menu/add-menu': () => ({
    body: { name: 'Summer', platform: 'OrderManager', notes: 'From June', calories: 900 },
  }),
  'POST /menu/update-menu/:id': ({ menuId }) => ({
    params: { id: menuId },
    body: { state: 'true', notes: 'From May' },
  }),
  'DELETE /menu/delete-menu/:id': ({ menuId }) => ({ params: { id: menuId } }),
  'POST /menu/restore-menu/:id': ({ menuId }) => ({ params: { id: menuId } }),
  // A field that staff may change too.
  'POST /menu/add-update-category': ({ menuId, categories, outletId }) => ({
    body: { menuId, categoryId: categories.mains, InActiveOutletIds: [outletId] },
  }),
  'POST /menu/delete-category/:id': ({ categories }) => ({ params: { id: categories.drinks } }),
  'POST /menu/restore-category/:id': ({ categories }) => ({ params: { id: categories.drinks } }),
  'POST /menu/order-categories': ({ menuId, categories }) => ({
    body: { menuId, categories: [categories.drinks, categories.mains] },
  }),
  'POST /menu/add-items-modifier': ({ lists }) => ({
    form: { name: 'Halloumi', type: 'modifier', price: 3.5, sku: 'HALLOUMI', modifierList: [lists.size] },
  }),
  'POST /menu/update-items-modifier/:id': ({ items, outletId }) => ({
    params: { id: items.burger },
    query: { subtype: 'noSnackBar' },
    form: { quantity: 12, InActiveOutletIds: [{ _id: outletId }] },
  }),
  'GET /menu/low-stock-mail': () => ({}),
  'POST /menu/update-low-stock-mail': () => ({ body: { hour: null, userIds: [] } }),
  'POST /menu/update-outlet-quantity/:id': ({ items, outletId }) => ({
    params: { id: items.special },
    body: { outletId, quantity: 40, quantitySeen: null },
  }),
  'POST /menu/sell-out/:id': ({ items, outletId }) => ({
    params: { id: items.special },
    body: { length: '1-hour', outletId },
  }),
  'DELETE /menu/delete-items-modifier/:id': ({ items }) => ({ params: { id: items.special } }),
  'POST /menu/restore-items-modifier/:id': ({ items }) => ({ params: { id: items.special } }),
  'POST /menu/change-items': ({ items, categories }) => ({
    body: {
      items: [{ _id: items.water, price: 5.5 }],
      change: { kind: 'category', categoryId: categories.mains },
    },
  }),
  'POST /menu/delete-items': ({ items }) => ({ body: { items: [items.water] } }),
  'POST /menu/restore-items': ({ items }) => ({ body: { items: [items.water] } }),
  'POST /menu/add-modifier-list': ({ modifiers, items }) => ({
    body: { name: 'Sauces', displayName: 'Choose a sauce', modifierList: [modifiers.onion], itemList: [items.burger] },
  }),
  'POST /menu/update-modifier-list/:id': ({ lists, modifiers, items }) => ({
    params: { id: lists.extras },
    body: { minModifier: 0, maxModifier: 2, modifierList: [modifiers.bacon], itemList: [{ _id: items.burger }] },
  }),
  'DELETE /menu/delete-modifier-list/:id': ({ lists }) => ({ params: { id: lists.extras } }),
  'POST /menu/restore-modifier-list/:id': ({ lists }) => ({ params: { id: lists.extras } }),

  'POST /menu/import': ({ menuId }) => ({ form: { menuId, dryRun: true } }),
  'GET /menu/imports': () => ({}),
  'POST /menu/undo-import/:id': ({ importId }) => ({ params: { id: importId } }),
  'GET /menu/export/:id': ({ menuId }) => ({ params: { id: menuId }, query: { format: 'json' } }),
};
