import { UNDO_SECONDS } from '#contract/ordering/order-status.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findCustomer } from '#server/modules/customers/queries.ts';
import type { MessageWatcher } from '#server/modules/outbound/message-handlers.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { findOutletPhone } from '#server/modules/outlets/queries.ts';
import { restaurantBudget } from '#server/modules/restaurants/message-budgets.ts';
import { getSender } from '#server/modules/restaurants/queries.ts';
import { consumeAll, counterKey, type RateRule } from '#server/rate-limits/rate-counters.ts';
import { orderName } from '../order-name.ts';
import { findOrder, type StoredOrder } from '../queries.ts';
import { cancelledMail, cancelledText } from './cancelled-messages.ts';

/** Texts, and mails, about cancelled orders to a guest in a day. */
const perGuestDay = 5;
/** Texts of all restaurants to the numbers of a country in an hour. */
const perCountryHour = 200;
const daySeconds = 24 * 3600;

/** Later than a cancellation can be undone. */
const delayMs = (UNDO_SECONDS + 1) * 1000;

/**
 * Tells a guest that the restaurant has cancelled their order: by text, and by mail where an address is known, each within its
 * budgets. Guests at a table are told by their phones and by staff, test orders have no guest (decision 47).
 */
export async function tellCancelled(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  order: Pick<
    StoredOrder,
    | 'restaurant_id'
    | 'id'
    | 'outlet_id'
    | 'outlet_name'
    | 'order_number'
    | 'order_prefix'
    | 'customer_id'
    | 'customer_phone'
    | 'mode'
    | 'language'
    | 'cancel_reason'
    | 'status_version'
  >,
): Promise<void> {
  const { restaurant_id: restaurantId, customer_id: customerId, customer_phone: phone } = order;
  if (customerId === null || phone === '' || order.mode === 'dine-in') return;
  const [sender, outletPhone, customer] = await Promise.all([
    getSender(tx, restaurantId),
    findOutletPhone(tx, restaurantId, order.outlet_id),
    findCustomer(tx, restaurantId, customerId),
  ]);
  const language = order.language ?? sender.language;
  const facts = {
    orderName: orderName(order),
    restaurantName: sender.nameTranslations[language] ?? sender.name,
    outletName: order.outlet_name,
    outletPhone,
    reason: order.cancel_reason,
    language,
    address: `${deps.config.publicUrl}/${sender.slug}/order/${order.id}`,
  };
  const about = `${order.id} ${order.status_version}`;
  const common = { restaurantId, about, delayMs };
  const now = deps.clock();
  if ((await consumeAll(tx, await textBudgets(tx, order), now)).isAllowed) {
    const content = { to: phone, text: cancelledText(facts) };
    await sendMessage(tx, deps, { ...common, kind: 'order_cancelled', content, key: `${about} cancelled.text` });
  }
  const email = customer?.email ?? '';
  if (email !== '' && (await consumeAll(tx, await mailBudgets(tx, order, email), now)).isAllowed) {
    const content = cancelledMail(email, facts);
    await sendMessage(tx, deps, { ...common, kind: 'order_cancelled_mail', content, key: `${about} cancelled.mail` });
  }
}

/** The platform pays for texts, and a restaurant could have them sent by ordering and cancelling. */
async function textBudgets(
  tx: Tx,
  { restaurant_id: restaurantId, customer_phone: phone }: Pick<StoredOrder, 'restaurant_id' | 'customer_phone'>,
) {
  const country = findPhoneNumber(phone, 'AE')?.country ?? 'none';
  return [
    await restaurantBudget(tx, restaurantId, 'cancelled_text'),
    { key: counterKey('cancelled:text-number', phone), limit: perGuestDay, windowSeconds: daySeconds },
    { key: counterKey('cancelled:text-country', country), limit: perCountryHour, windowSeconds: 3600 },
  ] satisfies RateRule[];
}

async function mailBudgets(tx: Tx, { restaurant_id: restaurantId }: Pick<StoredOrder, 'restaurant_id'>, email: string) {
  return [
    await restaurantBudget(tx, restaurantId, 'cancelled_mail'),
    { key: counterKey('cancelled:mail-address', email.toLowerCase()), limit: perGuestDay, windowSeconds: daySeconds },
  ] satisfies RateRule[];
}

/** Not sent where the cancellation that it is about was undone, or the guest was erased. */
const cancellation: MessageWatcher = {
  async isWanted(tx, { restaurantId, about }) {
    const [id, version] = (about ?? '').split(' ');
    const order = await findOrder(tx, restaurantId!, id as OrderId);
    return order?.status === 'Cancelled' && order.customer_phone !== '' && String(order.status_version) === version;
  },
};

export const cancellationWatchers = { order_cancelled: cancellation, order_cancelled_mail: cancellation };
