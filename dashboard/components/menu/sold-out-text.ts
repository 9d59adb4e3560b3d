/** Words for where an item is sold out, and until when. Pure functions. */
import type { Item } from '#contract/menu/menus.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { isSoldOutNow } from '#contract/menu/availability.ts';
import { resumeTime } from '../order/pause.ts';
import { words } from '../../words/words.ts';

const text = words.menu.inventory;

/**
 * 'Sold out', 'Sold out until 18:00', 'Sold out at Marina until 18:00', 'Sold out at 2 outlets'; null where it can be had. Where
 * outlets differ in when it is back, the first of them is told.
 */
export function soldOutText(item: Item, outlets: readonly Outlet[], now: Date): string | null {
  if (item.soldOut) return text.soldOut;
  const out = outlets.flatMap((outlet) => {
    const found = item.soldOutAt?.find(({ outletId }) => outletId === outlet._id);
    return found !== undefined && isSoldOutNow(found, now) ? [{ outlet, until: found.until }] : [];
  });
  const [first] = out.toSorted((one, other) => endOf(one.until) - endOf(other.until));
  if (first === undefined) return null;
  const place =
    out.length === outlets.length
      ? null
      : out.length === 1
        ? first.outlet.name
        : text.someOutlets({ count: out.length });
  const until = first.until === null ? null : resumeTime(new Date(first.until), first.outlet.timeZone, now);
  if (place === null) return until === null ? text.soldOut : text.soldOutUntil({ until });
  return until === null ? text.soldOutAt({ where: place }) : text.soldOutAtUntil({ where: place, until });
}

function endOf(until: string | null): number {
  return until === null ? Infinity : Date.parse(until);
}
