import type { ItemsChange } from '#contract/menu/item-changes.ts';
import { mayManageRestaurant } from '#server/http/requests/authenticating.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

const staffFields = new Set(['quantity', 'quantitySeen', 'inactiveOutletIds']);

/**
 * Staff, and managers of some outlets, may change stock and where an item is on; prices and texts are not theirs (R25).
 * @throws auth.forbidden
 */
export function requireItemRights(caller: MerchantCaller, changes: object, files: object): void {
  if (mayManageRestaurant(caller)) return;
  const isAllowed = Object.keys(changes).every((field) => staffFields.has(field)) && Object.keys(files).length === 0;
  if (!isAllowed) throw new Refusal('auth.forbidden');
}

/**
 * Managers of some outlets may change where many items are on, which the policy of outlets keeps to their own; category and price are
 * the same at all outlets.
 * @throws auth.forbidden
 */
export function requireBulkRights(caller: MerchantCaller, { kind }: ItemsChange): void {
  if (kind !== 'availability' && !mayManageRestaurant(caller)) throw new Refusal('auth.forbidden');
}
