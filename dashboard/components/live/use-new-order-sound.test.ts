import { expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { makeOrder } from '../../test/order.ts';
import { loudnessFor } from './use-new-order-sound.ts';

const [marina, downtown] = ['marina' as OutletId, 'downtown' as OutletId];
const waiting = makeOrder({ outletId: marina });
const seen = { ...waiting, seenBy: 'Sara Khan', seenAt: '2026-01-01T12:01:00.000Z' };
const climbed = { ...waiting, escalation: 'devices' } as const;

test.each([
  ['nothing', [], null, null],
  ['a new order', [waiting], null, 'usual'],
  ['one of the outlet that this device rings for', [waiting], [marina], 'usual'],
  ['one of another outlet', [waiting], [downtown], null],
  ['one that somebody has seen', [seen], null, null],
  ['one that is in the kitchen', [{ ...climbed, status: 'Confirmed' as const }], null, null],
  ['one that has climbed, of another outlet too', [waiting, climbed], [downtown], 'loud'],
  ['one that has climbed and was seen', [{ ...climbed, ...seen, escalation: 'mail' as const }], null, null],
])('%s', (_, orders, watched, loudness) => expect(loudnessFor(orders, watched)).toBe(loudness));
