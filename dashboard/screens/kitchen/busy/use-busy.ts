import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BusyLength, BusyStep, Mode } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { client } from '../../../api/api.ts';
import { queries } from '../../../api/queries.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';

const text = words.kitchen.busy;

interface BusyChoice {
  outlets: readonly Pick<Outlet, '_id'>[];
  /** Null: all modes. */
  mode: Mode | null;
  minutes: BusyStep;
  length: BusyLength;
}

/** Makes the times of outlets longer. */
export function useBeginBusy(onDone: () => void) {
  const show = useShowOutlet();
  return useMutation({
    mutationFn: ({ outlets, mode, minutes, length }: BusyChoice) =>
      Promise.all(
        outlets.map(async ({ _id: id }) => {
          const body = { ...(mode === null ? {} : { mode }), minutes, length };
          show((await client.call('POST /outlet/begin-busy/:id', { params: { id }, body })).outlet);
        }),
      ),
    onSuccess: () => {
      showToast({ place: 'toast', tone: 'ok', text: text.begun });
      onDone();
    },
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
}

/** Ends it at those outlets, in all modes. */
export function useEndBusy(onDone: () => void = () => undefined) {
  const show = useShowOutlet();
  return useMutation({
    mutationFn: (outletIds: readonly OutletId[]) =>
      Promise.all(
        outletIds.map(async (id) =>
          show((await client.call('POST /outlet/end-busy/:id', { params: { id }, body: {} })).outlet),
        ),
      ),
    onSuccess: () => {
      showToast({ place: 'toast', tone: 'ok', text: text.ended });
      onDone();
    },
    onError: (error) => showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') }),
  });
}

/** Shows an outlet as the server has it now. */
function useShowOutlet() {
  const cache = useQueryClient();
  return (saved: Outlet) =>
    cache.setQueryData(queries.outlets().queryKey, (outlets) =>
      outlets?.map((one) => (one._id === saved._id ? saved : one)),
    );
}
