import { useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { inSteadyOrder } from './order-filter.ts';

/**
 * The sorted orders, of which none moves for another's arrival: sorted once on each occasion, which is a text that
 * changes with what the person at the screen does. `arrivals` have come since, and are at the end.
 */
export function useSteadyList(sorted: readonly Order[], occasion: string) {
  const [state, setState] = useState({ occasion: '', ids: [] as readonly OrderId[], initial: new Set<OrderId>() });
  const isKept = state.occasion === occasion;
  const list = isKept ? inSteadyOrder(state.ids, sorted) : [...sorted];
  const ids = list.map(({ _id }) => _id);
  const isSame = isKept && ids.length === state.ids.length && ids.every((id, place) => id === state.ids[place]);
  if (!isSame) setState({ occasion, ids, initial: isKept ? state.initial : new Set(ids) });
  return { list, arrivals: isKept ? list.filter(({ _id }) => !state.initial.has(_id)) : [] };
}
