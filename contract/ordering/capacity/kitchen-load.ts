/** How full kitchens with a limit are, for those who work there. */
import * as z from 'zod';
import { endpoint, merchant } from '../../base/endpoint.ts';
import { idOf, instant, mode } from '../../base/fields.ts';
import type { OutletId } from '../../base/ids.ts';

/** `taken` minutes of the limit: sold, or passed. It is above the limit where staff have overruled it. */
export const KitchenLoad = z.object({
  outletId: idOf<OutletId>(),
  mode,
  makeMinutesPerQuarter: z.int(),
  quarters: z.array(z.object({ at: instant, taken: z.int() })),
});
export type KitchenLoad = z.infer<typeof KitchenLoad>;

export const getKitchenLoad = endpoint({
  summary: 'How full the kitchens with a limit are in the next two hours, by the quarter of an hour.',
  callers: merchant,
  answer: z.object({ kitchens: z.array(KitchenLoad) }),
  errors: [],
});
