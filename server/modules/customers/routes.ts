import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { openPushKeys } from '#server/modules/outbound/push/push-keys.ts';
import { deleteAddress, listAddresses, saveAddress } from './addresses.ts';
import { changeCodeSettings, getCodeSettings } from '../restaurants/code-settings.ts';
import { allowGuestPush, endGuestPush, isToldByPush } from './guest-push.ts';
import { getSignedInCustomer } from './queries.ts';
import { registerAtTable } from './register-at-table.ts';
import { registerCustomer } from './register-customer.ts';
import { sendCode } from './send-code.ts';
import { verifyCode } from './verify-code.ts';
import { customerOnWire } from './wire.ts';

export function customerRoutes(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'outbox' | 'log'>) {
  return {
    'POST /auth/sent-otp': ({ body, clientAddress, site }) =>
      sendCode(deps, body, clientAddress, site?.domain ?? new URL(deps.config.publicUrl).hostname),

    'POST /auth/verify-otp': ({ body, clientAddress }) => verifyCode(deps, body, clientAddress),

    'POST /auth/register-customer': ({ body, caller }) => registerCustomer(deps, body, caller),

    'POST /auth/register-at-table': ({ body, caller: { restaurantId } }) => registerAtTable(deps, restaurantId, body),

    'GET /auth/customer': async ({ caller: { restaurantId, customerId } }) => {
      const customer = await transaction(deps.db, restaurantId, (tx) =>
        getSignedInCustomer(tx, restaurantId, customerId),
      );
      return { customer: customerOnWire(customer) };
    },

    'GET /auth/addresses': async ({ caller: { restaurantId, customerId } }) => ({
      addresses: await transaction(deps.db, restaurantId, (tx) => listAddresses(tx, restaurantId, customerId), {
        readOnly: true,
      }),
    }),

    'POST /auth/save-address': async ({ body, caller: { restaurantId, customerId } }) => ({
      addresses: await transaction(deps.db, restaurantId, (tx) =>
        saveAddress(tx, restaurantId, customerId, body, deps.clock()),
      ),
    }),

    'POST /auth/delete-address/:id': async ({ params, caller: { restaurantId, customerId } }) => ({
      addresses: await transaction(deps.db, restaurantId, async (tx) => {
        await deleteAddress(tx, restaurantId, customerId, params.id);
        return listAddresses(tx, restaurantId, customerId);
      }),
    }),

    'POST /auth/push-state': async ({ body: { endpoint }, caller: { restaurantId, customerId } }) => {
      const { publicKey } = await openPushKeys(deps);
      const isAllowed = await transaction(
        deps.db,
        restaurantId,
        (tx) => isToldByPush(tx, restaurantId, customerId, endpoint),
        { readOnly: true },
      );
      return { publicKey, isAllowed };
    },

    'POST /auth/allow-push': async ({ body, caller }) => {
      await transaction(deps.db, caller.restaurantId, (tx) => allowGuestPush(tx, deps, caller, body));
      return confirmationOf('record.added');
    },

    'POST /auth/end-push': async ({ caller: { restaurantId, customerId } }) => {
      await transaction(deps.db, restaurantId, (tx) => endGuestPush(tx, restaurantId, customerId));
      return confirmationOf('record.deleted');
    },

    'GET /auth/code-settings': async ({ caller: { restaurantId } }) => ({
      codeSettings: await transaction(deps.db, restaurantId, (tx) => getCodeSettings(tx, restaurantId), {
        readOnly: true,
      }),
    }),

    'POST /auth/update-code-settings': async ({ body, caller: { restaurantId } }) => ({
      codeSettings: await transaction(deps.db, restaurantId, (tx) =>
        changeCodeSettings(tx, restaurantId, body, deps.clock()),
      ),
      ...confirmationOf('record.updated'),
    }),
  } satisfies Partial<Handlers>;
}
