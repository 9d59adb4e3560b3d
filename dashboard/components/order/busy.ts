/** Which modes of an outlet are busy now, and until when. Pure functions. */
import { type Mode, modes } from '#contract/base/enumerations.ts';
import { busyMinutesAt } from '#contract/outlets/busy.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { words } from '../../words/words.ts';
import { resumeTime } from './pause.ts';

interface BusyPlace {
  outlet: Outlet;
  /** Null: every mode that the outlet takes orders in. */
  mode: Mode | null;
  minutes: number;
  until: Date;
}

/** The busy modes of active outlets; a mode that takes no orders is not named. */
export function busyPlaces(outlets: readonly Outlet[], now: Date): BusyPlace[] {
  return outlets.filter(({ status }) => status).flatMap((outlet) => placesOf(outlet, now));
}

/** The modes that an outlet takes orders in, also while they are paused. */
export function offeredModes(outlet: Pick<Outlet, 'modes'>): Mode[] {
  return modes.filter((mode) => outlet.modes.some((one) => one.mode === mode && one.acceptsOrders));
}

function placesOf(outlet: Outlet, now: Date): BusyPlace[] {
  const offered = offeredModes(outlet);
  const places = offered.flatMap((mode): BusyPlace[] => {
    const busy = outlet.modes.find((one) => one.mode === mode)?.busy ?? null;
    if (busy === null || busyMinutesAt(busy, now) === 0) return [];
    return [{ outlet, mode, minutes: busy.minutes, until: new Date(busy.until) }];
  });
  const [first] = places;
  const isAlike = places.every(
    ({ minutes, until }) => minutes === first?.minutes && until.getTime() === first.until.getTime(),
  );
  return first !== undefined && isAlike && places.length === offered.length ? [{ ...first, mode: null }] : places;
}

/**
 * The minutes that a kitchen is proposed to promise when it accepts: those that the guest was promised, more where it has become
 * busy since.
 */
export function proposedMinutes(
  { deliveryMode, preparationTime }: Pick<Order, 'deliveryMode' | 'preparationTime'>,
  outlet: Pick<Outlet, 'modes'> | undefined,
  now: Date,
): number {
  const mode = outlet?.modes.find((one) => one.mode === deliveryMode);
  const more = mode === undefined ? 0 : busyMinutesAt(mode.busy, now);
  return mode === undefined || more === 0 ? preparationTime : Math.max(preparationTime, mode.preparationTime + more);
}

/** 'Marina: +20 min until 14:30', with the mode where others are not busy. */
export function busyText({ outlet, mode, minutes, until }: BusyPlace, now: Date): string {
  const place =
    mode === null
      ? outlet.name
      : words.outlets.pausedBand.place({ outlet: outlet.name, mode: words.ordering.mode[mode] });
  return words.kitchen.busy.place({ place, minutes, time: resumeTime(until, outlet.timeZone, now) });
}
