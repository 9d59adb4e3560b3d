import { type GatewayKind, gatewayKinds } from '#contract/base/enumerations.ts';
import { isId, type PaymentId, type RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { GatewayFailed, NotGenuine } from '../gateway.ts';
import { isSigned } from '../gateways/open-gateway.ts';
import { notifyPath } from '../notify-url.ts';
import { enqueueSettling } from '../settling.ts';
import { findPayment } from './queries.ts';
import { type RememberedAccount, rememberAccounts } from './remembered-accounts.ts';

/** Milliseconds in which notifications about one payment are one reason to look. */
const lookEveryMs = 1_000;

/**
 * Takes the notifications of gateways, which are hints to look at a payment and change nothing by themselves: one that comes twice,
 * late, in another order or never changes nothing either. The checks that need no database come first, and the signature before anything
 * is written; a busy server refuses them before orders. An account at which guests paid before speaks of its own payments alone.
 */
export function notificationPage({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): OpenRoute {
  const findAccounts = rememberAccounts({ db, config });
  return {
    method: 'POST',
    url: notifyPath,
    why: 'A payment gateway says that something happened; it signs, and knows no bearer tokens.',
    takesBytes: true,
    handler: async (request, reply) => {
      const { kind, restaurantId } = request.params as { kind: string; restaurantId: string };
      if (!isId(restaurantId) || !isGatewayKind(kind)) throw new Refusal('request.not_found');
      const { body } = request;
      const headers = request.headers as Record<string, string | undefined>;
      if (!Buffer.isBuffer(body) || !isSigned(kind, headers)) throw new Refusal('request.invalid');
      const id = restaurantId as RestaurantId;
      const { account, paymentId } = await readGenuine(async () => {
        const accounts = (await findAccounts(id)).filter((one) => one.kind === kind);
        if (accounts.length === 0) throw new Refusal('request.not_found');
        return readSigned(accounts, body, headers);
      });
      if (paymentId !== null)
        await transaction(db, id, async (tx) => {
          const payment = await findPayment(tx, id, { paymentId });
          if (payment === null || !(account.isPresent || payment.account_id === account.id)) return;
          const now = clock();
          const key = `${paymentId} at ${Math.floor(now.getTime() / lookEveryMs)}`;
          // The next whole second, so that none that comes before it is left out.
          const delayMs = lookEveryMs - (now.getTime() % lookEveryMs);
          await enqueueSettling(tx, id, { paymentId }, { key, delayMs, now });
        });
      return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send('{}');
    },
  };
}

function isGatewayKind(kind: string): kind is GatewayKind {
  return gatewayKinds.some((known) => known === kind);
}

/** Finds the account that has signed. @throws NotGenuine where none of them has. */
async function readSigned(
  accounts: readonly RememberedAccount[],
  body: Buffer,
  headers: Record<string, string | undefined>,
): Promise<{ account: RememberedAccount; paymentId: PaymentId | null }> {
  for (const account of accounts) {
    try {
      return { account, paymentId: await account.gateway.readNotification(body, headers) };
    } catch (error) {
      if (!(error instanceof NotGenuine)) throw error;
    }
  }
  throw new NotGenuine('the notification is signed by no account of the restaurant');
}

async function readGenuine<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotGenuine) throw new Refusal('request.invalid');
    if (error instanceof GatewayFailed) throw new Refusal('payment.gateway_unavailable');
    throw error;
  }
}
