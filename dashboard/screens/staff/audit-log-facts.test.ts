import { expect, test } from 'vitest';
import { weekdays } from '#contract/base/time.ts';
import { auditFacts } from './audit-log-facts.ts';

test.each([
  [{ before: 'staff', after: 'manager' }, ['Staff → Manager']],
  [{ before: 'new', after: 'cancelled', reason: 'No licence' }, ['New → Cancelled', 'reason: No licence']],
  [{ before: 'cancelled', after: 'approved', reason: '' }, ['Cancelled → Approved']],
  [{ role: 'staff', invitedBy: 'Sara Khan' }, ['role: Staff', 'invited by: Sara Khan']],
  [
    { chargeOptions: { before: 'once', after: 'each' }, slug: { before: 'a', after: 'b' } },
    ['options are charged: once → each', 'address: a → b'],
  ],
  [{ mode: 'dine-in', until: '60-minutes' }, ['type: Dine-in', 'duration: 60 minutes']],
  [{ until: '4-hours' }, ['duration: 4 hours']],
  [{ until: 'until-resumed' }, ['duration: Until I resume']],
  [{ until: '1-hour' }, ['duration: 1 hour']],
  [{ until: '2026-11-22T08:01:00.000Z' }, [expect.stringMatching(/^until: 22 Nov 2026, \d+:\d\d/)]],
  [{ rows: 12, odd: { x: 1 } }, ['rows: 12']],
  [{ outlets: ['a', 'b', 'c', 'd', 'e', 'f'] }, ['outlets: a, b, c, d, e, f']],
  [{ outlets: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, ['outlets: a, b, c, d, e and 2 more']],
  [{ status: 'Completed', searchedBy: ['name', 'phone'] }, ['status: Completed', 'searched by: name, phone number']],
  [{ with: 'recovery code', device: 'unknown' }, ['method: recovery code', 'device: unknown']],
  [{ reason: 'unknown', name: 'password' }, ['reason: unknown', 'name: password']],
  [{ reason: 'problem_missing' }, ['reason: The guest reported a problem: Something is missing']],
  [{ reason: 'Problem: late' }, ['reason: The guest reported a problem: Came late']],
  [
    { status: { before: 'active', after: 'inactive' }, taxRate: { before: 5, after: 0 } },
    ['status: Shown to guests → Hidden from guests', 'tax rate in percent: 5 → 0'],
  ],
  [
    { days: '2026-12-24 – 2026-12-25', mode: '', hours: { before: '10:00–14:00', after: 'closed' } },
    ['days: 24 Dec 2026 – 25 Dec 2026', 'hours: 10:00–14:00 → closed'],
  ],
  [
    { outlet: 'Marina', deliveryFee: { before: 'AED 5', after: 'AED 0' }, freeFrom: 'none' },
    ['outlet: Marina', 'delivery fee: AED\u00a05.00 → AED\u00a00.00', 'free delivery from: none'],
  ],
  [
    {
      mode: 'delivery',
      Friday: { before: '10:00–22:00', after: 'closed' },
      Monday: { before: '10:00–22:00', after: '11:00–15:00' },
      Saturday: { before: '10:00–22:00', after: 'closed' },
    },
    ['type: Delivery', 'Monday: 10:00–22:00 → 11:00–15:00', 'Friday, Saturday: 10:00–22:00 → closed'],
  ],
  [
    Object.fromEntries(weekdays.map((day) => [day, { before: 'closed', after: '10:00–22:00' }])),
    ['Every day: closed → 10:00–22:00'],
  ],
  [
    { mode: 'pickup', cash: { before: 'yes', after: 'no' }, online: { before: 'no', after: 'yes' } },
    ['type: Pickup', 'cash: yes → no', 'online payment: no → yes'],
  ],
  [{ amount: { after: 'AED 40.00' } }, ['amount: AED\u00a040.00']],
  [{ isTest: { after: false }, keyEnd: 'x7Qa' }, ['test key: no', 'key ending in: x7Qa']],
  [{ before: 'AED 5', after: 'AED 6.5' }, ['AED\u00a05.00 → AED\u00a06.50']],
  [{ before: '$1,040.00', after: 'KWD 2' }, ['$1,040.00 → KWD\u00a02.000']],
  [
    { prices: ['Soup: AED 5 → AED 6', 'Two for AED 5: AED 5 → AED 4'] },
    ['prices: Soup: AED\u00a05.00 → AED\u00a06.00, Two for AED 5: AED\u00a05.00 → AED\u00a04.00'],
  ],
  [
    { feeTiers: { before: 'none', after: '1500 m: AED 5, 3000 m: AED 7.5' } },
    ['fee by distance: none → 1500 m: AED\u00a05.00, 3000 m: AED\u00a07.50'],
  ],
  [{ expected: 40, counted: 39.5, currency: 'AED' }, ['to hand in: AED\u00a040.00', 'counted: AED\u00a039.50']],
  [{ answer: 'refund', amount: { after: 'AED\u00a040.00' } }, ['answer: money back', 'amount: AED\u00a040.00']],
  [{ domain: { before: '', after: 'order.example.com' } }, ['own domain: none → order.example.com']],
  [{ currency: { before: 'AED', after: 'KWD' } }, ['currency: AED → KWD']],
  [{ amount: '12 bottles' }, ['amount: 12 bottles']],
  [{ isOn: { before: false, after: true } }, ['on: no → yes']],
  [{}, []],
])('%o', (details, facts) => {
  expect(auditFacts(details)).toEqual(facts);
});
