import { expect, test } from 'vitest';
import type { Endpoint } from '../base/endpoint.ts';
import { deliveryApi } from './delivery-api.ts';

test('moves of an order go before lists, by drivers and couriers as by staff', () => {
  const urgent = Object.entries<Endpoint>(deliveryApi).filter(([, { isUrgent }]) => isUrgent === true);
  expect(urgent.map(([route]) => route)).toEqual([
    'POST /delivery/assign-order',
    'POST /delivery/take-order',
    'POST /delivery/hand-over',
    'POST /delivery/fail-order',
    'POST /delivery/send-with-courier',
  ]);
});
