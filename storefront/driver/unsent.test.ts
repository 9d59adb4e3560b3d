import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { parseUnsent, sortedStops, storedText, storedTextOfOther, type Unsent, withUnsent } from './unsent.ts';

const [one, two] = ['0190a1b2-0000-7000-8000-000000000001', '0190a1b2-0000-7000-8000-000000000002'] as OrderId[];
const failed: Unsent = { kind: 'fail', orderId: one!, reason: 'nobody_there' };
const named: Unsent = { kind: 'handOver', orderId: two!, name: 'Mona' };

test('ends are kept in their order, one for each order', () => {
  const list = withUnsent(withUnsent([], failed), named);
  expect(list).toEqual([failed, named]);
  const again: Unsent = { kind: 'handOver', orderId: one!, code: '1234' };
  expect(withUnsent(list, again)).toEqual([named, again]);
});

test('it survives a reload, but for a photo', () => {
  const photo: Unsent = { kind: 'handOver', orderId: one!, photo: new Blob(['x']) };
  expect(parseUnsent(storedText([photo, named]))).toEqual([named]);
});

test.each([null, '', 'no json', '{}', '[1,null,{"kind":"fail"}]', '[{"kind":"handOver","orderId":"x"}]'])(
  'stored text of another shape is nothing: %s',
  (text) => {
    expect(parseUnsent(text)).toEqual([]);
  },
);

test('the last sorting is kept beside the ends, and shown before it is sent', () => {
  const sort = (...orderIds: OrderId[]): Unsent => ({ kind: 'sort', orderIds });
  const list = withUnsent(withUnsent(withUnsent([], sort(one!, two!)), failed), sort(two!, one!));
  expect(list).toEqual([failed, sort(two!, one!)]);
  expect(parseUnsent(storedText(list))).toEqual(list);
  expect(parseUnsent('[{"kind":"sort"},{"kind":"sort","orderIds":[1]}]')).toEqual([]);
  const three = '0190a1b2-0000-7000-8000-000000000003' as OrderId;
  const stops = [one!, three, two!].map((_id) => ({ _id }));
  expect(sortedStops(stops, list).map(({ _id }) => _id)).toEqual([two, one, three]);
  const byDistance: Unsent = { kind: 'sort', orderIds: null };
  expect(sortedStops(stops, withUnsent(list, byDistance))).toEqual(stops);
});

test("another driver's list is kept for a day from what was done, and one without a time from now on", () => {
  const now = Date.parse('2026-11-30T20:00:00Z');
  const old: Unsent = { ...named, at: now - DAY };
  const recent: Unsent = { ...failed, at: now - DAY + 1 };
  expect(parseUnsent(storedTextOfOther(storedText([old, recent]), now))).toEqual([recent]);
  expect(storedTextOfOther(storedText([old]), now)).toBeNull();
  expect(storedTextOfOther('no json', now)).toBeNull();
  expect(storedTextOfOther('[{"kind":"handOver","orderId":"x","name":"Mona","at":"soon"}]', now)).toBeNull();
  const before = storedTextOfOther(storedText([named]), now);
  expect(parseUnsent(before)).toEqual([{ ...named, at: now }]);
  expect(storedTextOfOther(before, now + DAY)).toBeNull();
});
