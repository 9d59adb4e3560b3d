import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Mode } from '#contract/base/enumerations.ts';
import { confirmationOf, type PlainSuccessCode } from '#contract/base/success-text.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { withSentPicture } from '#server/modules/restaurants/pictures/picture.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { addOutlet } from './add-outlet.ts';
import { beginBusy, endBusy } from './busy-kitchen.ts';
import { proveContact, sendContactCode } from './alert-contacts.ts';
import { type EscalationDefaults, changeEscalation, getEscalation } from './escalation-settings.ts';
import { deleteSpecialDay, listSpecialDays, restoreSpecialDay, saveSpecialDay } from './change-special-day.ts';
import { deleteOutlet, restoreOutlet } from './delete-outlet.ts';
import { pauseOrders } from './pause-orders.ts';
import { getOutlet, listOutlets, type OutletRow, requireOutlet } from './queries.ts';
import { updateOrderingMode, updateOutlet } from './update-outlet.ts';
import { modeOf, toOrderingMode, toOutlet, toOutletInMode, toSpecialDay } from './wire.ts';

interface OutletDeps extends Pick<Deps, 'db' | 'config' | 'clock' | 'withProof'> {
  /** The number of live orders of the outlet; the ordering module provides it. */
  countLiveOrders: (tx: Tx, restaurantId: RestaurantId, outletId: OutletId) => Promise<number>;
  escalationDefaults: EscalationDefaults;
}

export function outletRoutes({ db, config, clock, withProof, countLiveOrders, escalationDefaults }: OutletDeps) {
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
      const row = await withSentPicture({ db, config, clock }, caller.restaurantId, files.image, (picture) =>
        menuTransaction(db, caller.restaurantId, (tx) => addOutlet(tx, caller.restaurantId, form, picture, clock())),
      );
      return outletAnswer(row, clock(), 'record.added');
    },

    'PUT /outlet/update-outlet/:id': async ({ caller, params, form, files, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const { row, code } = await updateOutlet({ db, config, clock }, by, params.id, form, files.image);
      return outletAnswer(row, clock(), code);
    },

    'DELETE /outlet/delete-outlet/:id': async ({ caller, params, body, clientAddress, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const liveOrders = await withProof({ ...caller, clientAddress }, body, async (tx) => {
        await deleteOutlet(tx, by, params.id, clock());
        // Counted last: deleting waits for an order that is being placed.
        return countLiveOrders(tx, caller.restaurantId, params.id);
      });
      return { ...confirmationOf('outlet.deleted'), liveOrders };
    },

    'POST /outlet/restore-outlet/:id': async ({ caller, params, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const row = await menuTransaction(db, caller.restaurantId, (tx) => restoreOutlet(tx, by, params.id, clock()));
      return outletAnswer(row, clock(), 'outlet.updated');
    },

    'POST /outlet/update-ordering-modes/:id': async ({ caller, params, body, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const { row, code } = await updateOrderingMode({ db, clock }, by, params.id, body);
      return { ...modeAnswer(row, body.mode, clock()), ...(code === null ? {} : confirmationOf(code)) };
    },

    'POST /outlet/pause-orders/:id': async ({ caller, params, body, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const row = await menuTransaction(db, caller.restaurantId, (tx) => pauseOrders(tx, by, params.id, body, clock()));
      return outletAnswer(row, clock(), 'outlet.not_accepting');
    },

    'POST /outlet/begin-busy/:id': async ({ caller, params, body, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const row = await menuTransaction(db, caller.restaurantId, (tx) => beginBusy(tx, by, params.id, body, clock()));
      return outletAnswer(row, clock(), 'outlet.busy');
    },

    'POST /outlet/end-busy/:id': async ({ caller, params, body, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const row = await menuTransaction(db, caller.restaurantId, (tx) => endBusy(tx, by, params.id, body, clock()));
      return outletAnswer(row, clock(), 'outlet.not_busy');
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
      const escalation = await menuTransaction(db, restaurantId, (tx) =>
        changeEscalation(tx, restaurantId, params.id, body, escalationDefaults, clock()),
      );
      return { escalation, ...confirmationOf('record.updated') };
    },

    'POST /outlet/send-contact-code/:id': async ({ caller: { restaurantId }, params, body, language }) => {
      const contact = { restaurantId, outletId: params.id, kind: body.kind };
      await transaction(db, restaurantId, (tx) => sendContactCode(tx, { config, clock }, contact, language ?? 'en'));
      return confirmationOf('contact.code_sent');
    },

    'POST /outlet/confirm-contact/:id': async ({ caller: { restaurantId }, params, body }) => {
      const contact = { restaurantId, outletId: params.id, kind: body.kind };
      await proveContact({ db, config, clock }, contact, body.code);
      const escalation = await transaction(
        db,
        restaurantId,
        (tx) => getEscalation(tx, restaurantId, params.id, escalationDefaults),
        { readOnly: true },
      );
      return { escalation, ...confirmationOf('contact.confirmed') };
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

    'POST /outlet/update-special-day/:id': async ({ caller, params, body, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const { specialDay, isNew } = await menuTransaction(db, caller.restaurantId, (tx) =>
        saveSpecialDay(tx, by, params.id, body, clock()),
      );
      const code = isNew ? 'record.added' : 'record.updated';
      return { specialDay: toSpecialDay(specialDay), ...confirmationOf(code) };
    },

    'DELETE /outlet/delete-special-day/:id': async ({ caller, params, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await menuTransaction(db, caller.restaurantId, (tx) => deleteSpecialDay(tx, by, params.id, clock()));
      return confirmationOf('record.removed');
    },

    'POST /outlet/restore-special-day/:id': async ({ caller, params, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const row = await menuTransaction(db, caller.restaurantId, (tx) => restoreSpecialDay(tx, by, params.id, clock()));
      return { specialDay: toSpecialDay(row), ...confirmationOf('record.updated') };
    },
  } satisfies Partial<Handlers>;
}

function outletAnswer(row: OutletRow, now: Date, code: PlainSuccessCode) {
  const outlet = toOutlet(row, 'merchant', now);
  return { outlets: outlet, outlet, ...confirmationOf(code) };
}

function modeAnswer(row: OutletRow, mode: Mode, now: Date) {
  return {
    result: { outlet: toOutletInMode(row, mode, now) },
    outlet: toOutlet(row, 'merchant', now),
    orderingMode: toOrderingMode(modeOf(row, mode), 'merchant'),
    success: true as const,
  };
}
