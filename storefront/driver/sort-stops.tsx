import { useLayoutEffect, useRef, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import type { TakenOrder } from '#contract/delivery/deliveries.ts';
import { useSpoken } from './words.ts';

/** One place earlier or later. */
type Step = -1 | 1;

/** The stop that was moved last, and its place, from 1. */
interface Moved {
  name: string;
  place: number;
  by: Step;
}

/** Moves stops by hand. `list` is the list of the stops: the focus stays on the stop that was moved, also at its ends. */
export function useSortedStops(stops: readonly TakenOrder[], sort: (orderIds: OrderId[]) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  useLayoutEffect(() => {
    if (moved === null) return;
    const buttons = [...(list.current?.children[moved.place - 1]?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
    const same = buttons.find((button) => button.dataset['step'] === String(moved.by));
    (same?.matches(':disabled') ? buttons.find((button) => button !== same) : same)?.focus();
  }, [moved]);
  function move(index: number, by: Step): void {
    const ids = stops.map(({ _id }) => _id);
    const [id] = ids.splice(index, 1);
    ids.splice(index + by, 0, id!);
    sort(ids);
    setMoved({ name: stops[index]!.orderName, place: index + by + 1, by });
  }
  return { list, move, moved };
}

/** The buttons that move a stop. */
export function StopButtons({
  name,
  isFirst,
  isLast,
  onMove,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: Step) => void;
}) {
  const { words } = useSpoken();
  return (
    <div className="buttons">
      <button
        type="button"
        className="secondary"
        data-step="-1"
        disabled={isFirst}
        aria-label={words.moveUp(name)}
        onClick={() => onMove(-1)}
      >
        <span aria-hidden="true">↑</span> {words.earlier}
      </button>
      <button
        type="button"
        className="secondary"
        data-step="1"
        disabled={isLast}
        aria-label={words.moveDown(name)}
        onClick={() => onMove(1)}
      >
        <span aria-hidden="true">↓</span> {words.later}
      </button>
    </div>
  );
}
