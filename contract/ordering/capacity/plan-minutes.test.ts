/**
 * The rule is compared with a kitchen that is made of single minutes of work, each at its own time of day: an order takes those that
 * are still to come and that nobody has.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type KitchenRoom,
  planChange,
  planForNow,
  planForTime,
  type PlannedMinutes,
  QUARTER,
  quarterOf,
  roomIn,
} from './plan-minutes.ts';

const MINUTE = 60_000;
const seven = Date.parse('2026-11-27T19:00:00Z');
const at = (minutes: number) => seven + minutes * MINUTE;
const alwaysOpen = () => true;
const empty = (perQuarter = 12): KitchenRoom => ({ perQuarter, gone: new Map(), isOpen: alwaysOpen });

/** The minutes of work that a kitchen can do, each with the time at which it would be over. */
class KitchenOfMinutes {
  readonly perQuarter: number;
  readonly #free = new Map<number, number[]>();
  readonly sold = new Map<number, number>();

  constructor(perQuarter: number) {
    this.perQuarter = perQuarter;
  }

  /** Ends of the minutes of work in a quarter that nobody has and that have not passed. */
  free(quarter: number, now: number): number[] {
    const all = Array.from({ length: this.perQuarter }, (_, n) => quarter + ((n + 1) * QUARTER) / this.perQuarter);
    const left = (this.#free.get(quarter) ?? all).filter((end) => end > now);
    this.#free.set(quarter, left);
    return left;
  }

  take(quarter: number, minutes: number, now: number): number {
    const taken = this.free(quarter, now).splice(0, minutes);
    this.sold.set(quarter, (this.sold.get(quarter) ?? 0) + taken.length);
    return taken.at(-1)!;
  }

  /** The first quarter of those that can make the order together, one more than it fills; null after four hours. */
  firstFor(minutes: number, now: number): number | null {
    const width = Math.ceil(minutes / this.perQuarter) + 1;
    for (let first = quarterOf(now); first < quarterOf(now) + 240 * MINUTE; first += QUARTER) {
      let free = 0;
      for (let quarter = first; quarter < first + width * QUARTER; quarter += QUARTER)
        free += this.free(quarter, now).length;
      if (this.free(first, now).length > 0 && free >= minutes) return first;
    }
    return null;
  }
}

function addTo(gone: Map<number, number>, parts: readonly PlannedMinutes[]): void {
  for (const { quarter, minutes, passed } of parts) gone.set(quarter, (gone.get(quarter) ?? 0) + minutes + passed);
}

describe('orders for now, of guests who come one after the other', () => {
  const orders = fc.array(
    fc.record({ minutes: fc.integer({ min: 1, max: 40 }), later: fc.integer({ min: 0, max: 9 }) }),
    {
      maxLength: 60,
    },
  );

  test('take the first minutes that the kitchen has, and no quarter is sold beyond them', () => {
    const seen = { planned: 0, refused: 0, waiting: 0, parted: 0 };
    fc.assert(
      fc.property(orders, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 899 }), (guests, most, second) => {
        const kitchen = new KitchenOfMinutes(most);
        const gone = new Map<number, number>();
        let now = seven + second * 1000;
        for (const { minutes, later } of guests) {
          now += later * 20_000;
          const plan = planForNow(minutes, { perQuarter: most, gone, isOpen: alwaysOpen }, now);
          const first = kitchen.firstFor(minutes, now);
          expect(plan?.parts[0]!.quarter ?? null).toBe(first);
          if (plan === null) {
            seen.refused++;
            continue;
          }
          let madeAt = 0;
          let left = minutes;
          const expected: [number, number][] = [];
          for (let quarter = first!; left > 0; quarter += QUARTER) {
            const taken = Math.min(left, kitchen.free(quarter, now).length);
            if (taken === 0) continue;
            madeAt = kitchen.take(quarter, taken, now);
            expected.push([quarter, taken]);
            left -= taken;
          }
          expect(plan.parts.map((part) => [part.quarter, part.minutes])).toEqual(expected);
          expect(plan.madeAt).toBeCloseTo(madeAt, 3);
          expect(plan.beginsAt).toBe(Math.max(now, first!));
          addTo(gone, plan.parts);
          seen.planned++;
          if (plan.beginsAt > now) seen.waiting++;
          if (plan.parts.length > 1) seen.parted++;
        }
        for (const sold of kitchen.sold.values()) expect(sold).toBeLessThanOrEqual(most);
      }),
      { numRuns: 400 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });

  test('forty of four minutes fill fourteen quarters of twelve, three each', () => {
    const gone = new Map<number, number>();
    const begun = Array.from({ length: 40 }, () => {
      const plan = planForNow(4, { ...empty(), gone }, at(0))!;
      addTo(gone, plan.parts);
      return (plan.beginsAt - seven) / QUARTER;
    });
    expect(begun).toEqual(Array.from({ length: 40 }, (_, index) => Math.floor(index / 3)));
    expect([...gone.values()]).toEqual([...Array<number>(13).fill(12), 4]);
  });

  test('get nothing of what has passed of the present quarter', () => {
    expect(planForNow(5, empty(), at(10))).toEqual({
      parts: [
        { quarter: at(0), minutes: 4, passed: 8 },
        { quarter: at(15), minutes: 1, passed: 0 },
      ],
      beginsAt: at(10),
      madeAt: at(16.25),
    });
  });

  test('are not begun after closing, and are finished then', () => {
    const until = (minutes: number): KitchenRoom => ({ ...empty(), isOpen: (instant) => instant < at(minutes) });
    expect(planForNow(20, until(5), at(0))?.parts.map(({ minutes }) => minutes)).toEqual([12, 8]);
    const full = new Map([[at(0), 12]]);
    expect(planForNow(1, { ...until(5), gone: full }, at(0))).toBeNull();
    expect(planForNow(1, { ...until(16), gone: full }, at(0))?.beginsAt).toBe(at(15));
  });

  test('wait for four hours at most', () => {
    const gone = new Map(Array.from({ length: 15 }, (_, index) => [at(index * 15), 12]));
    expect(planForNow(1, { ...empty(), gone }, at(0))?.beginsAt).toBe(at(225));
    gone.set(at(225), 12);
    expect(planForNow(1, { ...empty(), gone }, at(0))).toBeNull();
  });
});

describe('an order for a time', () => {
  const usual = (now: number, start = 60, ready = 75) => ({ usualStart: at(start), readyAt: at(ready), now: at(now) });

  test('is made in the quarter in which the kitchen usually begins, and before it where it does not fit', () => {
    expect(planForTime(12, empty(), usual(0))).toMatchObject({ parts: [{ quarter: at(60), minutes: 12 }] });
    expect(planForTime(20, empty(), usual(0))).toMatchObject({
      parts: [
        { quarter: at(45), minutes: 8 },
        { quarter: at(60), minutes: 12 },
      ],
      beginsAt: at(45),
    });
  });

  test('is not taken where its own quarter is full, nor torn apart', () => {
    const full = { ...empty(), gone: new Map([[at(60), 12]]) };
    expect(planForTime(1, full, usual(0))).toBeNull();
    const before = {
      ...empty(),
      gone: new Map([
        [at(45), 12],
        [at(60), 10],
      ]),
    };
    expect(planForTime(2, before, usual(0))).not.toBeNull();
    expect(planForTime(3, before, usual(0))).toBeNull();
  });

  test('never begins before the outlet opens, or in the past', () => {
    const opens = { ...empty(), isOpen: (instant: number) => instant >= at(60) };
    expect(planForTime(13, opens, usual(0))).toBeNull();
    expect(planForTime(14, empty(), usual(59))).toBeNull();
    expect(planForTime(13, empty(), usual(50))?.parts[0]).toEqual({ quarter: at(45), minutes: 1, passed: 4 });
    expect(planForTime(1, empty(), usual(75))).toBeNull();
  });

  test('is made by the time at which it has to be ready', () => {
    // Ready five minutes after the quarter begins: a third of it can be used.
    expect(planForTime(4, empty(), usual(0, 62, 65))?.parts).toEqual([{ quarter: at(60), minutes: 4, passed: 0 }]);
    expect(planForTime(5, empty(), usual(0, 62, 65))?.parts.map(({ minutes }) => minutes)).toEqual([1, 4]);
  });
});

test('orders for now and for times together sell no quarter beyond its minutes', () => {
  const wanted = fc.array(
    fc.record({
      minutes: fc.integer({ min: 1, max: 30 }),
      slot: fc.option(fc.integer({ min: 2, max: 14 })),
      later: fc.nat(200),
    }),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(wanted, fc.integer({ min: 1, max: 25 }), (guests, perQuarter) => {
      const gone = new Map<number, number>();
      const sold = new Map<number, number>();
      let now = seven;
      for (const { minutes, slot, later } of guests) {
        now += later * 1000;
        const room = { perQuarter, gone, isOpen: alwaysOpen };
        const start = at((slot ?? 0) * 15);
        const plan =
          slot === null
            ? planForNow(minutes, room, now)
            : planForTime(minutes, room, { usualStart: start, readyAt: start + QUARTER, now });
        if (plan === null) continue;
        expect(plan.parts.reduce((sum, part) => sum + part.minutes, 0)).toBe(minutes);
        if (slot !== null) expect(plan.madeAt).toBeLessThanOrEqual(start + QUARTER);
        for (const part of plan.parts) {
          expect(part.quarter).toBeGreaterThanOrEqual(quarterOf(now));
          sold.set(part.quarter, (sold.get(part.quarter) ?? 0) + part.minutes);
        }
        addTo(gone, plan.parts);
      }
      for (const total of [...sold.values(), ...gone.values()]) expect(total).toBeLessThanOrEqual(perQuarter);
    }),
    { numRuns: 400 },
  );
});

describe('an order whose dishes change', () => {
  const parts = [
    { quarter: at(0), minutes: 4, passed: 2 },
    { quarter: at(15), minutes: 6, passed: 0 },
  ];

  test('gives the last minutes back, or takes more where there is room', () => {
    expect(planChange(parts, 5, empty(), at(0))).toEqual([parts[0], { quarter: at(15), minutes: 1, passed: 0 }]);
    expect(planChange(parts, 0, empty(), at(0))).toEqual([]);
    expect(planChange(parts, 30, empty(), at(0))).toEqual([
      { quarter: at(0), minutes: 10, passed: 2 },
      { quarter: at(15), minutes: 12, passed: 0 },
      { quarter: at(30), minutes: 8, passed: 0 },
    ]);
    expect(planChange([], 5, empty(), at(0))).toEqual([{ quarter: at(0), minutes: 5, passed: 0 }]);
  });

  test('is made beyond the limit where nothing is left within four hours', () => {
    const gone = new Map(Array.from({ length: 20 }, (_, index) => [at(index * 15), 12]));
    const planned = planChange(parts, 13, { ...empty(), gone }, at(0));
    expect(planned.at(-1)).toEqual({ quarter: at(225), minutes: 3, passed: 0 });
    expect(roomIn(at(225), { ...empty(), gone }, at(0))).toBe(0);
  });
});
