import { expect, test } from 'vitest';
import type { OrderId } from '#contract/ids.ts';
import { homeOf, paths } from './paths.ts';

test('the addresses are those of the documents', () => {
  const order = '0198c0de-0000-7000-8000-000000000001' as OrderId;
  const all = {
    welcome: paths.welcome(),
    signIn: paths.signIn(),
    signUp: paths.signUp(),
    getStarted: paths.getStarted(),
    liveOrders: paths.liveOrders(),
    oneLiveOrder: paths.liveOrders(order),
    pauseOrders: paths.pauseOrders(),
    items: paths.items(),
    modifierLists: paths.modifierLists(),
    menus: paths.menus(),
    outlets: paths.outlets(),
    users: paths.users(),
    shop: paths.shop('demo'),
  };
  expect(all).toEqual({
    welcome: '/',
    signIn: '/login',
    signUp: '/signup',
    getStarted: '/dashboard',
    liveOrders: '/dashboard/orders/live',
    oneLiveOrder: `/dashboard/orders/live?order=${order}`,
    pauseOrders: '/dashboard/settings',
    items: '/dashboard/items',
    modifierLists: '/dashboard/modifier-lists',
    menus: '/dashboard/menus',
    outlets: '/dashboard/outlets',
    users: '/dashboard/users',
    shop: '/demo/menu',
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
