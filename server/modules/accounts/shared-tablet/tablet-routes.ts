import { confirmationOf } from '#contract/base/success-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Call, Handlers } from '#server/http/handlers.ts';
import {
  type TabletUser,
  lockTablet,
  readTablet,
  setPin,
  shareTablet,
  switchPerson,
  unshareTablet,
} from './shared-tablet.ts';

type TabletDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'streams'>;

/** The calls of a tablet that several people share. */
export function tabletRoutes(deps: TabletDeps) {
  return {
    'GET /auth/tablet': ({ caller }) => readTablet(deps, caller),

    'POST /auth/set-pin': async ({ body, ...call }) => {
      await setPin(deps, atDevice(call), body);
      return confirmationOf(body.pin === null ? 'account.pin_removed' : 'account.pin_set');
    },

    'POST /auth/share-tablet': async ({ body, ...call }) => {
      await shareTablet(deps, atDevice(call), body.lockMinutes);
      return confirmationOf('tablet.shared');
    },

    'POST /auth/unshare-tablet': async ({ body, ...call }) => {
      await unshareTablet(deps, atDevice(call), body.password);
      return confirmationOf('tablet.unshared');
    },

    'POST /auth/switch-person': async ({ body, ...call }) => {
      await switchPerson(deps, atDevice(call), body);
      return confirmationOf('record.updated');
    },

    'POST /auth/lock-tablet': async (call) => {
      await lockTablet(deps, atDevice(call));
      return confirmationOf('tablet.locked');
    },
  } satisfies Partial<Handlers>;
}

function atDevice({
  caller,
  clientAddress,
  requestId,
}: Pick<Call<'POST /auth/lock-tablet'>, 'caller' | 'clientAddress' | 'requestId'>): TabletUser {
  const { restaurantId, tokenHash } = caller;
  return { restaurantId, actor: caller, tokenHash, clientAddress, requestId };
}
