import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { isLimited } from '#server/http/requests/authenticating.ts';
import type { Caller } from '#server/http/requests/caller.ts';
import type { Handlers, UploadedFile } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { makePicture, type Picture } from '#server/modules/restaurants/pictures/picture.ts';
import { findPictureOfItem } from '#server/modules/restaurants/pictures/queries.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { deleteItems, restoreItems } from './change-items.ts';
import { getItem, listItems } from './queries.ts';
import { addItem, deleteItem, restoreItem, type SavedItem, updateItem } from './save-item.ts';
import { toGuestItems, toItem } from './wire.ts';

/** The people of the restaurant read everything; guests read the items on sale, from the catalogue in memory. */
export function itemRoutes({ db, catalogues, clock }: Pick<Deps, 'db' | 'catalogues' | 'clock'>) {
  async function getForMerchant(restaurantId: RestaurantId, itemId: ItemId): Promise<Item> {
    const [currency, row] = await transaction(
      db,
      restaurantId,
      (tx) => Promise.all([getCurrency(tx, restaurantId), getItem(tx, restaurantId, itemId)]),
      { readOnly: true },
    );
    return toItem(row, currency);
  }

  async function getForGuests(restaurantId: RestaurantId, itemId: ItemId): Promise<Item> {
    const { catalogue } = await catalogues.get(restaurantId);
    const item = toGuestItems(catalogue).find(({ _id }) => _id === itemId);
    if (item === undefined) throw new Refusal('request.not_found');
    return item;
  }

  return {
    'GET /menu/get-all-items-modifier': async ({ caller }) => {
      const { restaurantId } = caller;
      if (audienceOf(caller) === 'guests') {
        const { catalogue } = await catalogues.get(restaurantId);
        return { items: toGuestItems(catalogue) };
      }
      const [currency, rows] = await transaction(
        db,
        restaurantId,
        (tx) => Promise.all([getCurrency(tx, restaurantId), listItems(tx, restaurantId)]),
        { readOnly: true },
      );
      return { items: rows.map((row) => toItem(row, currency)) };
    },

    'GET /menu/get-items-modifier/:id': async ({ caller, params }) => {
      const { restaurantId } = caller;
      const get = audienceOf(caller) === 'guests' ? getForGuests : getForMerchant;
      const item = await get(restaurantId, params.id);
      if (item.imageUrl === null) return { item: { ...item, image: null } };
      const picture = await transaction(db, restaurantId, (tx) => findPictureOfItem(tx, restaurantId, item._id), {
        readOnly: true,
      });
      return { item: { ...item, image: picture?.toString('base64') ?? null } };
    },

    'POST /menu/add-items-modifier': async ({ caller: { restaurantId }, form, files }) => {
      const picture = await pictureOf(files.image);
      const saved = await transaction(db, restaurantId, (tx) => addItem(tx, restaurantId, form, picture, clock()));
      return { ...answerWith(saved), ...confirmationOf(`${form.type}.created`) };
    },

    'POST /menu/update-items-modifier/:id': async ({ caller, params, query, form, files, requestId }) => {
      const { restaurantId } = caller;
      const { subtype, ...changes } = form;
      requireMayChange(caller, changes, files);
      const picture = await pictureOf(files.image);
      const { code, ...saved } = await transaction(db, restaurantId, async (tx) => {
        const by = { restaurantId, actor: caller, requestId };
        return updateItem(tx, by, params.id, changes, picture, clock());
      });
      const isQuiet = subtype === 'noSnackBar' || query.subtype === 'noSnackBar';
      return { ...answerWith(saved), ...(isQuiet ? { success: true } : confirmationOf(code)) };
    },

    'DELETE /menu/delete-items-modifier/:id': async ({ caller: { restaurantId }, params }) => {
      await transaction(db, restaurantId, (tx) => deleteItem(tx, restaurantId, params.id, clock()));
      return confirmationOf('record.deleted');
    },

    'POST /menu/delete-items': async ({ caller: { restaurantId }, body }) => {
      const count = await transaction(db, restaurantId, (tx) => deleteItems(tx, restaurantId, body.items, clock()));
      return {
        count,
        ...(count === 1 ? confirmationOf('record.deleted') : confirmationOf('records.deleted', { count })),
      };
    },

    'POST /menu/restore-items': async ({ caller: { restaurantId }, body }) => {
      const count = await transaction(db, restaurantId, (tx) => restoreItems(tx, restaurantId, body.items, clock()));
      return {
        count,
        ...(count === 1 ? confirmationOf('record.restored') : confirmationOf('records.restored', { count })),
      };
    },

    'POST /menu/restore-items-modifier/:id': async ({ caller: { restaurantId }, params }) => {
      const saved = await transaction(db, restaurantId, (tx) => restoreItem(tx, restaurantId, params.id, clock()));
      return { item: answerWith(saved).item, ...confirmationOf('record.restored') };
    },
  } satisfies Partial<Handlers>;
}

/** Runs before the transaction, because encoding a picture takes as long as a hundred of them. */
async function pictureOf(image: UploadedFile | undefined): Promise<Picture | null> {
  return image === undefined ? null : makePicture(image.bytes);
}

const staffFields = new Set(['quantity', 'quantitySeen', 'InActiveOutletIds']);

/**
 * Staff, and managers of some outlets, may change stock and where an item is on; prices and texts are not theirs (R25).
 */
function requireMayChange(caller: Caller, changes: object, files: object): void {
  if (caller.kind !== 'staff' && !isLimited(caller)) return;
  const isAllowed = Object.keys(changes).every((field) => staffFields.has(field)) && Object.keys(files).length === 0;
  if (!isAllowed) throw new Refusal('auth.forbidden');
}

function answerWith({ row, currency, sameSku }: SavedItem) {
  const warnings = sameSku.map((name) => ({ field: 'sku', ...fieldProblem('item.sku_shared', { name }) }));
  return { item: toItem(row, currency), warnings: warnings.slice(0, 1) };
}
