import { expect, test } from 'vitest';
import type { CategoryId, OutletId, PrinterId } from '#contract/base/ids.ts';
import type { Printer } from '#contract/printing/printing.ts';
import { printerChanges, printerValues } from './printer-values.ts';

const printer: Printer = {
  _id: 'printer' as PrinterId,
  outletId: 'marina' as OutletId,
  outletName: 'Marina',
  name: 'Kitchen',
  kind: 'cloudprnt',
  width: 48,
  prints: 'arrival',
  hiddenCategories: ['drinks' as CategoryId],
  lastSeenAt: null,
  condition: null,
  waiting: 0,
  failed: 0,
  awaited: 0,
  unprinted: 0,
};

test('changes of a printer are sent alone, so that those of others stay', () => {
  const values = printerValues(printer, []);
  expect(printerChanges(printer, values)).toEqual({});
  expect(printerChanges(printer, { ...values, name: 'Bar', width: '32' })).toEqual({ name: 'Bar', width: 32 });
});
