import { useEffect, useState } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { isId, type OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { isLive } from '#contract/ordering/order-status.ts';
import { useAddressParams, withParam } from '../../../routing/use-address-params.ts';
import { useConnection } from '../../../components/live/live-updates.tsx';

const PARAM = 'order';

/** On a phone the list comes back as soon as the end has been seen: the undo stands above it. */
const END_SEEN = 1500;

/**
 * Which order the panel shows. The one chosen stands in the address. With room for list and panel, the first of the list is
 * shown when none is chosen, and then kept: nothing changes under a finger that is about to tap. An order that came to its
 * end stays as long as its undo is offered. Where the address names one that is not there, none is shown in its place.
 */
export function useShownOrder(orders: readonly Order[], listed: readonly Order[], hasRoom: boolean) {
  const [params, changeParams] = useAddressParams();
  const [heldId, setHeldId] = useState<OrderId | null>(null);
  const find = (id: string | null) => orders.find((order) => order._id === id);
  const named = params.get(PARAM);
  const chosen = find(named);
  const [foundId, setFoundId] = useState<OrderId | null>(null);
  if (chosen !== undefined && foundId !== chosen._id) setFoundId(chosen._id);
  const isMissing = named !== null && isId(named) && chosen === undefined && foundId !== named;
  // While the line is down it may be one that has just come.
  const isUpToDate = useConnection().kind === 'live';
  const shown = chosen ?? (hasRoom && !isMissing ? (find(heldId) ?? listed[0]) : undefined) ?? null;
  const shownId = shown?._id ?? null;
  if (hasRoom && heldId !== shownId) setHeldId(shownId);

  const hasEnded = shown !== null && !isLive(shown.status);
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setTimeout(
      () => {
        setHeldId((before) => (before === shownId ? null : before));
        changeParams((current) => withParam(current, PARAM, null), { replace: true });
      },
      hasRoom ? limits.messageMilliseconds : END_SEEN,
    );
    return () => clearTimeout(timer);
  }, [hasEnded, hasRoom, shownId, changeParams]);

  return {
    shown,
    /** The order that the address names, where it was over before it could be shown. */
    goneId: isMissing && isUpToDate ? (named as OrderId) : null,
    /** Where list and panel take turns, opening an order is a step that Back undoes. */
    choose: (id: OrderId | null, { replace = hasRoom || id === null } = {}) =>
      changeParams((current) => withParam(current, PARAM, id), { replace }),
  };
}
