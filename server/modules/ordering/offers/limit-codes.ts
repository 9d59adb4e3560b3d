/** Codes on flyers are short, and a quote says whether one is right: whoever tries many gets no answer about any for an hour. */
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { consumeOne, counterKey, readCounters } from '#server/rate-limits/rate-counters.ts';
import type { BasketFacts } from '../quote/read-basket-facts.ts';
import { codeOf } from './offer-facts.ts';

/** Different wrong codes in an hour, more than a dining room that shares an address mistypes. */
const wrongCodesMax = 30;
const windowSeconds = 3600;

/**
 * The facts of a basket, without the offer of its code where `subject` (a guest, a table, a network) has tried too many wrong ones. A wrong
 * code is counted once, however often its basket is priced. Queries only for baskets with a code.
 */
export async function limitCodes(
  db: Db,
  { restaurantId, subject }: { restaurantId: RestaurantId; subject: string },
  basket: { offerCode?: string | null | undefined },
  facts: BasketFacts,
  now: Date,
): Promise<BasketFacts> {
  const code = codeOf({ offerCode: basket.offerCode ?? null });
  if (code === null) return facts;
  const tries = counterKey('offer-codes', restaurantId, subject);
  if (facts.offers.some((offer) => offer.code === code)) {
    const [tried] = await readCounters(db, [tries], now);
    return tried! >= wrongCodesMax ? withoutCodes(facts) : facts;
  }
  const first = await consumeOne(db, counterKey('offer-code', restaurantId, subject, code), 1, windowSeconds, now);
  if (first.isAllowed) await consumeOne(db, tries, wrongCodesMax, windowSeconds, now);
  const [tried] = await readCounters(db, [tries], now);
  return tried! >= wrongCodesMax ? withoutCodes(facts) : facts;
}

function withoutCodes(facts: BasketFacts): BasketFacts {
  return { ...facts, offers: facts.offers.filter((offer) => offer.code === null), areCodesIgnored: true };
}
