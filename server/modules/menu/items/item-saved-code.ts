import type { PlainSuccessCode } from '#contract/base/success-text.ts';
import { changedFields, linkChange } from '#server/modules/menu/modifier-lists/changed-fields.ts';
import type { ItemRow } from './queries.ts';

/** The code that confirms an update, by the fields that changed (core-setup 4 and 8). */
export function itemSavedCode(before: ItemRow, after: ItemRow): PlainSuccessCode {
  const [field, ...others] = changedFields({ ...before, updated_at: null }, { ...after, updated_at: null });
  if (others.length > 0) return 'record.updated';
  if (field === 'listIds') {
    const change = linkChange(before.listIds, after.listIds);
    if (change !== null) return change === 'linked' ? 'list.linked' : 'list.unlinked';
  }
  if (field === 'inactiveOutletIds') {
    // A linked outlet is one where the item is off.
    const change = linkChange(after.inactiveOutletIds, before.inactiveOutletIds);
    if (change !== null) return change === 'linked' ? 'outlet.linked' : 'outlet.unlinked';
  }
  return 'record.updated';
}
