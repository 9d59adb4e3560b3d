import { successText } from '#contract/base/success-text.ts';
import { changedFields, linkChange } from '#server/modules/menu/modifier-lists/changed-fields.ts';
import type { ItemRow } from './queries.ts';

/** The message after an update, by the fields that changed (core-setup 4 and 8). */
export function itemSavedText(before: ItemRow, after: ItemRow): string {
  const [field, ...others] = changedFields({ ...before, updated_at: null }, { ...after, updated_at: null });
  if (others.length > 0) return successText.updated;
  if (field === 'listIds') {
    const change = linkChange(before.listIds, after.listIds);
    if (change !== null) return change === 'linked' ? successText.listLinked : successText.listUnlinked;
  }
  if (field === 'inactiveOutletIds') {
    // A linked outlet is one where the item is off.
    const change = linkChange(after.inactiveOutletIds, before.inactiveOutletIds);
    if (change !== null) return change === 'linked' ? successText.outletLinked : successText.outletUnlinked;
  }
  return successText.updated;
}
