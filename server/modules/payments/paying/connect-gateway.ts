import type { GatewayKind } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { ConnectedGateway } from '#contract/payments/payments.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { WithProof } from '#server/modules/accounts/second-factor/require-proof.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { type Gateway, GatewayFailed, modeOfKey, type PaymentAtGateway } from '../gateway.ts';
import {
  disconnectGateway,
  findGatewayRow,
  gatewayForWire,
  listAccountsOfKind,
  stopPayments,
  storeGateway,
} from '../gateway-keys.ts';
import { connectGatewayAccount, openGateway } from '../gateways/open-gateway.ts';
import { notifyUrl } from '../notify-url.ts';
import { enqueueSettling } from '../settling.ts';
import { atGateway, findPaymentOfAccount, listOpenPayments, type StoredPayment } from './queries.ts';

type ConnectDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'>;

/** Times that the gateway is asked before whoever connects is told to try again. */
const mostRounds = 3;

/** Runs a change once the person has proved who they are. */
type Proved = (change: (tx: Tx) => Promise<void>) => ReturnType<WithProof>;

/**
 * Connects a gateway whose key it accepts. The gateway is asked outside any transaction, between the proof and the change. A new key of
 * an account that was there before takes the place of the old one, so that its payments go on. Whether it is one is asked first: connecting
 * has the gateway sign its notifications anew. Where somebody else connects at the same time, the gateway is asked again: the keys that
 * are stored are the last that it was asked for. So it is where the account without payments gets its first one.
 * @throws payment.keys_refused; payment.gateway_unavailable, also where others connect again and again.
 */
export async function connectGateway(
  deps: ConnectDeps,
  by: AuditContext,
  account: { kind: GatewayKind; secretKey: string },
  proved: Proved,
): Promise<void> {
  await proved(async () => undefined);
  for (let round = 0; round < mostRounds; round++) if (await connectOnce(deps, by, account)) return;
  throw new Refusal('payment.gateway_unavailable');
}

/** @returns false where somebody else connected meanwhile, or the first payment of the account began. */
async function connectOnce(
  { db, config, clock, log }: ConnectDeps,
  by: AuditContext,
  { kind, secretKey }: { kind: GatewayKind; secretKey: string },
): Promise<boolean> {
  const { restaurantId } = by;
  const mode = modeOfKey(secretKey);
  const [seen, former] = await transaction(db, restaurantId, async (tx) => {
    const present = await findGatewayRow(tx, restaurantId);
    if (mode === null) return [present, []] as const;
    const rows = await listAccountsOfKind(tx, restaurantId, { kind, isTest: mode === 'test' });
    const accounts: FormerAccount[] = [];
    for (const { id } of rows) accounts.push({ id, payment: await findPaymentOfAccount(tx, restaurantId, id) });
    return [present, accounts] as const;
  });
  const gateway = openGateway(kind, { secretKey, notifications: '' }, config);
  const own = await findOwnAccount(gateway, former).catch(refusingFailure(kind));
  const notifications = notifyUrl(config.publicUrl, kind, restaurantId);
  const account = await connectGatewayAccount(kind, secretKey, config, notifications).catch(refusingFailure(kind));
  const isStored = await menuTransaction(db, restaurantId, async (tx) => {
    const now = clock();
    await lockMenu(tx, restaurantId);
    await stopPayments(tx, restaurantId);
    // The first payment of an account began meanwhile: it needs the keys that it began with.
    if (own?.payment === null && (await findPaymentOfAccount(tx, restaurantId, own.id)) !== null) return false;
    const stored = { ...account, kind, id: own?.id };
    if (!(await storeGateway(tx, config, by, stored, { seen, at: now }))) return false;
    // They may have waited for a key that the gateway accepts.
    for (const paymentId of await listOpenPayments(tx, restaurantId))
      await enqueueSettling(tx, restaurantId, { paymentId }, { key: `${paymentId} ${now.toISOString()}`, now });
    return true;
  });
  // The next key ends those that are left: till then they notify by a secret that nobody has any more.
  if (isStored)
    await account.endOlder().catch((error: unknown) => {
      if (!(error instanceof GatewayFailed)) throw error;
      log.warn({ err: error }, 'Older notifications of an account go on');
    });
  return isStored;
}

/** An account that was connected before, with the last payment that went with it. */
interface FormerAccount {
  id: string;
  payment: StoredPayment | null;
}

/**
 * The account whose payment the keys know, so that all its payments go on; else one without payments, which nothing depends on.
 * @throws GatewayFailed where the gateway does not say.
 */
async function findOwnAccount(
  gateway: Gateway,
  accounts: readonly FormerAccount[],
): Promise<FormerAccount | undefined> {
  for (const account of accounts) {
    const there = account.payment && atGateway(account.payment);
    if (there !== null && (await knows(gateway, there))) return account;
  }
  return accounts.find(({ payment }) => payment === null);
}

/** Whether the keys are those of the account that has the payment. @throws GatewayFailed where the gateway does not say. */
async function knows(gateway: Gateway, payment: PaymentAtGateway): Promise<boolean> {
  return gateway.look(payment).then(
    () => true,
    (error: unknown) => {
      // A key that the gateway refuses is refused by connecting as well, and one without the right to read goes with no payment.
      if (error instanceof GatewayFailed && (error.isUnknown || error.isKeyRefused || error.isForbidden)) return false;
      throw error;
    },
  );
}

/** Takes no more payments. @throws request.not_found */
export async function endOnlinePayment(
  { clock }: Pick<Deps, 'clock'>,
  by: AuditContext,
  proved: Proved,
): Promise<void> {
  await proved((tx) => disconnectGateway(tx, by, clock()));
}

export async function readGateway(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
): Promise<{ gateway: ConnectedGateway | null; hasSimulator: boolean }> {
  const row = await transaction(db, restaurantId, (tx) => findGatewayRow(tx, restaurantId), { readOnly: true });
  return { gateway: row && gatewayForWire(row), hasSimulator: config.payments.stripeApiUrl !== undefined };
}

/** Turns a failure of the gateway into the refusal that people read. */
export function refusingFailure(kind: GatewayKind) {
  return (error: unknown): never => {
    if (!(error instanceof GatewayFailed)) throw error;
    throw error.isKeyRefused || error.isForbidden
      ? new Refusal('payment.keys_refused', { gateway: gatewayNames[kind] })
      : new Refusal('payment.gateway_unavailable');
  };
}

const gatewayNames: Record<GatewayKind, string> = { stripe: 'Stripe', tap: 'Tap' };
