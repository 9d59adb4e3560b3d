import { expect, test } from 'vitest';
import type {
  DeliveryAreaId,
  ItemId,
  MenuId,
  ModifierListId,
  OrderId,
  OutletId,
  PrinterId,
} from '#contract/base/ids.ts';
import { homeOf, outletSteps, paths } from './paths.ts';

test('the addresses are those of the documents', () => {
  const order = '0198c0de-0000-7000-8000-000000000001' as OrderId;
  const menu = '0198c0de-0000-7000-8000-000000000002' as MenuId;
  const item = '0198c0de-0000-7000-8000-000000000003' as ItemId;
  const modifierList = '0198c0de-0000-7000-8000-000000000004' as ModifierListId;
  const outlet = '0198c0de-0000-7000-8000-000000000005' as OutletId;
  const area = '0198c0de-0000-7000-8000-000000000006' as DeliveryAreaId;
  const printer = '0198c0de-0000-7000-8000-000000000007' as PrinterId;
  const all = {
    welcome: paths.welcome(),
    signIn: paths.signIn(),
    signUp: paths.signUp(),
    forgotPassword: paths.forgotPassword(),
    recoverPassword: paths.recoverPassword(),
    getStarted: paths.getStarted(),
    liveOrders: paths.liveOrders(),
    oneLiveOrder: paths.liveOrders(order),
    orderHistory: paths.orderHistory(),
    order: paths.order(order),
    kitchen: paths.kitchen(),
    reports: paths.reports(),
    inventory: paths.inventory(),
    pauseOrders: paths.pauseOrders(),
    items: paths.items(),
    createItem: paths.createItem(),
    item: paths.item(item),
    openItem: paths.item(),
    modifierLists: paths.modifierLists(),
    createModifierList: paths.createModifierList(),
    modifierList: paths.modifierList(modifierList),
    openModifierList: paths.modifierList(),
    menus: paths.menus(),
    createMenu: paths.createMenu(),
    importMenu: [paths.importMenu(), paths.importMenu(menu)],
    menu: paths.menu(menu),
    openMenu: paths.menu(),
    menuForm: paths.menuForm(menu),
    outlets: paths.outlets(),
    createOutlet: paths.createOutlet(),
    editOutlet: paths.editOutlet(),
    outletStep: outletSteps.flatMap((step) => [
      paths.outletStep('create', step),
      paths.outletStep('edit', step, outlet),
    ]),
    createDeliveryArea: [paths.createDeliveryArea(), paths.createDeliveryArea(outlet)],
    deliveryArea: [paths.deliveryArea(), paths.deliveryArea(area)],
    branding: paths.branding(),
    escalation: [paths.escalation(), paths.escalation(outlet)],
    printers: paths.printers(),
    createPrinter: paths.createPrinter(),
    printer: paths.printer(printer),
    openPrinter: paths.printer(),
    account: paths.account(),
    security: paths.security(),
    closeRestaurant: paths.closeRestaurant(),
    acceptInvitation: paths.acceptInvitation(),
    staff: paths.staff(),
    auditLog: paths.auditLog(),
    users: paths.users(),
    restaurants: paths.restaurants(),
    createRestaurant: paths.createRestaurant(),
    shop: paths.shop('demo'),
    shopOutlet: paths.shopOutlet('demo', 'pickup', 'Marina/Walk'),
  };
  expect(all).toEqual({
    welcome: '/',
    signIn: '/login',
    signUp: '/signup',
    forgotPassword: '/forgot-password',
    recoverPassword: '/recover-password',
    getStarted: '/dashboard',
    liveOrders: '/dashboard/orders/live',
    oneLiveOrder: `/dashboard/orders/live?order=${order}`,
    orderHistory: '/dashboard/orders',
    order: `/dashboard/orders/${order}`,
    kitchen: '/dashboard/orders/kitchen',
    reports: '/dashboard/reports',
    inventory: '/dashboard/inventory',
    pauseOrders: '/dashboard/settings',
    items: '/dashboard/items',
    createItem: '/dashboard/items/create',
    item: `/dashboard/items/edit?id=${item}`,
    openItem: '/dashboard/items/edit',
    modifierLists: '/dashboard/modifier-lists',
    createModifierList: '/dashboard/modifier-lists/create',
    modifierList: `/dashboard/modifier-lists/edit?id=${modifierList}`,
    openModifierList: '/dashboard/modifier-lists/edit',
    menus: '/dashboard/menus',
    createMenu: '/dashboard/menus/create',
    importMenu: ['/dashboard/menus/import', '/dashboard/menus/import?id=0198c0de-0000-7000-8000-000000000002'],
    menu: `/dashboard/menus/edit?id=${menu}`,
    openMenu: '/dashboard/menus/edit',
    menuForm: `/dashboard/menus/edit?id=${menu}&form=open`,
    outlets: '/dashboard/outlets',
    createOutlet: '/dashboard/outlets/create',
    editOutlet: '/dashboard/outlets/edit',
    outletStep: [
      '/dashboard/outlets/create/basic-info',
      `/dashboard/outlets/edit/basic-info?id=${outlet}`,
      '/dashboard/outlets/create/address',
      `/dashboard/outlets/edit/address?id=${outlet}`,
      '/dashboard/outlets/create/ordering-services/delivery',
      `/dashboard/outlets/edit/ordering-services/delivery?id=${outlet}`,
      '/dashboard/outlets/create/ordering-services/delivery-area',
      `/dashboard/outlets/edit/ordering-services/delivery-area?id=${outlet}`,
      '/dashboard/outlets/create/ordering-services/pickup',
      `/dashboard/outlets/edit/ordering-services/pickup?id=${outlet}`,
      '/dashboard/outlets/create/special-days',
      `/dashboard/outlets/edit/special-days?id=${outlet}`,
      '/dashboard/outlets/create/ordering-services/contactless-dining',
      `/dashboard/outlets/edit/ordering-services/contactless-dining?id=${outlet}`,
    ],
    createDeliveryArea: [
      '/dashboard/outlets/delivery-areas/create',
      `/dashboard/outlets/delivery-areas/create?id=${outlet}`,
    ],
    deliveryArea: ['/dashboard/outlets/delivery-areas/edit', `/dashboard/outlets/delivery-areas/edit?id=${area}`],
    branding: '/dashboard/branding',
    escalation: ['/dashboard/alarms', `/dashboard/alarms?id=${outlet}`],
    printers: '/dashboard/printers',
    createPrinter: '/dashboard/printers/create',
    printer: `/dashboard/printers/edit?id=${printer}`,
    openPrinter: '/dashboard/printers/edit',
    account: '/dashboard/account',
    security: '/dashboard/account/security',
    closeRestaurant: '/dashboard/account/close',
    acceptInvitation: '/accept-invitation',
    staff: '/dashboard/staff',
    auditLog: '/dashboard/record',
    users: '/dashboard/users',
    restaurants: '/dashboard/resturants',
    createRestaurant: '/dashboard/create-resturant',
    shop: '/demo/menu',
    shopOutlet: '/demo/pickup/Marina%2FWalk',
  });
  expect(Object.keys(paths).filter((name) => !(name in all))).toEqual([]);
});

test('an admin lands on the users, everybody else on the dashboard', () => {
  expect(homeOf('admin')).toBe('/dashboard/users');
  expect(homeOf('merchant')).toBe('/dashboard');
});

test('a slug cannot break out of its place', () => {
  expect(paths.shop('a/../b?c')).toBe('/a%2F..%2Fb%3Fc/menu');
});
