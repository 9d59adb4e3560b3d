import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { OrderingModeChanges, OutletChanges } from '#contract/outlets/outlets.ts';
import { confirmationOf, type PlainSuccessCode } from '#contract/base/success-text.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Call, Handlers } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { makePicture } from '#server/modules/restaurants/pictures/picture.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { addOutlet } from './add-outlet.ts';
import { type EscalationDefaults, changeEscalation, getEscalation } from './escalation-settings.ts';
import { changeOrderingMode, modeChangesOf } from './change-ordering-mode.ts';
import { acceptedModes, changeOutlet } from './change-outlet.ts';
import { deleteSpecialDay, listSpecialDays, restoreSpecialDay, saveSpecialDay } from './change-special-day.ts';
import { deleteOutlet, restoreOutlet } from './delete-outlet.ts';
import { pauseOrders } from './pause-orders.ts';
import { auditPause } from './audit-pause.ts';
import { getOutlet, listOutlets, type OutletRow, requireOutlet } from './queries.ts';
import { modeOf, toOrderingMode, toOutlet, toOutletInMode, toSpecialDay } from './wire.ts';

interface OutletDeps extends Pick<Deps, 'db' | 'clock'> {
  /** The number of live orders of the outlet; the ordering module provides it. */
  countLiveOrders: (tx: Tx, restaurantId: RestaurantId, outletId: OutletId) => Promise<number>;
  escalationDefaults: EscalationDefaults;
}

export function outletRoutes({ db, clock, countLiveOrders, escalationDefaults }: OutletDeps) {
  return {
    'GET /outlet/get-all-outlet': async ({ caller }) => {
      const audience = audienceOf(caller);
      const rows = await transaction(db, caller.restaurantId, (tx) => listOutlets(tx, caller.restaurantId, audience), {
        readOnly: true,
      });
      return { outlets: rows.map((row) => toOutlet(row, audience, clock())) };
    },

    'GET /outlet/get-outlet/:id': async ({ caller, params }) => {
      const audience = audienceOf(caller);
      const row = await transaction(
        db,
        caller.restaurantId,
        (tx) => getOutlet(tx, caller.restaurantId, params.id, audience),
        { readOnly: true },
      );
      const outlet = toOutlet(row, audience, clock());
      return { outlets: outlet, outlet };
    },

    'POST /outlet/add-outlet': async ({ caller, form, files }) => {
      if (files.image === undefined) {
        throw new Refusal('request.invalid', undefined, { image: fieldProblem('required') });
      }
      const picture = await makePicture(files.image.bytes);
      const row = await transaction(db, caller.restaurantId, (tx) =>
        addOutlet(tx, caller.restaurantId, form, picture, clock()),
      );
      return outletAnswer(row, clock(), 'record.added');
    },

    'PUT /outlet/update-outlet/:id': async ({ caller, params, form, files, requestId }) => {
      const { delivery: _, pickup: __, dineIn: ___, ...others } = form;
      if (caller.kind === 'staff' && (hasAny(others) || files.image !== undefined)) throw new Refusal('auth.forbidden');
      const picture = files.image && (await makePicture(files.image.bytes));
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const row = await transaction(db, caller.restaurantId, async (tx) => {
        const now = clock();
        for (const switched of acceptedModes(form)) await auditPause(tx, by, params.id, switched, now);
        return changeOutlet(tx, caller.restaurantId, params.id, { ...form, picture }, now);
      });
      return outletAnswer(row, clock(), hasAny(others) || picture !== undefined ? changedCode : codeOfAccepting(form));
    },

    'DELETE /outlet/delete-outlet/:id': async ({ caller, params }) => {
      const liveOrders = await transaction(db, caller.restaurantId, async (tx) => {
        const live = await countLiveOrders(tx, caller.restaurantId, params.id);
        await deleteOutlet(tx, caller.restaurantId, params.id, clock());
        return live;
      });
      return { ...confirmationOf('outlet.deleted'), liveOrders };
    },

    'POST /outlet/restore-outlet/:id': async ({ caller, params }) => {
      const row = await transaction(db, caller.restaurantId, (tx) =>
        restoreOutlet(tx, caller.restaurantId, params.id, clock()),
      );
      return outletAnswer(row, clock(), changedCode);
    },

    'POST /outlet/update-ordering-modes/:id': ({ caller, params, body, requestId }) => {
      const changes = modeChangesOf(body);
      if (!hasAny(changes)) return readMode(caller, params.id, body);
      const { accepts_orders: _, paused_until: __, ...others } = changes;
      if (caller.kind === 'staff' && hasAny(others)) throw new Refusal('auth.forbidden');
      return transaction(db, caller.restaurantId, async (tx) => {
        const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
        await auditPause(tx, by, params.id, { mode: body.mode, accepts: changes.accepts_orders }, clock());
        const row = await changeOrderingMode(tx, caller.restaurantId, params.id, body, changes, clock());
        const { accepts_orders: accepts } = changes;
        const code = hasAny(others) ? changedCode : codeOfAccepting({ delivery: accepts });
        return { ...modeAnswer(row, body, clock()), ...confirmationOf(code) };
      });
    },

    'POST /outlet/pause-orders/:id': async ({ caller, params, body, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const row = await transaction(db, caller.restaurantId, async (tx) => {
        const now = clock();
        await auditPause(tx, by, params.id, { mode: body.mode, accepts: false, until: body.length }, now);
        return pauseOrders(tx, caller.restaurantId, params.id, body, now);
      });
      return outletAnswer(row, clock(), codeOfAccepting({ delivery: false }));
    },

    'GET /outlet/get-escalation/:id': async ({ caller: { restaurantId }, params }) => ({
      escalation: await transaction(
        db,
        restaurantId,
        (tx) => getEscalation(tx, restaurantId, params.id, escalationDefaults),
        {
          readOnly: true,
        },
      ),
    }),

    'POST /outlet/update-escalation/:id': async ({ caller: { restaurantId }, params, body }) => {
      const escalation = await transaction(db, restaurantId, (tx) =>
        changeEscalation(tx, restaurantId, params.id, body, escalationDefaults, clock()),
      );
      return { escalation, ...confirmationOf('record.updated') };
    },

    'GET /outlet/get-special-days/:id': ({ caller, params }) =>
      transaction(
        db,
        caller.restaurantId,
        async (tx) => {
          await requireOutlet(tx, caller.restaurantId, params.id, 'merchant');
          const rows = await listSpecialDays(tx, caller.restaurantId, params.id);
          return { specialDays: rows.map(toSpecialDay) };
        },
        { readOnly: true },
      ),

    'POST /outlet/update-special-day/:id': async ({ caller, params, body }) => {
      const { specialDay, isNew } = await transaction(db, caller.restaurantId, (tx) =>
        saveSpecialDay(tx, caller.restaurantId, params.id, body, clock()),
      );
      const code = isNew ? 'record.added' : 'record.updated';
      return { specialDay: toSpecialDay(specialDay), ...confirmationOf(code) };
    },

    'DELETE /outlet/delete-special-day/:id': async ({ caller, params }) => {
      await transaction(db, caller.restaurantId, (tx) => deleteSpecialDay(tx, caller.restaurantId, params.id, clock()));
      return confirmationOf('record.removed');
    },

    'POST /outlet/restore-special-day/:id': async ({ caller, params }) => {
      const row = await transaction(db, caller.restaurantId, (tx) =>
        restoreSpecialDay(tx, caller.restaurantId, params.id, clock()),
      );
      return { specialDay: toSpecialDay(row), ...confirmationOf('record.updated') };
    },
  } satisfies Partial<Handlers>;

  function readMode(
    { restaurantId }: Call<'POST /outlet/update-ordering-modes/:id'>['caller'],
    outletId: OutletId,
    body: OrderingModeChanges,
  ) {
    return transaction(
      db,
      restaurantId,
      async (tx) => modeAnswer(await getOutlet(tx, restaurantId, outletId, 'merchant'), body, clock()),
      { readOnly: true },
    );
  }
}

const changedCode = 'outlet.updated';

function outletAnswer(row: OutletRow, now: Date, code: PlainSuccessCode) {
  const outlet = toOutlet(row, 'merchant', now);
  return { outlets: outlet, outlet, ...confirmationOf(code) };
}

function modeAnswer(row: OutletRow, { mode }: OrderingModeChanges, now: Date) {
  return {
    result: { outlet: toOutletInMode(row, mode, now) },
    outlet: toOutlet(row, 'merchant', now),
    orderingMode: toOrderingMode(modeOf(row, mode)),
    success: true as const,
  };
}

function hasAny(fields: object): boolean {
  return Object.values(fields).some((value) => value !== undefined);
}

/** Pausing and resuming orders have their own sentences (order-operations 4). */
function codeOfAccepting(changes: OutletChanges): PlainSuccessCode {
  const answers = new Set(acceptedModes(changes).map(({ accepts }) => accepts));
  if (answers.size !== 1) return changedCode;
  return answers.has(true) ? 'outlet.accepting' : 'outlet.not_accepting';
}
