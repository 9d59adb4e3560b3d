/**
 * Special days, on which an outlet is closed or has hours other than those of its week: holidays, closures, one-off
 * openings.
 */
import * as z from 'zod';
import { endpoint, editors, merchant } from '../base/endpoint.ts';
import {
  confirmed,
  day,
  done,
  idOf,
  idParams,
  line,
  mode,
  newPeriods,
  periods,
  refuseSpecialPeriods,
  translatedLines,
  translations,
} from '../base/fields.ts';
import type { OutletId, SpecialDayId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/**
 * From `startsOn` to `endsOn`, both included, in the outlet's zone. `open: false` means closed; otherwise `periods`
 * replace the hours of the week. Periods that run in from the previous evening still count. `mode` null is for all
 * modes, and a day of one mode takes precedence over it. Guests see `reason`, such as 'Eid Al Fitr'.
 */
export const SpecialDay = z.object({
  _id: idOf<SpecialDayId>(),
  outletId: idOf<OutletId>(),
  mode: mode.nullable(),
  startsOn: z.string(),
  endsOn: z.string(),
  open: z.boolean(),
  periods,
  reason: z.string(),
  reasonTranslations: translations,
});
export type SpecialDay = z.infer<typeof SpecialDay>;

/** `endsOn` defaults to `startsOn`. The periods of a closed day are ignored. */
export const NewSpecialDay = z
  .object({
    mode: mode.nullish(),
    startsOn: day,
    endsOn: day.optional(),
    open: z.boolean(),
    periods: newPeriods.optional(),
    reason: line(limits.name),
    reasonTranslations: translatedLines(limits.name).optional(),
  })
  .refine(({ startsOn, endsOn = startsOn }) => startsOn <= endsOn, {
    path: ['endsOn'],
    message: 'special_day.ends_before_start',
  })
  .refine(({ open, periods }) => !open || periods !== undefined, {
    path: ['periods'],
    message: 'required',
  })
  .superRefine(({ open, periods }, context) => {
    if (open && periods !== undefined) refuseSpecialPeriods(periods, context);
  });
export type NewSpecialDay = z.infer<typeof NewSpecialDay>;

const one = z.object({ specialDay: SpecialDay, ...confirmed });

export const listSpecialDays = endpoint({
  summary: 'The special days of an outlet, those of the last weeks included, by their first day.',
  callers: merchant,
  params: idParams<OutletId>(),
  answer: z.object({ specialDays: z.array(SpecialDay) }),
  errors: ['request.not_found'],
});

export const updateSpecialDay = endpoint({
  summary: 'With the id of an outlet adds a special day to it, with the id of a special day replaces that.',
  callers: editors,
  params: idParams<OutletId | SpecialDayId>(),
  body: NewSpecialDay,
  answer: one,
  errors: ['request.not_found', 'special_day.overlaps', 'special_day.too_many'],
});

export const deleteSpecialDay = endpoint({
  summary: 'Delete a special day; it can be restored.',
  callers: editors,
  params: idParams<SpecialDayId>(),
  answer: done,
  errors: ['request.not_found'],
});

export const restoreSpecialDay = endpoint({
  summary: 'Bring back a deleted special day.',
  callers: editors,
  params: idParams<SpecialDayId>(),
  answer: one,
  errors: ['request.not_found', 'special_day.restore_conflict', 'special_day.too_many'],
});
