import { expect, test } from 'vitest';
import { dayHours, makeOutlet } from '../../../test/outlet.ts';
import {
  missingOfOrderingMode,
  orderingModeField,
  type OrderingModeForm,
  orderingModeOf,
  orderingModeRequest,
} from './ordering-mode-form.ts';

const form = orderingModeOf(makeOutlet(), 'delivery');

test('both modes are sent as they were read, each with its own words', () => {
  expect(orderingModeRequest(form, 'delivery')).toEqual({
    mode: 'delivery',
    delivery: true,
    preparationTime: 15,
    deliveryTime: 40,
    makeMinutesPerQuarter: null,
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: false },
    openingHours: dayHours,
  });
  expect(orderingModeRequest(orderingModeOf(makeOutlet(), 'pickup'), 'pickup')).toEqual({
    mode: 'pickup',
    pickup: true,
    preparationTime: 15,
    makeMinutesPerQuarter: null,
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: false },
    openingHours: dayHours,
  });
});

test('a limit of the kitchen is sent as a number, and an empty one as none', () => {
  expect(orderingModeRequest({ ...form, makeMinutesPerQuarter: ' 12 ' }, 'delivery')).toMatchObject({
    makeMinutesPerQuarter: 12,
  });
  const [delivery, ...others] = makeOutlet().modes;
  const limited = { ...makeOutlet(), modes: [{ ...delivery!, makeMinutesPerQuarter: 45 }, ...others] };
  expect(orderingModeOf(limited, delivery!.mode)).toMatchObject({ makeMinutesPerQuarter: '45' });
});

test.each<[Partial<OrderingModeForm>, string[]]>([
  [{}, []],
  [{ preparationTime: '' }, ['Preparation time']],
  [{ preparationTime: ' ', deliveryTime: '' }, ['Preparation time', 'Preparation + delivery']],
  [
    { openingHours: dayHours.map((day) => ({ ...day, periods: [...day.periods, { start: '22:00', end: '22:30' }] })) },
    ['Opening hours of Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday'],
  ],
])('%j makes Save wait for %j', (change, missing) => {
  expect(missingOfOrderingMode({ ...form, ...change }, 'delivery')).toEqual(missing);
});

test('pickup has no delivery time to wait for', () => {
  expect(missingOfOrderingMode({ ...form, deliveryTime: '' }, 'pickup')).toEqual([]);
});

test.each([
  ['openingHours.0.periods.1', 'openingHours'],
  ['deliveryTime', 'deliveryTime'],
  ['mode', null],
])("the API's message about %s is shown at %s", (apiField, field) => {
  expect(orderingModeField(apiField)).toBe(field);
});
