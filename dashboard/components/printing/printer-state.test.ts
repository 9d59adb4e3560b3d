import { expect, test } from 'vitest';
import type { OutletId, PrinterId } from '#contract/base/ids.ts';
import type { Printer } from '#contract/printing/printing.ts';
import { printerState } from './printer-state.ts';

const now = new Date('2026-03-20T12:00:00Z');
const printer: Printer = {
  _id: 'printer' as PrinterId,
  outletId: 'outlet' as OutletId,
  outletName: 'Marina',
  name: 'Pass',
  kind: 'cloudprnt',
  width: 48,
  prints: 'arrival',
  hiddenCategories: [],
  lastSeenAt: null,
  condition: null,
  waiting: 0,
  failed: 0,
};

test.each([
  ['that never asked', null, null, 'new', 'Not seen yet'],
  ['that has just asked', '12:00:00', 'ok', 'ok', 'Seen 0 s ago'],
  ['whose clock runs ahead of this one', '12:00:05', 'ok', 'ok', 'Seen 0 s ago'],
  ['that asked a moment ago', '11:59:50', 'ok', 'ok', 'Seen 10 s ago'],
  ['that runs out of paper', '11:59:50', 'paper_low', 'warn', 'Paper is low'],
  ['without paper', '11:59:50', 'paper_out', 'error', 'Out of paper'],
  ['that is open', '11:59:50', 'cover_open', 'error', 'Cover is open'],
  ['that is silent, whatever it said before', '11:59:00', 'ok', 'error', 'Silent for 1 min'],
  ['that is silent for long', '11:00:01', 'paper_out', 'error', 'Silent for 59 min'],
  ['that is off', '09:30:00', 'ok', 'error', 'Silent for 2 h'],
] as const)('a printer %s says so', (_, seen, condition, tone, text) => {
  const lastSeenAt = seen === null ? null : `2026-03-20T${seen}.000Z`;
  expect(printerState({ ...printer, lastSeenAt, condition }, now)).toEqual({ tone, text });
});
