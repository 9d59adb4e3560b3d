import { useQueryClient } from '@tanstack/react-query';
import { isLive } from '#contract/ordering/order-status.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { OptimisticSwitch } from '../../components/form/optimistic-switch.tsx';
import { useLiveOrders } from '../../components/live/use-live-orders.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { errorText } from '../../words/error-text.ts';

const text = words.outlets.outlets;

/** Active or InActive, saved at once; a word about the orders that are still under way, and a way back (core-setup 4). */
export function OutletStatus({ outlet }: { outlet: Outlet }) {
  const cache = useQueryClient();
  const { orders } = useLiveOrders();
  const live = orders.filter(({ outletId, status }) => outletId === outlet._id && isLive(status)).length;
  const save = async (isActive: boolean) => {
    const { queryKey } = queries.outlets();
    const params = { id: outlet._id };
    const answer = await client.call('PUT /outlet/update-outlet/:id', { params, form: { status: isActive } });
    await cache.cancelQueries({ queryKey });
    // Only what was switched: the answer to another change may still be under way.
    cache.setQueryData(queryKey, (outlets) =>
      outlets?.map((one) => (one._id === outlet._id ? { ...one, status: answer.outlet.status } : one)),
    );
    void cache.invalidateQueries({ queryKey });
    return answer.msg;
  };
  const takeBack = (isActive: boolean) =>
    save(isActive).catch((error: unknown) =>
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'outlets') }),
    );
  const change = async (isActive: boolean) => {
    const msg = await save(isActive);
    const toastText = isActive || live === 0 ? msg : withLiveOrders(msg, live);
    showToast({ place: 'bar', tone: 'ok', text: toastText, undo: () => void takeBack(!isActive) });
  };
  return (
    <OptimisticSwitch
      name={text.statusOf({ outlet: outlet.name })}
      isOn={outlet.status}
      onText={text.active}
      offText={text.inactive}
      save={change}
      errors="outlets"
      place="bar"
    />
  );
}

/** The sentence of a change, and what of the outlet goes on all the same. */
export function withLiveOrders(msg: string, live: number): string {
  return live === 0 ? msg : `${msg}. ${text.liveOrders({ count: live })}`;
}
