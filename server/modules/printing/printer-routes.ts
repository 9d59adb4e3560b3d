import { confirmationOf, type PlainSuccessCode } from '#contract/base/success-text.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { printerAddress } from './addresses.ts';
import {
  addPrinter,
  type AddressedPrinter,
  changeAddress,
  changePrinter,
  deletePrinter,
  restorePrinter,
} from './change-printer.ts';
import type { Pen } from './draw-text.ts';
import { printTestPage, printTicket } from './print-by-hand.ts';
import { listPrinters, type PrinterRow } from './queries.ts';
import { printerForWire } from './wire.ts';

/** Letters that stand for the whole script: a font with these has the others. */
const arabicLetters = 'شاورمعدجي';

export function ticketRoutes({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, pen: Pen) {
  const within = <T>(restaurantId: RestaurantId, work: (tx: Tx, now: Date) => Promise<T>) =>
    transaction(db, restaurantId, (tx) => work(tx, clock()));
  const withinMenu = <T>(restaurantId: RestaurantId, work: (tx: Tx, now: Date) => Promise<T>) =>
    menuTransaction(db, restaurantId, (tx) => work(tx, clock()));
  const addressed = ({ printer, token }: AddressedPrinter, code: PlainSuccessCode) => ({
    ...saved(printer, code),
    ...printerAddress(config.publicUrl, token, printer.kind),
  });

  return {
    'GET /printing/get-printers': async ({ caller }) => {
      const { restaurantId } = caller;
      const [rows, missing] = await Promise.all([
        transaction(db, restaurantId, (tx) => listPrinters(tx, restaurantId, clock()), { readOnly: true }),
        pen.missing(arabicLetters),
      ]);
      return { printers: rows.map(printerForWire), missingScripts: missing.size > 0 ? ['arabic' as const] : [] };
    },

    'POST /printing/add-printer': async ({ caller: { restaurantId }, body }) =>
      addressed(await withinMenu(restaurantId, (tx, now) => addPrinter(tx, restaurantId, body, now)), 'record.added'),

    'POST /printing/update-printer/:id': async ({ caller: { restaurantId }, params, body }) =>
      saved(
        await within(restaurantId, (tx, now) => changePrinter(tx, restaurantId, params.id, body, now)),
        'record.updated',
      ),

    'POST /printing/new-address/:id': async ({ caller: { restaurantId }, params }) =>
      addressed(
        await within(restaurantId, (tx, now) => changeAddress(tx, restaurantId, params.id, now)),
        'record.updated',
      ),

    'DELETE /printing/delete-printer/:id': async ({ caller: { restaurantId }, params }) => {
      await within(restaurantId, (tx, now) => deletePrinter(tx, restaurantId, params.id, now));
      return confirmationOf('record.deleted');
    },

    'POST /printing/restore-printer/:id': async ({ caller: { restaurantId }, params }) =>
      saved(
        await withinMenu(restaurantId, (tx, now) => restorePrinter(tx, restaurantId, params.id, now)),
        'record.restored',
      ),

    'POST /printing/print-ticket': async ({ caller: { restaurantId }, body }) => {
      const printers = await within(restaurantId, (tx, now) => printTicket(tx, restaurantId, body, now));
      return { ...confirmationOf('ticket.sent', { printers: printers.join(', ') }), printers };
    },

    'POST /printing/print-test/:id': async ({ caller: { restaurantId }, params }) => {
      await within(restaurantId, (tx, now) => printTestPage(tx, restaurantId, params.id, now));
      return confirmationOf('printer.test_sent');
    },
  } satisfies Partial<Handlers>;
}

function saved(printer: PrinterRow, code: PlainSuccessCode) {
  return { printer: printerForWire(printer), ...confirmationOf(code) };
}
