import { describe, expect, test } from 'vitest';
import {
  isAllowedMove,
  isFinal,
  isLive,
  isOrderStatus,
  isUndo,
  nextMove,
  orderStatuses,
  UNDO_SECONDS,
} from './order-status.ts';

/** Rows are the present status, columns the next one (R44). */
const table = `
            New Confirmed Ready Completed Cancelled
  New        -      x       -       -         x
  Confirmed  -      -       x       -         x
  Ready      -      -       -       x         x
  Completed  -      -       -       -         -
  Cancelled  -      -       -       -         -`;

const [header = [], ...rows] = table
  .trim()
  .split('\n')
  .map((row) => row.trim().split(/\s+/));
const cells = rows.flatMap(([from = '', ...marks]) =>
  marks.map((mark, at) => ({ from: statusOf(from), to: statusOf(header[at] ?? ''), isAllowed: mark === 'x' })),
);

function statusOf(text: string): (typeof orderStatuses)[number] {
  if (!isOrderStatus(text)) throw new Error(`${text} is not a status`);
  return text;
}

describe('moving an order', () => {
  test('the table has 25 cells', () => {
    expect(cells.length).toBe(25);
  });

  test.each(cells)('from $from to $to: $isAllowed', ({ from, to, isAllowed }) => {
    expect(isAllowedMove(from, to)).toBe(isAllowed);
  });

  test('the move of the one button', () => {
    expect(orderStatuses.map(nextMove)).toEqual([
      { to: 'Confirmed', label: 'moveToPreparation' },
      { to: 'Ready', label: 'moveToReady' },
      { to: 'Completed', label: 'complete' },
      null,
      null,
    ]);
  });

  test('is an allowed one', () => {
    for (const status of orderStatuses) {
      const move = nextMove(status);
      if (move !== null) expect(isAllowedMove(status, move.to)).toBe(true);
    }
  });
});

test('live orders are those that are not final', () => {
  expect(orderStatuses.filter(isLive)).toEqual(['New', 'Confirmed', 'Ready']);
  expect(orderStatuses.filter(isFinal)).toEqual(['Completed', 'Cancelled']);
});

test.each(['', 'new', 'In Kitchen', 'Rejected', 'constructor', 'New '])('%j is not a status', (text) => {
  expect(isOrderStatus(text)).toBe(false);
});

describe('undoing a move', () => {
  const changedAt = new Date('2026-11-20T18:00:00.000Z');
  const after = (milliseconds: number): Date => new Date(changedAt.getTime() + milliseconds);

  test.each(cells)('from $from to $to is legal when the move was: $isAllowed', ({ from, to, isAllowed }) => {
    expect(isUndo(to, from, changedAt, after(1000))).toBe(isAllowed);
  });

  test.each([
    [0, true],
    [14_999, true],
    [15_000, true],
    [15_001, false],
    [3_600_000, false],
    [-1000, true],
    [-3_600_000, false],
  ])('%i ms after the move: %s', (milliseconds, expected) => {
    expect(UNDO_SECONDS).toBe(15);
    expect(isUndo('Confirmed', 'New', changedAt, after(milliseconds))).toBe(expected);
  });
});
