import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { changeConsent, getConsent } from './consent.ts';
import { correctCard } from './correct-card.ts';
import { exportGuests } from './export-guests.ts';
import { listGuests } from './list-guests.ts';
import { addNote, deleteNote, updateNote } from './notes.ts';
import { showGuest, showNotesOfOrder } from './show-guest.ts';
import { noteForWire } from './wire.ts';

/** One snapshot for all that an answer is made of. */
const reading = { isolation: 'repeatable read', readOnly: true } as const;

export function guestListRoutes(deps: Pick<Deps, 'db' | 'clock'>) {
  const { db, clock } = deps;
  return {
    'GET /customer/get-all-customers': ({ query, caller }) =>
      transaction(db, caller.restaurantId, (tx) => listGuests(tx, caller, query), { ...reading, searches: true }),

    'GET /customer/export-customers': async ({ query, caller, requestId }) => ({
      name: 'customers.csv',
      contentType: 'text/csv; charset=utf-8',
      ...(await exportGuests(deps, caller, requestId, query.search)),
    }),

    'GET /customer/get-customer/:id': ({ params, caller }) =>
      transaction(db, caller.restaurantId, (tx) => showGuest(tx, caller, params.id, clock()), reading),

    'GET /order/guest-notes/:id': ({ params, caller }) =>
      transaction(db, caller.restaurantId, (tx) => showNotesOfOrder(tx, caller, params.id), reading),

    'POST /customer/correct-stamps/:id': async ({ params, body, caller, requestId, idempotencyKey: key }) => {
      const stampCard = await transaction(db, caller.restaurantId, (tx) =>
        correctCard(tx, caller, { requestId, customerId: params.id, at: clock() }, { ...body, key }),
      );
      return { stampCard, ...confirmationOf('record.updated') };
    },

    'POST /customer/add-note/:id': async ({ params, body, caller }) => {
      const notes = await transaction(db, caller.restaurantId, (tx) => addNote(tx, caller, params.id, body, clock()));
      return { notes: notes.map(noteForWire), ...confirmationOf('record.added') };
    },

    'POST /customer/update-note/:id': async ({ params, body, caller }) => {
      const notes = await transaction(db, caller.restaurantId, (tx) =>
        updateNote(tx, caller, params.id, body, clock()),
      );
      return { notes: notes.map(noteForWire), ...confirmationOf('record.updated') };
    },

    'POST /customer/delete-note/:id': async ({ params, caller }) => {
      const notes = await transaction(db, caller.restaurantId, (tx) => deleteNote(tx, caller, params.id));
      return { notes: notes.map(noteForWire), ...confirmationOf('record.deleted') };
    },

    'GET /auth/consent': ({ caller: { restaurantId, customerId } }) =>
      transaction(db, restaurantId, (tx) => getConsent(tx, restaurantId, customerId), { readOnly: true }),

    'POST /auth/change-consent': ({ body, caller }) =>
      transaction(db, caller.restaurantId, (tx) => changeConsent(tx, caller, body, clock())),
  } satisfies Partial<Handlers>;
}
