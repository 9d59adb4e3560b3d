import { useQueryClient } from '@tanstack/react-query';
import type { DiningArea } from '#contract/dining/dining.ts';
import type { DiningAreaId, OutletId } from '#contract/base/ids.ts';
import { client } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';

/** The id of the area of a name, which is added where there is none; null for no name. */
export function useArea(outletId: OutletId, areas: readonly DiningArea[]) {
  const cache = useQueryClient();
  return async (typed: string): Promise<DiningAreaId | null> => {
    const name = typed.trim();
    if (name === '') return null;
    const existingArea = areas.find((area) => area.name.toLowerCase() === name.toLowerCase());
    if (existingArea !== undefined) return existingArea._id;
    const params = { id: outletId };
    const { area } = await client.call('POST /dining/update-area/:id', { params, body: { name } });
    cache.setQueryData<DiningArea[]>(queries.diningAreas(outletId).queryKey, (list) => list && [...list, area]);
    return area._id;
  };
}
