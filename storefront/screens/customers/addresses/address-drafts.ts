import type { DeliveryAreaId } from '#contract/base/ids.ts';

/** The drafts of an address that is typed and not saved yet: each area has its own, because another area has other doors. */
export function addressDrafts(areaId: DeliveryAreaId) {
  return { street: `street.${areaId}`, floor: `floor.${areaId}`, instruction: `instruction.${areaId}` };
}
