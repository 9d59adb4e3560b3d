import { confirmationOf } from '#contract/base/success-text.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { Language } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findTableIdOfCode } from '#server/modules/dining/require-table-code.ts';
import { sendMessageNow } from '#server/modules/outbound/send-message.ts';
import { type CodeRequest, countCode, type CountedCode } from './code-limits.ts';
import { hashCode, makeCode } from './codes.ts';
import { findGuest, invalidPhone } from './find-guest.ts';
import { hasOrdered, storeCode } from './queries.ts';
import { codeText } from './words.ts';

interface AskedCode {
  restaurantName: string;
  number: string;
  language: Language;
  /** The code of the table at which the guest sits. */
  table?: string | null | undefined;
}

/**
 * Sends a new code to a phone (R12, R15, R16). The answer does not tell whether the number is registered, except
 * that one that has ordered gets a code while strangers have used up theirs. An unknown restaurant answers and counts like a known one, and sends nothing (R19).
 * `host` is where the guest types the code, which browsers fill in there alone.
 * @throws auth.invalid_phone, code.country_not_served, code.restaurant_not_open, code.too_soon, code.too_many, code.not_sent
 */
export async function sendCode(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'outbox' | 'log'>,
  { restaurantName, number, language, table }: AskedCode,
  clientAddress: string,
  host: string,
) {
  const { db, config, clock, log } = deps;
  const now = clock();
  const { restaurant, phone } = await findGuest(db, restaurantName, number);
  const served = restaurant?.codeCountries ?? null;
  const isServed = phone.country !== null && (served === null || served.includes(phone.country));
  if (!isServed) throw new Refusal('code.country_not_served');
  if (restaurant?.isOwnerVerified === false) throw new Refusal('code.restaurant_not_open');
  if (!phone.isMobile) throw invalidPhone(fieldProblem('customer.not_mobile'));
  const request: CodeRequest = {
    phone: phone.e164,
    restaurant: restaurant?.id ?? restaurantName,
    codesPerDay: restaurant?.codesPerDay ?? limits.codesPerDayMax,
    clientAddress,
    ...(restaurant === null ? aStranger : await findStanding(deps, restaurant.id, phone.e164, table ?? null)),
  };
  const taken = config.rateLimits ? await countCode(db, request, now, log) : nothingCounted;

  if (restaurant !== null) {
    const code = makeCode();
    const codeHash = hashCode(config.secret, restaurant.id, phone.e164, code);
    const name = restaurant.nameTranslations[language] ?? restaurant.name;
    const text = codeText(code, name, host, language);
    const content = { to: phone.e164, text };
    const message = await transaction(db, restaurant.id, async (tx) => {
      await storeCode(tx, restaurant.id, phone.e164, codeHash, now);
      return sendMessageNow(tx, deps, { kind: 'phone_code', restaurantId: restaurant.id, content });
    });
    if (!(await message.whenCommitted())) {
      await taken.refund();
      throw new Refusal('code.not_sent', { seconds: 5 });
    }
  }
  return {
    ...confirmationOf('customer.code_sent'),
    resendInSeconds: limits.codeResendSeconds,
    codeLength: limits.codeLength,
  };
}

type Standing = Pick<CodeRequest, 'tableId' | 'hasOrdered'>;

const aStranger: Standing = { tableId: null, hasOrdered: false };

/** The facts that open a wider budget. The code of a table that is no longer valid opens none, and is no reason to refuse. */
function findStanding(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
  phone: string,
  table: string | null,
): Promise<Standing> {
  return transaction(
    db,
    restaurantId,
    async (tx) => ({
      tableId: table === null ? null : await findTableIdOfCode(tx, config.secret, restaurantId, table),
      hasOrdered: await hasOrdered(tx, restaurantId, phone),
    }),
    { readOnly: true },
  );
}

const nothingCounted: CountedCode = { refund: async () => undefined };
