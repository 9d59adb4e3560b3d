/** The stamp card of a guest (decision 83): an order that is completed earns a stamp, and a full card is used as an offer is. */
import * as z from 'zod';
import { stampMovementKinds } from '../../base/enumerations.ts';
import { editors, endpoint } from '../../base/endpoint.ts';
import { confirmed, idParams, instant, price, text, translations } from '../../base/fields.ts';
import type { CustomerId } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';

/**
 * `needed` stamps make a full card; there may be more. `minimum` is the least subtotal, after discounts, that earns one. `expiresAt`: when
 * the stamps go unless another one comes; null: they stay. `off`: the amount of the reward; null: it is a free dish.
 */
export const StampCard = z.object({
  name: z.string(),
  nameTranslations: translations,
  stamps: z.int(),
  needed: z.int(),
  minimum: price,
  expiresAt: instant.nullable(),
  off: price.nullable(),
});
export type StampCard = z.infer<typeof StampCard>;

export const getStampCard = endpoint({
  summary: 'The stamp card of the guest; null where the restaurant has none, or the guest gave no number.',
  callers: ['customer'],
  answer: z.object({ card: StampCard.nullable() }),
  errors: [],
});

/** `by` and `reason` are of a person who corrected the card; null for what happens by itself. The newest come first. */
const StampMovement = z.object({
  kind: z.enum(stampMovementKinds),
  stamps: z.int(),
  at: instant,
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type StampMovement = z.infer<typeof StampMovement>;

/** The card as the people of the restaurant see it, with its newest movements, at most `limits.stampMovementsShown`. */
export const CardOfGuest = StampCard.extend({ isPaused: z.boolean(), movements: z.array(StampMovement) });
export type CardOfGuest = z.infer<typeof CardOfGuest>;

const reason = text(limits.stampReason).refine((value) => value !== '', 'required');

/**
 * `stamps` are given, or taken where there are fewer than none. The audit log has the reason, and not whose card it is. With an
 * Idempotency-Key, repeated requests are one correction.
 */
export const correctStamps = endpoint({
  summary: 'Give a guest stamps, or take some.',
  callers: editors,
  isIdempotent: true,
  params: idParams<CustomerId>(),
  body: z.object({
    stamps: z
      .int()
      .min(-limits.stampsCorrectedMax)
      .max(limits.stampsCorrectedMax)
      .refine((stamps) => stamps !== 0, 'required'),
    reason,
  }),
  answer: z.object({ stampCard: CardOfGuest, ...confirmed }),
  errors: ['request.not_found', 'customer.too_few_stamps', 'customer.stamps_key_reused'],
});
