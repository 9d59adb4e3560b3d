import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { isSupportAccess } from '#server/http/requests/authenticating.ts';
import { signOut } from '#server/modules/accounts/sessions/sign-out.ts';
import { addDriver, changeDriver, removeDriver, renewDriverLink } from './change-drivers.ts';
import { answerRun, beginShift, changeRun, endShift } from './change-run.ts';
import { failOrder, handOver } from './hand-over.ts';
import { leaveOutlet } from './leave-outlet.ts';
import { listDriverRows } from './queries.ts';
import { listShifts, settleShift, shiftForWire } from './shifts.ts';
import { readPhoto } from './read-photo.ts';
import { sortRun } from './sort-run.ts';
import { signInDriver } from './sign-in-driver.ts';
import { assignOrder, giveBack, takeOrder } from './take-order.ts';
import { keepPosition, trackOrder } from './track-driver.ts';
import { driverForWire, driversForWire } from './wire.ts';

export function deliveryRoutes(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'streams'>) {
  const { db, clock } = deps;
  return {
    'GET /delivery/get-drivers': async ({ caller }) => {
      const { restaurantId } = caller;
      const rows = await transaction(db, restaurantId, (tx) => listDriverRows(tx, restaurantId), { readOnly: true });
      return { drivers: driversForWire(rows, isSupportAccess(caller)) };
    },

    'POST /delivery/add-driver': async ({ body, caller, requestId }) => {
      const { restaurantId } = caller;
      const { driver, ...opening } = await addDriver(deps, { restaurantId, actor: caller, requestId }, body);
      return { ...confirmationOf('record.added'), driver: driverForWire(driver), ...opening };
    },

    'POST /delivery/update-driver/:id': async ({ params, body, caller, requestId }) => {
      const { restaurantId } = caller;
      const driver = await changeDriver(deps, { restaurantId, actor: caller, requestId }, params.id, body);
      return { ...confirmationOf('record.updated'), driver: driverForWire(driver) };
    },

    'POST /delivery/new-driver-link/:id': async ({ params, caller, requestId }) => {
      const { restaurantId } = caller;
      const { driver, ...opening } = await renewDriverLink(deps, { restaurantId, actor: caller, requestId }, params.id);
      return { ...confirmationOf('record.updated'), driver: driverForWire(driver), ...opening };
    },

    'DELETE /delivery/remove-driver/:id': async ({ params, caller, requestId }) => {
      await removeDriver(deps, { restaurantId: caller.restaurantId, actor: caller, requestId }, params.id);
      return confirmationOf('record.deleted');
    },

    'POST /delivery/assign-order': async ({ body, caller }) => ({
      order: await assignOrder(deps, caller.restaurantId, body),
    }),

    'GET /delivery/get-photo/:id': ({ params, caller: { restaurantId } }) => readPhoto(deps, restaurantId, params.id),

    'POST /delivery/signin-driver': async ({ body, userAgent }) => ({
      token: await signInDriver(deps, body, userAgent),
    }),

    'POST /delivery/signout-driver': async ({ caller }) => {
      await signOut(deps, caller.tokenHash);
      return confirmationOf('account.signed_out');
    },

    'GET /delivery/get-run': ({ caller }) => answerRun(deps, caller),

    'POST /delivery/take-order': ({ body, caller }) =>
      changeRun(deps, caller, (tx) => takeOrder(tx, caller, body.orderId, clock())),

    'POST /delivery/give-back-order': ({ body, caller }) =>
      changeRun(deps, caller, (tx) =>
        giveBack(tx, caller.restaurantId, {
          orderId: body.orderId,
          from: (driverId) => driverId === caller.driverId,
          now: clock(),
        }),
      ),

    'POST /delivery/sort-run': ({ body, caller }) =>
      changeRun(deps, caller, (tx) => sortRun(tx, caller, body.orderIds)),

    'POST /delivery/leave-outlet': ({ caller }) => changeRun(deps, caller, (tx) => leaveOutlet(tx, caller, clock())),

    'POST /delivery/hand-over': async ({ form, files, caller }) => {
      await handOver(deps, caller, form.orderId, { code: form.code, name: form.name, photo: files['photo'] });
      return answerRun(deps, caller);
    },

    'POST /delivery/open-shift': ({ body, caller }) => beginShift(deps, caller, body.float),

    'POST /delivery/close-shift': ({ body, caller }) => endShift(deps, caller, body.counted),

    'GET /delivery/get-shifts': ({ query: { before }, caller: { restaurantId } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => ({ shifts: (await listShifts(tx, restaurantId, before)).map(shiftForWire) }),
        { readOnly: true },
      ),

    'POST /delivery/settle-shift/:id': async ({ params, body, caller, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      return { ...confirmationOf('record.updated'), shift: await settleShift(deps, by, params.id, body.counted) };
    },

    'POST /delivery/report-position': async ({ body, caller }) => ({
      isWanted: await transaction(db, caller.restaurantId, (tx) => keepPosition(tx, caller, body, clock())),
    }),

    'GET /delivery/track-order/:id': async ({ params, caller }) => ({
      tracking: await transaction(db, caller.restaurantId, (tx) => trackOrder(tx, caller, params.id, clock()), {
        readOnly: true,
      }),
    }),

    'POST /delivery/fail-order': async ({ body, caller }) => {
      await failOrder(deps, caller, body.orderId, body.reason);
      return answerRun(deps, caller);
    },
  } satisfies Partial<Handlers>;
}
