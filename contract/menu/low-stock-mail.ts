/** The mail a day about what is low on stock: when it comes, and to whom. */
import * as z from 'zod';
import { endpoint } from '../base/endpoint.ts';
import { confirmed, idOf } from '../base/fields.ts';
import type { UserId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** `hour` is of the day, 0 to 23, by the clock of the first outlet, whose zone is `timeZone`; null: no mail is sent. */
const LowStockMail = z.object({
  hour: z.int().nullable(),
  timeZone: z.string(),
  people: z.array(z.object({ _id: idOf<UserId>(), name: z.string(), email: z.string(), isChosen: z.boolean() })),
});
export type LowStockMail = z.infer<typeof LowStockMail>;

export const getLowStockMail = endpoint({
  summary: 'When the mail about low stock comes, and who of the staff gets it.',
  callers: ['owner'],
  isRestaurantWide: true,
  inSupportAccess: 'never',
  answer: z.object({ lowStockMail: LowStockMail }),
  errors: [],
});

export const updateLowStockMail = endpoint({
  summary: 'Set the hour of the mail about low stock, and the people who get it; without an hour there is none.',
  callers: ['owner'],
  isRestaurantWide: true,
  body: z.object({
    hour: z.int().min(0).max(23).nullable(),
    userIds: z.array(idOf<UserId>()).max(limits.staffMax),
  }),
  answer: z.object({ lowStockMail: LowStockMail, ...confirmed }),
  errors: ['request.not_found'],
});
