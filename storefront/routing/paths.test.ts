import { describe, expect, test } from 'vitest';
import type { ItemId, OrderId } from '#contract/base/ids.ts';
import { matchPattern } from './match-route.ts';
import { afterSignIn, pathsOf, patterns } from './paths.ts';

describe('the addresses of the site', () => {
  test('all of them', () => {
    const paths = pathsOf('/demo');
    const itemId = 'item-1' as ItemId;
    const orderId = 'order-1' as OrderId;
    expect({
      base: paths.base,
      menu: paths.menu(),
      chooseDelivery: paths.choosePlace('delivery'),
      choosePickup: paths.choosePlace('pickup'),
      outlet: paths.outlet('pickup', 'Marina Walk'),
      item: paths.item('delivery', 'Marina Walk', itemId),
      line: paths.item('delivery', 'Marina Walk', itemId, 'line-1'),
      basket: paths.basket(),
      checkout: paths.checkout(),
      placed: paths.placed(orderId),
      order: paths.order(orderId),
      receipt: paths.receipt(orderId),
      myOrders: paths.myOrders(),
      phone: paths.phone(),
      phoneForCheckout: paths.phone('checkout'),
      code: paths.code(),
      register: paths.register('checkout'),
    }).toEqual({
      base: '/demo',
      menu: '/demo/menu',
      chooseDelivery: '/demo/delivery',
      choosePickup: '/demo/pickup',
      outlet: '/demo/pickup/Marina%20Walk',
      item: '/demo/delivery/Marina%20Walk/item?itemId=item-1',
      line: '/demo/delivery/Marina%20Walk/item?itemId=item-1&lineId=line-1',
      basket: '/demo/basket',
      checkout: '/demo/checkout',
      placed: '/demo/checkout/order-1',
      order: '/demo/order/order-1',
      receipt: '/demo/order/order-1/receipt',
      myOrders: '/demo/orders',
      phone: '/demo/auth',
      phoneForCheckout: '/demo/auth?next=checkout',
      code: '/demo/auth/validate-otp',
      register: '/demo/auth/register?next=checkout',
    });
  });

  test.each(['Marina', 'Marina Walk', 'A/B & C?', '50% off', 'مارينا', 'Café #1', '%2F'])(
    'an outlet named %s is found by its address',
    (name) => {
      const address = pathsOf('/demo').outlet('pickup', name).slice('/demo'.length);
      expect(matchPattern(patterns.outlet, address)).toEqual({ mode: 'pickup', outletName: name });
    },
  );

  test.each([
    ['?next=checkout', 'checkout'],
    ['next=checkout', 'checkout'],
    ['?next=//evil.example', undefined],
    ['?next=javascript:alert(1)', undefined],
    ['', undefined],
  ])('after sign-in with %s comes %s', (search, expected) => {
    expect(afterSignIn(search)).toBe(expected);
  });
});
