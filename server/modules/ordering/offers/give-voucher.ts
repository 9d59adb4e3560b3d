/** Vouchers: offers with a code of their own, an amount, one use, and one guest whom they are for (decision 100). */
import { randomInt } from 'node:crypto';
import type { CustomerId, OfferId, RestaurantId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Capital letters and digits that nobody takes for another one, or for a part of a word. */
const letters = '23456789BCDFGHJKMNPQRSTVWXZ';
const codeLength = 10;

interface Voucher {
  customerId: CustomerId;
  /** The number that people say of the order that it makes up for. */
  orderName: string;
  amount: MinorUnits;
  until: Date;
  now: Date;
}

/** @returns the code by which the guest uses it: one of 10^14, so that none comes twice, and nobody finds one by trying. */
export async function giveVoucher(
  tx: Tx,
  restaurantId: RestaurantId,
  { customerId, orderName, amount, until, now }: Voucher,
): Promise<string> {
  const code = newCode();
  await tx
    .insertInto('offers')
    .values({
      restaurant_id: restaurantId,
      id: newId<OfferId>(),
      name: `Voucher for order #${orderName}`,
      name_translations: { ar: `قسيمة عن الطلب رقم ${orderName}` },
      code,
      kind: 'amount',
      percent_bp: null,
      amount_minor: amount,
      buy_portions: null,
      free_portions: null,
      category_ids: null,
      item_ids: null,
      outlet_ids: null,
      modes: null,
      hours: null,
      starts_at: null,
      ends_at: until,
      uses_max: 1,
      uses_of_guest_max: null,
      stamps_needed: null,
      stamp_months: null,
      created_at: now,
      deleted_at: null,
      customer_id: customerId,
    })
    .execute();
  return code;
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');
}
