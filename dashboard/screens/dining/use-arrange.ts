import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DiningArea, DiningTable } from '#contract/dining/dining.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { client } from '../../api/api.ts';
import { showToast } from '../../components/feedback/toast-store.ts';
import { diningKey } from '../../api/dining-queries.ts';
import { queries } from '../../api/queries.ts';
import { errorText } from '../../words/error-text.ts';

interface Order {
  tables?: DiningTable[];
  areas?: DiningArea[];
}

/** Puts tables or areas in order: at once on the screen, and one order after the other on the server. */
export function useArrange(outletId: OutletId): (order: Order) => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: `arrange ${outletId}` },
    mutationFn: ({ tables, areas }: Order) =>
      client.call('POST /dining/arrange/:id', {
        params: { id: outletId },
        body: {
          ...(tables === undefined ? {} : { tables: tables.map(({ _id }) => _id) }),
          ...(areas === undefined ? {} : { areas: areas.map(({ _id }) => _id) }),
        },
      }),
    onMutate: async ({ tables, areas }) => {
      await cache.cancelQueries({ queryKey: diningKey(outletId) });
      if (tables !== undefined) cache.setQueryData(queries.diningTables(outletId).queryKey, tables);
      if (areas !== undefined) cache.setQueryData(queries.diningAreas(outletId).queryKey, areas);
    },
    onError: (error) => {
      showToast({ place: 'bar', tone: 'error', text: errorText(error, 'setup') });
      void cache.invalidateQueries({ queryKey: diningKey(outletId) });
    },
  });
  return mutate;
}
