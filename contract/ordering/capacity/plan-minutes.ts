/**
 * Which quarters of an hour the make-minutes of an order are made in (decision 88). A kitchen sells so many make-minutes a quarter,
 * and never more. Instants are milliseconds; a quarter is named by its beginning.
 */
import { MINUTE } from '../../base/time.ts';

/** All present-day offsets from UTC are multiples of it, so quarters begin on the quarter hours of every clock. */
export const QUARTER = 15 * MINUTE;

/** The quarters that an order for now may wait for, the present one included: four hours. */
const quartersAhead = 16;

export interface KitchenRoom {
  /** Make-minutes that the kitchen sells a quarter. */
  perQuarter: number;
  /** Minutes that are gone of each quarter: taken by orders, or passed before the first of them. */
  gone: ReadonlyMap<number, number>;
  /** Whether the outlet takes orders at an instant. */
  isOpen: (at: number) => boolean;
}

/** Minutes of an order in one quarter. `passed` are those of the quarter that had gone by unused before it. */
export interface PlannedMinutes {
  quarter: number;
  minutes: number;
  passed: number;
}

interface MinutesPlan {
  /** At least one; the earliest first, in consecutive quarters with room. */
  parts: PlannedMinutes[];
  beginsAt: number;
  /** When the last of the minutes is made, where the kitchen makes those of a quarter one after the other. */
  madeAt: number;
}

export function quarterOf(at: number): number {
  return Math.floor(at / QUARTER) * QUARTER;
}

/** An order is made in as many consecutive quarters as it fills by itself, and one more: so it is not torn apart by a full one. */
function spanOf(minutes: number, { perQuarter }: KitchenRoom): number {
  return Math.ceil(minutes / perQuarter) + 1;
}

/**
 * The first quarters that can make the order, from now on. Null: none can within four hours, or before the outlet closes. The last
 * order before closing is finished after it.
 */
export function planForNow(minutes: number, room: KitchenRoom, now: number): MinutesPlan | null {
  for (let ahead = 0; ahead < quartersAhead; ahead++) {
    const first = quarterOf(now) + ahead * QUARTER;
    if (ahead > 0 && !room.isOpen(first)) return null;
    if (roomIn(first, room, now) === 0) continue;
    const quarters = Array.from({ length: spanOf(minutes, room) }, (_, index) => first + index * QUARTER);
    const plan = fill(quarters, minutes, room, now);
    if (plan !== null) return plan;
  }
  return null;
}

/**
 * The quarters of an order that is to be ready at an instant: the one in which the kitchen usually begins, and for what does not fit
 * there those before it, while the outlet is open. Null: its own quarter is full, or they all are.
 */
export function planForTime(
  minutes: number,
  room: KitchenRoom,
  { usualStart, readyAt, now }: { usualStart: number; readyAt: number; now: number },
): MinutesPlan | null {
  const own = quarterOf(Math.min(usualStart, readyAt - 1));
  if (own < quarterOf(now) || roomIn(own, room, now, readyAt) === 0) return null;
  const quarters = Array.from({ length: spanOf(minutes, room) }, (_, index) => own - index * QUARTER).filter(
    (quarter) => quarter >= quarterOf(now) && (quarter === own || room.isOpen(Math.max(quarter, now))),
  );
  const plan = fill(quarters, minutes, room, now, readyAt);
  return plan && { ...plan, beginsAt: plan.parts[0]!.quarter === own ? usualStart : plan.beginsAt };
}

/**
 * The minutes of an order whose dishes have changed. Those that it has stay where they are, the last ones go first, and more go into
 * the next quarters with room, whatever the hour; what finds none within four hours is made in the last of them, because staff may
 * overrule the limit. `room` does not count the order itself. Empty: it takes none.
 */
export function planChange(
  parts: readonly PlannedMinutes[],
  minutes: number,
  room: KitchenRoom,
  now: number,
): PlannedMinutes[] {
  const planned = new Map<number, PlannedMinutes>();
  let left = minutes;
  for (const part of parts.toSorted((one, other) => one.quarter - other.quarter)) {
    const kept = Math.min(left, part.minutes);
    if (kept > 0) planned.set(part.quarter, { ...part, minutes: kept });
    left -= kept;
  }
  const first = Math.max(quarterOf(now), planned.keys().next().value ?? 0);
  for (let ahead = 0; left > 0; ahead++) {
    const quarter = first + ahead * QUARTER;
    const own = planned.get(quarter);
    const taken = (room.gone.get(quarter) ?? 0) + (own ? own.minutes + own.passed : 0);
    const free = roomIn(quarter, { ...room, gone: new Map([[quarter, taken]]) }, now);
    const more = ahead < quartersAhead - 1 ? Math.min(left, free) : left;
    if (more === 0) continue;
    planned.set(quarter, { quarter, minutes: (own?.minutes ?? 0) + more, passed: own?.passed ?? 0 });
    left -= more;
  }
  return [...planned.values()];
}

/** Fills quarters in their sequence. Null: they have too little room. */
function fill(
  quarters: readonly number[],
  minutes: number,
  room: KitchenRoom,
  now: number,
  until = Infinity,
): MinutesPlan | null {
  const parts: PlannedMinutes[] = [];
  let left = minutes;
  for (const quarter of quarters) {
    const taken = Math.min(left, roomIn(quarter, room, now, until));
    if (taken === 0) continue;
    const { gone, passed } = usedOf(quarter, room, now);
    parts.push({ quarter, minutes: taken, passed: Math.max(0, passed - gone) });
    left -= taken;
    if (left === 0) break;
  }
  if (left > 0) return null;
  parts.sort((one, other) => one.quarter - other.quarter);
  return { parts, beginsAt: Math.max(now, parts[0]!.quarter), madeAt: madeAt(parts.at(-1)!, room, now) };
}

/** The instant at which a part is made, after those that were there before it; `room` does not count it. */
export function madeAt({ quarter, minutes }: PlannedMinutes, room: KitchenRoom, now: number): number {
  const { gone, passed } = usedOf(quarter, room, now);
  return quarter + ((Math.max(gone, passed) + minutes) / room.perQuarter) * QUARTER;
}

/** Minutes of the quarter that are left from now on, to be made before an instant: of the present one, what has passed is lost. */
export function roomIn(quarter: number, room: KitchenRoom, now: number, until = Infinity): number {
  const { gone, passed } = usedOf(quarter, room, now);
  const end = Math.min(quarter + QUARTER, until);
  const possible = Math.floor((room.perQuarter * (end - quarter)) / QUARTER);
  return Math.max(0, possible - Math.max(gone, passed));
}

function usedOf(quarter: number, { perQuarter, gone }: KitchenRoom, now: number): { gone: number; passed: number } {
  const passed = Math.floor((perQuarter * Math.min(Math.max(now - quarter, 0), QUARTER)) / QUARTER);
  return { gone: gone.get(quarter) ?? 0, passed };
}
