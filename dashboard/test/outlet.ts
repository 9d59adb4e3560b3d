import type { OutletId } from '#contract/base/ids.ts';
import type { OrderingMode, Outlet } from '#contract/outlets/outlets.ts';
import { weekdays } from '#contract/base/time.ts';

/** Every day from 10:00 to 23:00. */
export const dayHours = weekdays.map((day) => ({ day, open: true, periods: [{ start: '10:00', end: '23:00' }] }));

export function makeMode(mode: OrderingMode['mode'], changes: Partial<OrderingMode> = {}): OrderingMode {
  return {
    mode,
    acceptsOrders: true,
    pausedUntil: null,
    busy: null,
    preparationTime: 15,
    deliveryTime: 40,
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: false },
    takesOnline: true,
    openingHours: dayHours,
    ...changes,
  };
}

/** An outlet in Dubai that takes both kinds of orders, from 10:00 to 23:00. */
export function makeOutlet(changes: Partial<Outlet> = {}): Outlet {
  return {
    _id: '0198c0de-0000-7000-8000-000000000001' as OutletId,
    name: 'Marina',
    nameTranslations: { ar: 'المارينا' },
    image: '/media/a/b-640.webp',
    coverImage: { mimetype: 'image/webp', url: '/media/a/b-1200.webp' },
    timeZone: 'Asia/Dubai',
    email: 'marina@example.com',
    phone: '+971501234567',
    status: true,
    pickup: true,
    delivery: true,
    orderingMode: { delivery: true, pickup: true },
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: false, cash: true, cardMachine: false },
    preparationTime: 15,
    deliveryTime: 40,
    openingHours: dayHours,
    orderingSchedule: { sameDate: true, nextDate: false },
    taxDetails: { taxRate: 5, taxInclusive: false },
    alertCalls: false,
    asksPhoneAtTables: false,
    address: {
      location: 'Marina Walk 1',
      locationTranslations: {},
      area: 'Marina',
      areaTranslations: {},
      latitude: 25.08,
      longitude: 55.14,
    },
    modes: [makeMode('delivery'), makeMode('pickup')],
    specialDays: [],
    ...changes,
  };
}
