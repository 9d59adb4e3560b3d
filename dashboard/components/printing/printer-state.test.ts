import { expect, test } from 'vitest';
import type { OutletId, PrinterId } from '#contract/base/ids.ts';
import type { Printer } from '#contract/printing/printing.ts';
import { missedTickets, printerState } from './printer-state.ts';

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
  awaited: 0,
  unprinted: 0,
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

test.each([
  ['that is well, while tickets are on their way', '11:59:50', 'ok', { waiting: 2, awaited: 2 }, []],
  ['whose paper runs low', '11:59:50', 'paper_low', { waiting: 2, awaited: 2 }, []],
  ['that is silent with nothing to print', '09:30:00', 'ok', {}, []],
  [
    'without paper, while tickets wait',
    '11:59:50',
    'paper_out',
    { waiting: 3, awaited: 2 },
    ['Out of paper', '2 tickets wait'],
  ],
  ['that is silent while a ticket waits', '11:58:00', 'ok', { awaited: 1 }, ['No answer', '1 ticket waits']],
  ['that is silent with tickets of orders that are over', '09:30:00', 'ok', { waiting: 1 }, []],
  ['that never asked for what waits', null, null, { awaited: 1 }, ['Not seen yet', '1 ticket waits']],
  ['whose tickets fail', '11:59:50', 'ok', { failed: 3, unprinted: 1 }, ['1 ticket failed today']],
  ['whose failed tickets no kitchen waits for', '11:59:50', 'ok', { failed: 3 }, []],
  ['that prints by hand', '09:30:00', 'ok', { awaited: 1, unprinted: 1, prints: 'hand' }, []],
] as const)('a printer %s misses what is to be told', (_, seen, condition, counts, missed) => {
  const lastSeenAt = seen === null ? null : `2026-03-20T${seen}.000Z`;
  expect(missedTickets({ ...printer, lastSeenAt, condition, ...counts }, now)).toEqual(missed);
});
