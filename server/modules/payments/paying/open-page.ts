import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '#contract/base/enumerations.ts';
import type { Currency } from '#contract/base/money.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getSender, siteAddress } from '#server/modules/restaurants/queries.ts';
import { type Gateway, GatewayFailed } from '../gateway.ts';
import { askGateway, type GatewayRow, type OpenAccount, openRestaurantGateway } from '../gateway-keys.ts';
import { notifyUrl } from '../notify-url.ts';
import { giveUpPayment } from './give-up-payment.ts';
import { findPayment, lockPayment, type StoredPayment, updatePayment } from './queries.ts';
import { referenceOf } from './reference.ts';

type OpenDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>;

/** Milliseconds between two looks for the page that another request is opening. */
const waitMs = 300;
const mostWaits = 20;

/** The gateway of the account. @throws payment.gateway_unavailable where its keys cannot be read. */
export function openOrRefuse(row: GatewayRow, { config, log }: OpenDeps): Gateway {
  try {
    return openRestaurantGateway(row, config);
  } catch (error) {
    log.warn({ err: error }, 'The keys of a gateway cannot be read');
    throw new Refusal('payment.gateway_unavailable');
  }
}

/**
 * Opens the page at the gateway, or finds the one that is open. A page that cannot be opened leaves nothing behind: what was kept for
 * the guest is free at once. Only the request that began the payment may end it so; others wait for it.
 * @throws payment.gateway_unavailable; payment.amount_not_possible where the gateway takes no such amount.
 */
export async function openPage(
  deps: OpenDeps,
  { gateway, account }: OpenAccount,
  payment: StoredPayment,
  isOurs: boolean,
): Promise<StoredPayment> {
  if (payment.state !== 'begun' || payment.url !== null || payment.entry === null) return payment;
  if (!isOurs) {
    const opened = await untilOpened(deps, payment);
    if (opened.state !== 'begun' || opened.url !== null || opened.entry === null) return opened;
  }
  const { db, config, log } = deps;
  const { restaurant_id: restaurantId, id } = payment;
  const { sender, email } = await transaction(
    db,
    restaurantId,
    async (tx) => ({
      sender: await getSender(tx, restaurantId),
      email: await emailOf(tx, payment),
    }),
    { readOnly: true },
  );
  const language = (payment.entry as { language?: Language | null }).language ?? sender.language;
  try {
    const request = {
      restaurantId,
      paymentId: id,
      amount: payment.amount_minor,
      currency: payment.currency as Currency,
      description: sender.nameTranslations[language] ?? sender.name,
      language,
      email,
      returnUrl: `${siteAddress(config.publicUrl, sender)}/payment/${referenceOf(config.secret, id)}`,
      notifyUrl: notifyUrl(config.publicUrl, payment.gateway, restaurantId),
    };
    const { gatewayId, url } = await askGateway(deps, account, () => gateway.begin(request));
    return await transaction(db, restaurantId, async (tx) => {
      const present = await lockPayment(tx, restaurantId, id);
      // Ended meanwhile: the guest is not led to a page that buys nothing, and it is closed with the next look.
      if (present?.state !== 'begun') throw new GatewayFailed('The payment ended while its page was opened');
      await updatePayment(tx, payment, { gateway_id: gatewayId, url });
      return { ...present, gateway_id: gatewayId, url };
    });
  } catch (error) {
    log.warn({ err: error, payment: id }, 'A payment could not be begun at the gateway');
    if (isOurs) await giveUpPayment(deps, restaurantId, payment);
    const isAmountRefused = error instanceof GatewayFailed && error.isAmountRefused;
    throw new Refusal(isAmountRefused ? 'payment.amount_not_possible' : 'payment.gateway_unavailable');
  }
}

/** The payment once another request has opened its page or ended it, or when that takes so long that its server must be gone. */
async function untilOpened({ db }: OpenDeps, payment: StoredPayment): Promise<StoredPayment> {
  const { restaurant_id, id } = payment;
  let present: StoredPayment | null = payment;
  for (let wait = 0; wait < mostWaits && present?.state === 'begun' && present.url === null; wait++) {
    await sleep(waitMs);
    present = await transaction(db, restaurant_id, (tx) => findPayment(tx, restaurant_id, { paymentId: id }));
  }
  return present ?? payment;
}

async function emailOf(tx: Tx, { restaurant_id, customer_id }: StoredPayment): Promise<string | null> {
  const guest = await tx
    .selectFrom('customers')
    .select('email')
    .where('restaurant_id', '=', restaurant_id)
    .where('id', '=', customer_id)
    .executeTakeFirst();
  return guest?.email ?? null;
}
