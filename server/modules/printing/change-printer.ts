import type { PrinterId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { NewPrinter, PrinterChanges } from '#contract/printing/printing.ts';
import { newId } from '#server/db/new-id.ts';
import { countInAllOutlets } from '#server/db/outlet-scope.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findLastSeq } from '#server/events/queries.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { hashToken } from '#server/modules/accounts/sessions/sessions.ts';
import { requireOutlet } from '#server/modules/outlets/queries.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { newPrinterToken } from './addresses.ts';
import { countPrinters, findPrinter, type PrinterRow } from './queries.ts';

/** A printer with its address, which cannot be shown later. */
export interface AddressedPrinter {
  printer: PrinterRow;
  token: string;
}

/**
 * Adds a printer to an outlet. It prints the orders from now on.
 * @throws request.not_found for an unknown outlet, printing.too_many.
 */
export async function addPrinter(
  tx: Tx,
  restaurantId: RestaurantId,
  { outletId, name, kind, width, prints, hiddenCategories }: NewPrinter,
  now: Date,
): Promise<AddressedPrinter> {
  await lockMenu(tx, restaurantId);
  await requireOutlet(tx, restaurantId, outletId, 'merchant');
  await requireRoom(tx, restaurantId);
  const id = newId<PrinterId>();
  const token = newPrinterToken();
  await tx
    .insertInto('printers')
    .values({
      restaurant_id: restaurantId,
      id,
      outlet_id: outletId,
      name,
      kind,
      width,
      prints,
      hidden_categories: hiddenCategories,
      token_hash: hashToken(token),
      // Orders from before the printer are not printed by themselves.
      events_read: await findLastSeq(tx, restaurantId),
      created_at: now,
    })
    .execute();
  return { printer: await getPrinter(tx, restaurantId, id, now), token };
}

/** @throws request.not_found for the printer and for an unknown outlet. */
export async function changePrinter(
  tx: Tx,
  restaurantId: RestaurantId,
  id: PrinterId,
  { outletId, hiddenCategories, ...changes }: PrinterChanges,
  now: Date,
): Promise<PrinterRow> {
  await getPrinter(tx, restaurantId, id, now);
  if (outletId !== undefined) await requireOutlet(tx, restaurantId, outletId, 'merchant');
  await tx
    .updateTable('printers')
    // A column that is left out stays as it is then: somebody else may change it at the same moment.
    .set((eb) => ({
      ...changes,
      outlet_id: outletId ?? eb.ref('outlet_id'),
      hidden_categories: hiddenCategories ?? eb.ref('hidden_categories'),
    }))
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
  return getPrinter(tx, restaurantId, id, now);
}

/**
 * Gives the printer another address; the old one is void.
 * @throws request.not_found
 */
export async function changeAddress(
  tx: Tx,
  restaurantId: RestaurantId,
  id: PrinterId,
  now: Date,
): Promise<AddressedPrinter> {
  const printer = await getPrinter(tx, restaurantId, id, now);
  const token = newPrinterToken();
  await tx
    .updateTable('printers')
    .set({ token_hash: hashToken(token) })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
  return { printer, token };
}

/**
 * Deletes a printer: its address stops answering, and its jobs wait.
 * @throws request.not_found
 */
export async function deletePrinter(tx: Tx, restaurantId: RestaurantId, id: PrinterId, now: Date): Promise<void> {
  await getPrinter(tx, restaurantId, id, now);
  await tx
    .updateTable('printers')
    .set({ deleted_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
}

/** @throws request.not_found, printing.too_many. */
export async function restorePrinter(
  tx: Tx,
  restaurantId: RestaurantId,
  id: PrinterId,
  now: Date,
): Promise<PrinterRow> {
  await lockMenu(tx, restaurantId);
  const present = await findPrinter(tx, restaurantId, id, now);
  if (present !== null) return present;
  await requireRoom(tx, restaurantId);
  await tx
    .updateTable('printers')
    .set({ deleted_at: null })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
  return getPrinter(tx, restaurantId, id, now);
}

async function getPrinter(tx: Tx, restaurantId: RestaurantId, id: PrinterId, now: Date): Promise<PrinterRow> {
  const found = await findPrinter(tx, restaurantId, id, now);
  if (found === null) throw new Refusal('request.not_found');
  return found;
}

/** The restaurant is locked, so that nobody adds a printer between this count and the end of the transaction. @throws printing.too_many */
async function requireRoom(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  const most = limits.printersMax;
  const count = await countInAllOutlets(tx, () => countPrinters(tx, restaurantId));
  if (count >= most) throw new Refusal('printing.too_many', { most });
}
